/** The header with the id of the drawer at which the device stands. */
export const DRAWER_HEADER = 'x-drawer';
/** The header with the time of an action that the device did offline and sends now. */
export const DONE_AT_HEADER = 'x-done-at';

/**
 * Tells from the name of a call whether it uses POST, so that the browser does not need the schemas. A test compares
 * this with the contract.
 */
export function isPostCall(name: string): boolean {
  if (name === 'getOrderBySessionId') return true; // fixed by the specification
  return !/^(get|lookup|generate|export|ping$|healthCheck|locationIdExists$)/.test(name);
}
