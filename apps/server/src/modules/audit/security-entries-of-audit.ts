import { isAtLeast, type Actor, type Role, type SecurityKind } from '@tiffin/domain/people';
import type { SecurityDetails } from '../../platform/db/stored-json.ts';
import type { SecurityEntry, SecurityOrigin } from './record-security-entries.ts';

/** The parts of an audit entry that the security log needs. */
interface AuditedChange {
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly before?: object | null;
  readonly after?: object | null;
  readonly from?: SecurityOrigin | null;
}

/** The fields of audit entries that the security log repeats. */
interface AuditedFields {
  readonly role?: Role;
  readonly isActive?: boolean;
  readonly isDeleted?: boolean;
  readonly locationIds?: readonly string[];
  readonly name?: string;
  readonly passkey?: string;
  readonly devices?: number;
}

/** One kind per action; `update-user` and `deactivate-user` have several, depending on what changed. */
const KIND_OF_ACTION: Readonly<Record<string, SecurityKind>> = {
  'unlock-tablet': 'signed-in',
  'reset-password': 'password-reset',
  'change-password': 'password-changed',
  'add-passkey': 'passkey-added',
  'remove-passkey': 'passkey-removed',
  'switch-codes-off': 'second-factor-reset',
  'sign-out-devices': 'sessions-ended',
  'give-pin': 'pin-set',
  'set-up-tablet': 'tablet-added',
  'end-tablet': 'tablet-removed',
  'create-user': 'account-created',
  'invite-staff': 'staff-invited',
  'withdraw-invitation': 'invitation-withdrawn',
  'accept-invitation': 'invitation-accepted',
  'create-api-key': 'api-key-created',
  'expire-api-key': 'api-key-expired',
  'revoke-api-key': 'api-key-revoked',
};

/**
 * The entries of the security log that belong to an audited change. They are derived here, so that a use case that
 * writes its audit entry cannot forget the other log.
 */
export function securityEntriesOf(change: AuditedChange): SecurityEntry[] {
  const before: AuditedFields = change.before ?? {};
  const after: AuditedFields = change.after ?? {};
  if (change.action === 'update-user' || change.action === 'deactivate-user')
    return accessChanges(change, before, after);
  const kind = KIND_OF_ACTION[change.action];
  if (!kind || !isAboutStaff(change)) return [];
  const details: SecurityDetails = {
    name: after.passkey ?? after.name ?? before.name,
    after: after.role && [after.role],
    sessions: after.devices,
  };
  const isTablet = change.subject.kind === 'tablet';
  const entry = entryOf(change, kind, details);
  return [
    { ...entry, ...(isTablet && { tabletId: change.subject.id }), ...(kind === 'signed-in' && { provenBy: 'pin' }) },
  ];
}

function accessChanges(change: AuditedChange, before: AuditedFields, after: AuditedFields): SecurityEntry[] {
  const entries: SecurityEntry[] = [];
  if (after.role !== undefined)
    entries.push(entryOf(change, 'role-changed', { before: before.role && [before.role], after: [after.role] }));
  if (after.locationIds !== undefined)
    entries.push(
      entryOf(change, 'locations-changed', { before: before.locationIds ?? [], after: [...after.locationIds] }),
    );
  if (after.isActive !== undefined)
    entries.push(entryOf(change, after.isActive ? 'account-activated' : 'account-deactivated'));
  else if (after.isDeleted === true) entries.push(entryOf(change, 'account-deactivated'));
  return entries;
}

function entryOf(
  { at, actor, subject, from }: AuditedChange,
  kind: SecurityKind,
  details?: SecurityDetails,
): SecurityEntry {
  const userId = subject.kind === 'user' ? subject.id : null;
  // A tablet or an API key is no account: the entry names who unlocked or created it.
  const person = userId ?? (kind === 'signed-in' && actor.kind === 'person' ? actor.userId : null);
  const hasDetails = details && Object.values(details).some((value) => value !== undefined);
  return { at, kind, userId: person, actor, details: hasDetails ? details : undefined, from: from ?? null };
}

/** Customers end their own sessions too; the log has no entries about them. */
function isAboutStaff({ actor, from }: AuditedChange): boolean {
  // Staff who lack a second factor or a strong password act as customers.
  return actor.kind !== 'person' || isAtLeast(actor.role, 'staff') || from?.signedIn?.isStaff === true;
}
