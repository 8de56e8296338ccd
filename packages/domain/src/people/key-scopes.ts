import { keysOf, say, sayNow } from '../core/index.ts';

/** What an API key can be limited to: the areas of the API by their names in scopes. */
const AREAS = {
  orders: say`Orders`,
  reservations: say`Reservations`,
  menu: say`Menu and stock`,
  locations: say`Locations`,
  payments: say`Payments and refunds`,
  people: say`Customers and staff`,
  messages: say`Messages`,
  reports: say`Dashboard and reports`,
  settings: say`Settings and audit log`,
  access: say`API keys, tablets and sign-ins`,
  privacy: say`Erasing personal data`,
  health: say`Health and metrics`,
} as const;

export type KeyArea = keyof typeof AREAS;
export type KeyScope = `${KeyArea}:${'read' | 'write'}`;

export const KEY_AREAS = keysOf<KeyArea>(AREAS);

/** All scopes. Writing does not include reading. */
export const KEY_SCOPES = KEY_AREAS.flatMap((area): KeyScope[] => [`${area}:read`, `${area}:write`]);

export const READ_SCOPES = KEY_SCOPES.filter((scope) => scope.endsWith(':read'));

/** What a program needs to take orders and reservations. Recording or refunding money needs `payments:write`. */
export const ORDERING_SCOPES: readonly KeyScope[] = [
  'orders:read',
  'orders:write',
  'reservations:read',
  'reservations:write',
  'menu:read',
  'locations:read',
];

/** The name of an area, in the reader's language. */
export function keyAreaName(area: KeyArea): string {
  return sayNow(AREAS[area]);
}

/** The limits of an API key. Null means no limit; keys from before there were limits have none. */
export interface KeyLimits {
  /** A newer version of the server may know more scopes. */
  readonly scopes: readonly string[] | null;
  readonly locationIds: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** True if the limits allow what needs this scope. A request without a key has no limits. */
export function hasScope(limits: Pick<KeyLimits, 'scopes'> | null, scope: KeyScope): boolean {
  return !limits?.scopes || limits.scopes.includes(scope);
}

/** True if a key with these limits can do nothing that `own` cannot, and expires no later. */
export function areWithinLimits(limits: KeyLimits, own: KeyLimits): boolean {
  return (
    isSubset(limits.scopes, own.scopes) &&
    isSubset(limits.locationIds, own.locationIds) &&
    (own.expiresAt === null || (limits.expiresAt !== null && limits.expiresAt <= own.expiresAt))
  );
}

function isSubset(values: readonly string[] | null, all: readonly string[] | null): boolean {
  return all === null || (values !== null && values.every((value) => all.includes(value)));
}

/** True for the origin of a page: `https://www.example.com`, in development also `http://localhost:5173`. */
export function isOrigin(text: string): boolean {
  return /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/.test(text) && URL.canParse(text);
}
