/** A sentence for the person who starts the server; no stack belongs under it. */
export class StartError extends Error {
  override name = 'StartError';
}
