const TEXT = Symbol('as JSON');

/**
 * An answer as JSON, for the database, which keeps it for whoever asks again: who asked gets the same text. It is kept on
 * the answer itself, where it goes with it; what a map beside them held would live until the whole heap is swept.
 */
export function writeOut(answer: object & { [TEXT]?: string }): string {
  const text = answer[TEXT] ?? JSON.stringify(answer);
  // Nothing that copies an answer and says more in it takes the text along.
  if (!answer[TEXT]) Object.defineProperty(answer, TEXT, { value: text });
  return text;
}

export function writtenOut(answer: object & { [TEXT]?: string }): string | undefined {
  return answer[TEXT];
}
