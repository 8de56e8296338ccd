import { entryOf, humaniseCode, keysOf, say, sayNow } from '../core/index.ts';

/** The properties of a role. Only the stored role decides what a person may do. */
interface RoleFacts {
  readonly name: string;
  /** Higher roles may do everything that lower ones may. */
  readonly rank: number;
  readonly works: 'nowhere' | 'at-locations' | 'everywhere';
}

const FACTS = {
  customer: { name: say`Customer`, rank: 0, works: 'nowhere' },
  staff: { name: say`Staff`, rank: 1, works: 'at-locations' },
  manager: { name: say`Manager`, rank: 2, works: 'at-locations' },
  /** Reads the money of their locations, as `permissions` and the calls say, and changes nothing. */
  accountant: { name: say`Accountant`, rank: 0, works: 'at-locations' },
  admin: { name: say`Admin`, rank: 3, works: 'everywhere' },
} as const satisfies Record<string, RoleFacts>;

export type Role = keyof typeof FACTS;
export const ROLES = keysOf<Role>(FACTS);

/** The name of a role. Unknown codes get a readable name, because a browser tab can be older than the server. */
export function roleName(role: string): string {
  return sayNow(entryOf<RoleFacts>(FACTS, role)?.name ?? humaniseCode(role));
}

/** True for this role and for higher ones. */
export function isAtLeast(role: Role, least: Role): boolean {
  return FACTS[role].rank >= FACTS[least].rank;
}

/** True for roles that work only at the locations of the person. */
export function isBoundToLocations(role: Role): boolean {
  return FACTS[role].works === 'at-locations';
}

/** The sender of a request. A `machine` has an admin API key, the `site` the public customer key. */
export type Actor =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'site' }
  | {
      readonly kind: 'person';
      readonly userId: string;
      readonly role: Role;
      /** The locations of a manager or staff; an admin works everywhere. */
      readonly locationIds: readonly string[];
      readonly email: string;
      readonly name: string;
      /** Signed in with a PIN on a shared tablet. */
      readonly atTablet?: true;
    }
  | {
      readonly kind: 'machine';
      /** True if the key has scopes, locations or an expiry. Absent in payment sessions, like the locations. */
      readonly isLimited?: boolean;
      readonly keyId: string;
      readonly name: string;
      /**
       * Limits the key to these locations, where it has the rights of a manager. Without them it has the rights of an
       * admin. Absent in payment sessions from before there were limits.
       */
      readonly locationIds?: readonly string[] | null;
      /** The scopes of the key; null means all. Absent in payment sessions, like the locations. */
      readonly scopes?: readonly string[] | null;
    }
  /** A phone of a party at a table. No request is authenticated as one: the calls of the table make it of their token. */
  | { readonly kind: 'table'; readonly guestId: string; readonly sittingId: string }
  /** The product itself: jobs and webhooks. */
  | { readonly kind: 'system' };

export const ANONYMOUS_ACTOR: Actor = { kind: 'nobody' };
export const SYSTEM_ACTOR: Actor = { kind: 'system' };

/** True for admins, for API keys without limits of location, and for the product itself. */
export function isAdmin(actor: Actor): boolean {
  return (
    (actor.kind === 'machine' && !actor.locationIds) ||
    actor.kind === 'system' ||
    (actor.kind === 'person' && FACTS[actor.role].works === 'everywhere')
  );
}

/** True for those who take orders, which excludes accountants. */
export function isStaff(actor: Actor): boolean {
  const role = roleOf(actor);
  return role !== null && isAtLeast(role, 'staff');
}

export function isAccountant(actor: Actor): boolean {
  return roleOf(actor) === 'accountant';
}

/** The role that decides what staff, an API key or the product may do; null for guests and customers. */
export function roleOf(actor: Actor): Exclude<Role, 'customer'> | null {
  if (isAdmin(actor)) return 'admin';
  if (actor.kind === 'machine') return 'manager';
  return actor.kind === 'person' && actor.role !== 'customer' ? actor.role : null;
}

/** The locations where staff or an API key work. Admins work everywhere: null. */
export function workLocationIdsOf(actor: Actor): readonly string[] | null {
  if (isAdmin(actor)) return null;
  const isBound = actor.kind === 'machine' || (actor.kind === 'person' && isBoundToLocations(actor.role));
  return isBound ? (actor.locationIds ?? []) : [];
}

/** The id of a signed-in person; null for other actors. */
export function userIdOf(actor: Actor): string | null {
  return actor.kind === 'person' ? actor.userId : null;
}

/** True if the actor is the owner. Staff at a shared tablet own nothing: they act for the restaurant. */
export function isActorOwner(actor: Actor, ownerId: string | null | undefined): boolean {
  return actor.kind === 'person' && !actor.atTablet && actor.userId === ownerId;
}

/** The id of the person or API key; null for other actors. */
export function actorIdOf(actor: Actor): string | null {
  return actor.kind === 'machine' ? actor.keyId : userIdOf(actor);
}

/** True if the location is among those of the actor, also of an accountant, who only reads its money. */
export function isAssignedTo(actor: Actor, locationId: string): boolean {
  return workLocationIdsOf(actor)?.includes(locationId) ?? true;
}

/** True if the actor is staff of this location. */
export function worksAt(actor: Actor, locationId: string): boolean {
  return isStaff(actor) && isAssignedTo(actor, locationId);
}

/** What a person may see at work; an admin has no list of locations. */
export interface StaffAccess {
  readonly role: Role;
  readonly locationIds: readonly string[];
}

/** The actor's role and locations; null for actors who work nowhere and see only their own data. */
export function staffAccessOf(actor: Actor): StaffAccess | null {
  if (actor.kind !== 'person' || FACTS[actor.role].works === 'nowhere') return null;
  return { role: actor.role, locationIds: isBoundToLocations(actor.role) ? actor.locationIds : [] };
}

/** True if the actor still has at least this role and these locations. */
export function hasStaffAccess(actor: Actor, { role, locationIds }: StaffAccess): boolean {
  if (actor.kind !== 'person' || !isAtLeast(actor.role, role)) return false;
  return locationIds.every((id) => isAssignedTo(actor, id));
}
