/** The text of a stream of live events. */
export function readStream(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  return {
    /** Reads until the text contains this. A stream that ends earlier fails: to read on would block the process. */
    async until(expected: string): Promise<string> {
      while (!received.includes(expected)) {
        const part = await reader?.read();
        if (!part || part.done) {
          throw new Error(`The stream with status ${answer.status} ended before ${expected}: ${received}`);
        }
        received += part.value;
      }
      return received;
    },
  };
}
