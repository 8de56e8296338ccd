import { ROLES, type Role } from './actors.ts';

export type InvitableRole = Exclude<Role, 'customer'>;
export const INVITABLE_ROLES = ROLES.filter((role): role is InvitableRole => role !== 'customer');

const DAY_MS = 24 * 60 * 60_000;
/** The days for which the link of an invitation works. */
export const INVITATION_DAYS = 7;

export function invitationEnd(invitedAt: Date): Date {
  return new Date(invitedAt.getTime() + INVITATION_DAYS * DAY_MS);
}
