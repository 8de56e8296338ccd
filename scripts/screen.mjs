/** One line for the person who typed the command. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** A command that cannot go on says why in one sentence; what the tool printed may follow. */
export class Stop extends Error {
  constructor(sentence, output = '') {
    super(sentence);
    this.output = output;
  }
}

/** Runs a command's story; a Stop is a sentence, everything else is a bug and shows its stack. */
export async function command(story) {
  try {
    await story();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (error.output) process.stderr.write(`${error.output.trimEnd()}\n\n`);
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Shows that something long is moving: one line that counts seconds on a terminal, a line every ten
 * seconds in a log. `detail()` may add what is going on right now.
 */
export function moving(what, detail = () => '') {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const line = () => [what, `${seconds()} s`, detail()].filter(Boolean).join(' · ');
  const terminal = process.stdout.isTTY;
  if (!terminal) say(`${what} …`);
  const draw = () => (terminal ? process.stdout.write(`\r\x1b[K${line()} …`) : say(`${line()} …`));
  if (terminal) draw();
  const timer = setInterval(draw, terminal ? 1000 : 10_000);
  return {
    end(word = 'done') {
      clearInterval(timer);
      if (terminal) process.stdout.write('\r\x1b[K');
      say(`${what}: ${word} (${seconds()} s)`);
    },
  };
}
