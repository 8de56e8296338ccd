import { ok, type Result, fail } from '../core/index.ts';
import {
  type Actor,
  type Role,
  isAccountant,
  isAdmin,
  isAtLeast,
  isActorOwner,
  isAssignedTo,
  roleOf,
} from './actors.ts';

/**
 * All permissions in one table. `least` is the lowest role; `own` also allows the owner of the resource; `atLocation`
 * limits managers and staff to their locations; `accountant` also allows accountants, and `atTable` a party's phones. Who may give whom a PIN is decided
 * by `canSetPin`.
 */
interface Rule {
  readonly least: Role;
  readonly own?: boolean;
  readonly atLocation?: boolean;
  readonly accountant?: boolean;
  /** Also allows the phones of a party for their own sitting. */
  readonly atTable?: boolean;
}

export const permissions = {
  'order.read': { least: 'staff', own: true, atLocation: true },
  'order.create-at-till': { least: 'staff', atLocation: true, atTable: true },
  'order.step': { least: 'staff', atLocation: true },
  'order.correct-step': { least: 'manager', atLocation: true },
  'order.cancel': { least: 'staff', own: true, atLocation: true },
  'order.change': { least: 'staff', atLocation: true },
  'order.take-payment': { least: 'staff', atLocation: true },
  /** Up to the restaurant's discount limit. */
  'order.discount': { least: 'staff', atLocation: true },
  'order.discount-beyond': { least: 'manager', atLocation: true },
  'order.refund': { least: 'manager', atLocation: true },
  'drawer.count': { least: 'staff', atLocation: true },
  /** Approves a difference, closes the day, and sets up drawers. */
  'drawer.manage': { least: 'manager', atLocation: true },
  /** Sees their own hours and tips, and clocks in and out. */
  'work.read': { least: 'staff', atLocation: true, accountant: true },
  /** Corrects hours, sets rates, and decides how tips are shared. */
  'work.manage': { least: 'manager', atLocation: true },
  'order.text-guest': { least: 'staff', atLocation: true },
  'reservation.read': { least: 'staff', own: true, atLocation: true },
  'reservation.manage': { least: 'staff', own: true, atLocation: true },
  'floor.seat': { least: 'staff', atLocation: true },
  'floor.edit': { least: 'manager', atLocation: true },
  'dashboard.read': { least: 'manager', atLocation: true, accountant: true },
  'dashboard.read-all-locations': { least: 'admin' },
  /** Chooses which reports a person gets by mail. */
  'report.schedule': { least: 'admin', own: true },
  'menu.edit': { least: 'manager', atLocation: true },
  /** Kitchen and service staff are the first to notice that something ran out. */
  'menu.mark-sold-out': { least: 'staff', atLocation: true },
  /** Marks the kitchen as busy, or pauses orders for a while. */
  'location.pace': { least: 'staff', atLocation: true },
  'kitchen.manage-stations': { least: 'manager', atLocation: true },
  'location.pause-long': { least: 'manager', atLocation: true },
  'person.look-up': { least: 'staff' },
  'person.read': { least: 'admin', own: true },
  'person.manage': { least: 'admin' },
  'location.manage': { least: 'admin' },
  'settings.manage': { least: 'admin' },
  'message.send': { least: 'admin' },
  'message.read': { least: 'admin' },
  'payment.audit': { least: 'admin' },
  'metrics.read': { least: 'admin' },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof permissions;

/** The target of an action: its location, its owner, and the party at a table. */
export interface Resource {
  readonly locationId?: string | null;
  readonly ownerId?: string | null;
  readonly sittingId?: string | null;
}

/** True if the role of the actor, also of a customer, is at least this one. */
export function hasRole(actor: Actor, least: Role): boolean {
  const role = roleOf(actor) ?? (actor.kind === 'person' ? actor.role : null);
  return role !== null && isAtLeast(role, least);
}

/** Checks that the actor may perform the action on this resource. */
export function authorise(action: Action, actor: Actor, resource: Resource = {}): Result<true> {
  const rule: Rule = permissions[action];
  if (actor.kind === 'nobody') return fail('unauthenticated');
  if (rule.own && isActorOwner(actor, resource.ownerId)) return ok(true);
  if (rule.atTable && actor.kind === 'table' && actor.sittingId === resource.sittingId) return ok(true);
  const isAllowedRole = hasRole(actor, rule.least) || (rule.accountant && isAccountant(actor));
  if (!isAllowedRole) return fail('permission-denied');
  const isHere = resource.locationId == null ? isAdmin(actor) : isAssignedTo(actor, resource.locationId);
  return rule.atLocation && !isHere ? fail('permission-denied') : ok(true);
}

/** The locations whose menu the actor may not edit. The actor cannot change what the menus share with them. */
export function menusWithoutAccess<Menu extends { readonly locationId: string }>(
  actor: Actor,
  menus: readonly Menu[],
): Menu[] {
  return menus.filter(({ locationId }) => !authorise('menu.edit', actor, { locationId }).ok);
}

/** True if the owner of a resource may perform the action, whatever their role. */
export function isOwnerAction(action: Action): boolean {
  const rule: Rule = permissions[action];
  return rule.own === true;
}

/** For buttons: true if the role may perform the action on some resource. */
export function canEverPerform(action: Action, actor: Actor): boolean {
  return hasRole(actor, permissions[action].least);
}

/** The sections of the back office by their URL hash, with the lowest role that sees them. */
export const SECTIONS = {
  dashboard: 'manager',
  report: 'manager',
  orders: 'staff',
  'create-order': 'staff',
  kitchen: 'staff',
  deliveries: 'staff',
  'find-order': 'staff',
  closing: 'staff',
  tips: 'staff',
  menu: 'manager',
  reservations: 'staff',
  floor: 'staff',
  users: 'admin',
  stations: 'manager',
  locations: 'admin',
  promotions: 'admin',
  messages: 'admin',
  payments: 'manager',
  'gift-cards': 'manager',
  settings: 'admin',
  connections: 'admin',
  audit: 'admin',
  privacy: 'admin',
} as const satisfies Record<string, Role>;

export type Section = keyof typeof SECTIONS;

const ACCOUNTANT_SECTIONS: ReadonlySet<Section> = new Set(['report', 'payments', 'gift-cards', 'tips']);

/** True if the back office shows the section to this actor. */
export function canSeeSection(section: Section, actor: Actor): boolean {
  return hasRole(actor, SECTIONS[section]) || (isAccountant(actor) && ACCOUNTANT_SECTIONS.has(section));
}
