/** An error with a sentence for the person who starts the server; it is shown without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
