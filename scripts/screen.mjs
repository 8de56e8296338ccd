/** Prints one line for the person who runs the command. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends a command with one sentence, optionally with the output of a tool. */
export class Stop extends Error {
  constructor(sentence, output = '') {
    super(sentence);
    this.output = output;
  }
}

/** Runs a command. A Stop prints its sentence; any other error is a bug and prints its stack. */
export async function command(run) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (error.output) process.stderr.write(`${error.output.trimEnd()}\n\n`);
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Shows progress: a line that counts seconds in a terminal, or a line every ten seconds in a log. `detail()` may add
 * what is happening.
 */
export function showProgress(label, detail = () => '') {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const line = () => [label, `${seconds()} s`, detail()].filter(Boolean).join(' · ');
  const terminal = process.stdout.isTTY;
  if (!terminal) say(`${label} …`);
  const draw = () => (terminal ? process.stdout.write(`\r\x1b[K${line()} …`) : say(`${line()} …`));
  if (terminal) draw();
  const timer = setInterval(draw, terminal ? 1000 : 10_000);
  return {
    end(result = 'done') {
      clearInterval(timer);
      if (terminal) process.stdout.write('\r\x1b[K');
      say(`${label}: ${result} (${seconds()} s)`);
    },
  };
}
