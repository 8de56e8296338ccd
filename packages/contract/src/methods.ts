/**
 * Which calls are read with GET, told from their names, so that a browser needs no schema to make a
 * call. A test holds this against the contract.
 */
export function isPosted(name: string): boolean {
  if (name === 'getOrderBySessionId') return true; // the specification posts this one
  return !/^(get|lookup|generate|export|ping$|healthCheck|locationIdExists$)/.test(name);
}
