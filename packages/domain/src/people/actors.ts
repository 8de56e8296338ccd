import { say, sayNow } from '../core/language.ts';
import { entryOf, keysOf, plainWord } from '../core/variants.ts';

/** All that is known of a role; the stored role alone decides what a person may. */
interface RoleFacts {
  readonly name: string;
  /** Whoever may do what a lower one may. */
  readonly rank: number;
  readonly works: 'nowhere' | 'at-locations' | 'everywhere';
}

const FACTS = {
  customer: { name: say`Customer`, rank: 0, works: 'nowhere' },
  staff: { name: say`Staff`, rank: 1, works: 'at-locations' },
  manager: { name: say`Manager`, rank: 2, works: 'at-locations' },
  admin: { name: say`Admin`, rank: 3, works: 'everywhere' },
} as const satisfies Record<string, RoleFacts>;

export type Role = keyof typeof FACTS;
export const ROLES = keysOf<Role>(FACTS);

/** Of any code: a tab that is older than the server names plainly what it does not know. */
export function roleName(role: string): string {
  return sayNow(entryOf<RoleFacts>(FACTS, role)?.name ?? plainWord(role));
}

export function isAtLeast(role: Role, least: Role): boolean {
  return FACTS[role].rank >= FACTS[least].rank;
}

/** Only some work at some locations and not at others. */
export function isBoundToLocations(role: Role): boolean {
  return FACTS[role].works === 'at-locations';
}

/** Who stands at the door. A machine is a holder of an admin key; the site is a holder of the public customer key. */
export type Actor =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'site' }
  | {
      readonly kind: 'person';
      readonly userId: string;
      readonly role: Role;
      /** Where a manager or staff works; an admin works everywhere. */
      readonly locationIds: readonly string[];
      readonly email: string;
      readonly name: string;
      /** Under a PIN, on a tablet that others hold next. */
      readonly atTablet?: true;
    }
  | { readonly kind: 'machine'; readonly keyId: string; readonly name: string }
  /** The product itself: jobs, sweeps, webhooks. */
  | { readonly kind: 'system' };

export const NOBODY: Actor = { kind: 'nobody' };
export const SYSTEM: Actor = { kind: 'system' };

export function isAdmin(actor: Actor): boolean {
  return (
    actor.kind === 'machine' ||
    actor.kind === 'system' ||
    (actor.kind === 'person' && FACTS[actor.role].works === 'everywhere')
  );
}

export function isStaff(actor: Actor): boolean {
  return isAdmin(actor) || (actor.kind === 'person' && FACTS[actor.role].works !== 'nowhere');
}

export function userIdOf(actor: Actor): string | null {
  return actor.kind === 'person' ? actor.userId : null;
}

/** Whether what belongs to this person is the actor's own. Who works at a shared tablet is there for the house alone. */
export function isOwn(actor: Actor, ownerId: string | null | undefined): boolean {
  return actor.kind === 'person' && !actor.atTablet && actor.userId === ownerId;
}

/** By what id this actor is known, a person's or a key's; null for whoever has none. */
export function idOf(actor: Actor): string | null {
  return actor.kind === 'machine' ? actor.keyId : userIdOf(actor);
}

/** May this actor work with what belongs to this location? */
export function worksAt(actor: Actor, locationId: string): boolean {
  if (isAdmin(actor)) return true;
  return actor.kind === 'person' && isBoundToLocations(actor.role) && actor.locationIds.includes(locationId);
}

/** What somebody may do where they work. */
export interface Standing {
  readonly role: Role;
  readonly locationIds: readonly string[];
}

/** Null for whoever works nowhere: what they are answered is their own. */
export function standingOf(actor: Actor): Standing | null {
  if (actor.kind !== 'person' || FACTS[actor.role].works === 'nowhere') return null;
  return { role: actor.role, locationIds: isBoundToLocations(actor.role) ? actor.locationIds : [] };
}

/** Whether somebody may today whatever they might then. */
export function stillMay(actor: Actor, { role, locationIds }: Standing): boolean {
  if (actor.kind !== 'person' || !isAtLeast(actor.role, role)) return false;
  return locationIds.every((id) => worksAt(actor, id));
}
