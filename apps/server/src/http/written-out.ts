const written = new WeakMap<object, string>();

/** An answer as JSON, for the database, which keeps it for whoever asks again: who asked gets the same text. */
export function writeOut(answer: object): string {
  const text = writtenOut(answer) ?? JSON.stringify(answer);
  written.set(answer, text);
  return text;
}

export function writtenOut(answer: object): string | undefined {
  return written.get(answer);
}
