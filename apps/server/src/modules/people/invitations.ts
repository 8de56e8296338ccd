import { randomBytes } from 'node:crypto';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { emailProblem, invitationEnd, isBoundToLocations, normaliseEmail } from '@tiffin/domain/people';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import { hashKey } from '../../platform/auth/secrets.ts';
import type { Context, Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { inRestaurantLanguage, pageAddress } from '../../platform/i18n/request-language.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { brandOf, staffInvitationMail } from '../outbox/templates/index.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { keyIdOf, responsibleUserId } from './responsible-user.ts';
import { requireLocations } from './require-locations.ts';
import { insertRow } from '../../platform/db/write-row.ts';

export type Invitation = Row<'invitations'>;
type InvitationAnswer = ResponseOf<'getInvitations'>['invitations'][number];
type SentInvitation = ResponseOf<'inviteStaff'>;
type Input = ValidatedInput<'inviteStaff'>['body'];

const UNKNOWN = say`This invitation does not exist any more.`;

/** Invites a person by mail. Until they accept, an account with the address gets no rights: it may be another's. */
export async function inviteStaff(context: Context, by: Author, input: Input): Promise<SentInvitation> {
  const email = normaliseEmail(input.email);
  const problem = emailProblem(email);
  if (problem) throw refuse('invalid-email', problem, { field: 'email' });
  const locationIds = isBoundToLocations(input.role) ? [...new Set(input.locationIds)] : [];
  return transaction(context.db, async (tx) => {
    await requireRecentProof(context, tx, by);
    await requireChosenLocations(tx, input, locationIds);
    await requireNoStaff(tx, email);
    const row = { id: context.ids.uuid(), email, name: input.name, role: input.role, location_ids: locationIds };
    await tx.deleteFrom('invitations').where('email', '=', email).execute();
    return sendInvitation(context, tx, by, row);
  });
}

async function requireChosenLocations(tx: Tx, { role }: Input, locationIds: readonly string[]): Promise<void> {
  if (isBoundToLocations(role) && locationIds.length === 0) {
    throw refuse('invalid-argument', say`Choose at least one location.`, { field: 'locationIds' });
  }
  await requireLocations(tx, locationIds);
}

async function requireNoStaff(tx: Tx, email: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['role', 'is_active'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!person) return;
  if (!person.is_active) {
    const message = say`The account with this address is deactivated. Activate it under Users first.`;
    throw refuse('failed-precondition', message, { field: 'email' });
  }
  if (person.role !== 'customer') {
    throw refuse('already-exists', say`This person is already on the team. Change their role under Users.`, {
      field: 'email',
    });
  }
}

/** Sends an invitation again. The earlier link ends, so that only the newest mail works. */
export async function resendInvitation(context: Context, by: Author, invitationId: string): Promise<SentInvitation> {
  return transaction(context.db, async (tx) => {
    await requireRecentProof(context, tx, by);
    const row = await tx.deleteFrom('invitations').where('id', '=', invitationId).returningAll().executeTakeFirst();
    if (!row) throw refuse('not-found', UNKNOWN);
    const { id, email, name, role, location_ids } = row;
    await requireNoStaff(tx, email);
    return sendInvitation(context, tx, by, { id, email, name, role, location_ids });
  });
}

/** Stores an invitation and mails its link. The caller has deleted an earlier one. */
async function sendInvitation(
  context: Context,
  tx: Tx,
  by: Author,
  row: Pick<Invitation, 'id' | 'email' | 'name' | 'role' | 'location_ids'>,
): Promise<SentInvitation> {
  const now = context.clock.now();
  const token = randomBytes(32).toString('base64url');
  const { actor } = by;
  await insertRow(tx, 'invitations', {
    ...row,
    token_hash: hashKey(token),
    invited_by: await responsibleUserId(tx, actor),
    invited_by_key: keyIdOf(actor),
    invited_at: now,
    expires_at: invitationEnd(now),
  });
  const url = inRestaurantLanguage(() => `${pageAddress(context, '/join')}?${new URLSearchParams({ token })}`);
  await mailInvitation(context, tx, row, url, actor.kind === 'person' ? actor.name : null);
  await recordAuditEntry(tx, { at: now, ...by }, 'invite-staff', ['invitation', row.id], {
    after: { name: row.name, email: row.email, role: row.role, locationIds: row.location_ids },
  });
  const [invitation] = await readInvitations(tx, now, row.id);
  if (!invitation) throw refuse('not-found', UNKNOWN);
  return { invitation, link: context.mailer === null && actor.kind === 'person' ? url : null };
}

async function mailInvitation(
  context: Context,
  tx: Tx,
  { email, name }: Pick<Invitation, 'email' | 'name'>,
  url: string,
  invitedBy: string | null,
): Promise<void> {
  const brand = brandOf(await readSite(tx), context.publicUrl);
  const mail = inRestaurantLanguage(() => staffInvitationMail({ brand, customerName: name, url, invitedBy }));
  await queueMessages(tx, context, [
    { channel: 'mail', to: email, userId: null, template: 'staff_invitation', ...mail },
  ]);
}

/** Deletes an invitation, so that its link no longer works. */
export async function withdrawInvitation(context: Context, by: Author, invitationId: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    await requireRecentProof(context, tx, by);
    const row = await tx.deleteFrom('invitations').where('id', '=', invitationId).returningAll().executeTakeFirst();
    if (!row) throw refuse('not-found', UNKNOWN);
    await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'withdraw-invitation', ['invitation', row.id], {
      before: { name: row.name, email: row.email, role: row.role },
    });
  });
}

/** Reads all invitations, or the one with this id. */
export async function readInvitations(db: Db | Tx, now: Date, id?: string): Promise<InvitationAnswer[]> {
  const rows = await db
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select('u.name as inviter')
    .$if(id !== undefined, (query) => query.where('i.id', '=', id ?? ''))
    .orderBy('i.invited_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    locationIds: row.location_ids,
    invitedBy: row.inviter,
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    hasExpired: row.expires_at <= now,
  }));
}
