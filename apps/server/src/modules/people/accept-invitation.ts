import type { ResponseOf } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { INVITATION_DAYS, type Actor, type Role } from '@tiffin/domain/people';
import { hashKey } from '../../platform/auth/secrets.ts';
import type { Context, Db, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { addPerson } from './add-person.ts';
import { changeUsers } from './change-users.ts';
import type { Invitation } from './invitations.ts';
import { storeRandomPin } from './pins.ts';
import { updateRow } from '../../platform/db/write-row.ts';

type OpenInvitation = Invitation & { readonly inviter: string | null };

/** What an invitation offers, for the person with its link. Mail scanners open links, so this changes nothing. */
export async function showInvitation(context: Context, actor: Actor, token: string) {
  const { db } = context;
  const invitation = await requireInvitation(context, db, token);
  const locations = await db
    .selectFrom('locations')
    .select('name')
    // Without an id the list would be empty, which SQL does not allow.
    .where('id', 'in', [...invitation.location_ids, ''])
    .orderBy('name')
    .execute();
  const account = await readAccount(db, invitation.email);
  const { name: restaurant } = await readSite(db);
  return {
    name: invitation.name,
    email: invitation.email,
    role: invitation.role,
    locations: locations.map(({ name }) => name),
    invitedBy: invitation.inviter,
    restaurant,
    expiresAt: invitation.expires_at.toISOString(),
    hasAccount: account !== undefined,
    isSignedIn: actor.kind === 'person' && actor.userId === account?.id,
  };
}

/**
 * Accepts an invitation. The token proves that the person reads the mail of the address. That alone makes a new
 * account. An existing account may have been made by someone else, so there the person also signs in to it, and its
 * rights change only with that recent sign-in. A person who made an account with another's address never sees the token.
 */
export async function acceptInvitation(
  context: Context,
  by: Author,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
): Promise<ResponseOf<'acceptInvitation'>> {
  return transaction(context.db, async (tx) => {
    const invitation = await requireInvitation(context, tx, token);
    // Deleting it first makes the link work once, also for two tabs at the same time.
    const { numDeletedRows } = await tx.deleteFrom('invitations').where('id', '=', invitation.id).executeTakeFirst();
    if (numDeletedRows === 0n) throw refuseLink();
    const account = await readAccount(tx, invitation.email);
    const userId = account
      ? await promoteToStaff(context, tx, by, invitation, account)
      : await addAccount(context, tx, invitation, password);
    const actor = { ...STAFF_ACTOR, userId, name: invitation.name, email: invitation.email, role: invitation.role };
    await recordAuditEntry(tx, { at: context.clock.now(), ...by, actor }, 'accept-invitation', ['user', userId], {
      after: { role: invitation.role, locationIds: invitation.location_ids, invitedBy: invitation.inviter },
    });
    const pin = (await hasTablets(tx, invitation)) ? await storeRandomPin(context, tx, userId) : null;
    return { email: invitation.email, isNewAccount: account === undefined, pin };
  });
}

const STAFF_ACTOR = { kind: 'person', locationIds: [] } as const;

function refuseLink() {
  return refuse(
    'not-found',
    say`This link no longer works. It was used, or it is older than ${INVITATION_DAYS} days. Ask for a new one.`,
  );
}

/** The invitation of a token. It ends with its time, and with the rights of the admin or of the API key that sent it. */
async function requireInvitation(context: Context, db: Db | Tx, token: string): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .leftJoin('api_keys as k', 'k.id', 'i.invited_by_key')
    .selectAll('i')
    .select(['u.name as inviter', 'u.role as inviter_role', 'u.is_active as inviter_is_active'])
    .select(['k.revoked_at as key_revoked_at', 'k.expires_at as key_expires_at'])
    .where('i.token_hash', '=', hashKey(token))
    .executeTakeFirst();
  const now = context.clock.now();
  if (!row || row.expires_at <= now) throw refuseLink();
  if (row.key_revoked_at !== null || (row.key_expires_at !== null && row.key_expires_at <= now)) throw refuseLink();
  if (row.invited_by !== null && !(row.inviter_role === 'admin' && row.inviter_is_active)) throw refuseLink();
  return row;
}

function readAccount(db: Db | Tx, email: string) {
  return db.selectFrom('users').select(['id', 'role']).where('email', '=', email).executeTakeFirst();
}

async function addAccount(
  context: Context,
  tx: Tx,
  { email, name, role, location_ids: locationIds }: OpenInvitation,
  password: string | undefined,
): Promise<string> {
  if (password === undefined || password === '') {
    throw refuse('invalid-argument', say`Please choose a password.`, { field: 'password' });
  }
  return addPerson(context, tx, { email, name, password, role, locationIds, phone: null });
}

async function promoteToStaff(
  context: Context,
  tx: Tx,
  { actor, from }: Author,
  { role, location_ids: locationIds }: OpenInvitation,
  { id: userId, role: presentRole }: { readonly id: string; readonly role: Role },
): Promise<string> {
  if (actor.kind !== 'person' || actor.userId !== userId || actor.atTablet) {
    throw refuse('unauthenticated', say`Please sign in to the account with this address, then accept.`);
  }
  // Someone gave the account a role after the invitation. Accepting must not lower it.
  if (presentRole !== 'customer') throw refuse('already-exists', say`You are already on the team.`);
  // The link proved the address.
  await updateRow(tx, 'users', userId, { email_verified: true, email_confirmed_at: context.clock.now() });
  await changeUsers(context, tx, { actor, from }, [userId], { role, locationIds: [...locationIds] });
  return userId;
}

/** True if the person will unlock shared tablets with a PIN: staff and managers, where there are tablets. */
async function hasTablets(tx: Tx, { role, location_ids: locationIds }: OpenInvitation): Promise<boolean> {
  if (role === 'admin' || role === 'accountant') return false;
  const tablet = await tx
    .selectFrom('tablets')
    .select('id')
    .where('location_id', 'in', [...locationIds, ''])
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return tablet !== undefined;
}
