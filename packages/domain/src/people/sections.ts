import { hasRole } from './permissions.ts';
import type { Actor, Role } from './actors.ts';

/** The sections of the back office, by the hash that names each, and the least role that sees it. */
export const SECTIONS = {
  dashboard: 'manager',
  orders: 'staff',
  'create-order': 'staff',
  menu: 'manager',
  reservations: 'staff',
  users: 'admin',
  locations: 'admin',
  messages: 'admin',
  payments: 'admin',
  settings: 'admin',
  audit: 'admin',
} as const satisfies Record<string, Role>;

export type Section = keyof typeof SECTIONS;

export function maySee(section: Section, actor: Actor): boolean {
  return hasRole(actor, SECTIONS[section]);
}
