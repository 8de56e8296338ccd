/** The four roles of a person; the stored role alone decides. */
export const ROLES = ['customer', 'staff', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

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
    }
  | { readonly kind: 'machine'; readonly keyId: string; readonly name: string }
  /** The product itself: jobs, sweeps, webhooks. */
  | { readonly kind: 'system' };

export const NOBODY: Actor = { kind: 'nobody' };
export const SYSTEM: Actor = { kind: 'system' };

export function isAdmin(actor: Actor): boolean {
  return actor.kind === 'machine' || actor.kind === 'system' || (actor.kind === 'person' && actor.role === 'admin');
}

export function isStaff(actor: Actor): boolean {
  return isAdmin(actor) || (actor.kind === 'person' && actor.role !== 'customer');
}

export function userIdOf(actor: Actor): string | null {
  return actor.kind === 'person' ? actor.userId : null;
}

/** May this actor work with what belongs to this location? */
export function worksAt(actor: Actor, locationId: string): boolean {
  if (isAdmin(actor)) return true;
  return actor.kind === 'person' && actor.role !== 'customer' && actor.locationIds.includes(locationId);
}
