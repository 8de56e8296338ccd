const TEXT = Symbol('as JSON');

/**
 * Serializes a response once for the client and for the stored copy. The text is attached to the response object, so
 * that both are freed together.
 */
export function stringifyOnce(answer: object & { [TEXT]?: string }): string {
  const text = answer[TEXT] ?? JSON.stringify(answer);
  // Not enumerable, so that copies of the response do not inherit the text.
  if (!answer[TEXT]) Object.defineProperty(answer, TEXT, { value: text });
  return text;
}

/** The JSON of a response that `stringifyOnce` serialized. */
export function stringifiedText(answer: object & { [TEXT]?: string }): string | undefined {
  return answer[TEXT];
}
