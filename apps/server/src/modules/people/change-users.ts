import type { ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, toDollars } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import {
  balanceAdjustment,
  checkUserForm,
  normalisePhone,
  userIdOf,
  type Actor,
  isBoundToLocations,
} from '@tiffin/domain/people';
import { sql } from 'kysely';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import type { Context, Tx } from '../../context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { diffForAudit, recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { endLiveEvents } from './end-live-events.ts';
import { readUsersById, userAnswer, type UserAnswer, type UserRow } from './read-users.ts';
import { requireLocations } from './require-locations.ts';
import { deletePushFollowers } from '../outbox/push-followers.ts';
import { readValidKeys, revokeApiKey } from './api-keys.ts';
import { idsOf } from '../../platform/db/sql-lists.ts';
import { insertRow } from '../../platform/db/write-row.ts';

type UserUpdates = ValidatedInput<'updateUser'>['body']['updates'];

interface UsersChange {
  readonly actor: Actor;
  readonly from: RequestOrigin | null;
  /** Why the points were changed. */
  readonly note?: string | undefined;
  /** Deletes the people: their accounts are deactivated, and their orders remain. */
  readonly isDeletion?: boolean;
  /** The version the edit is based on; without it the edit overwrites. */
  readonly version?: number | undefined;
}

/**
 * Applies one change to several people, all or none. A lost right ends with the next request: roles are read with
 * every request, sessions of deactivated people are deleted and live events end.
 */
export async function changeUsers(
  context: Context,
  tx: Tx,
  change: UsersChange,
  userIds: readonly string[],
  updates: UserUpdates,
): Promise<UserAnswer[]> {
  const ids = [...new Set(userIds)];
  const now = context.clock.now();
  const deactivation = change.isDeletion ? { is_active: false, is_deleted: true, deleted_at: now } : {};
  const columns = { ...columnsOf(updates), ...deactivation };
  const endsAdmin = columns.is_active === false || (columns.role !== undefined && columns.role !== 'admin');
  await (endsAdmin ? requireRemainingAdmin(tx, ids) : lockUsers(tx, ids));
  const before = await readUsersById(tx, ids);
  if (before.length < ids.length) throw refuse('not-found', userNotices.notFound);
  const conflicting = change.version !== undefined && before.find((person) => person.version !== change.version);
  if (conflicting) throw refuse('conflict', undefined, { user: userAnswer(conflicting), field: 'version' });
  if (givesRights(before, updates)) await requireRecentProof(context, tx, change);
  requireConfirmedAddresses(before, updates);
  if (Object.values(columns).some((value) => value !== undefined)) {
    await tx
      .updateTable('users')
      .set({ ...columns, updated_at: now })
      .where('id', 'in', ids)
      .execute();
  }
  if (updates.loyaltyPoints !== undefined) await adjustPoints(tx, change, before, updates.loyaltyPoints, now);
  await setLocations(tx, before, updates);
  await incrementVersions(tx, ids);
  if (columns.role !== undefined && columns.role !== 'customer') await startAsStaff(context, tx, before, now);
  // A PIN chosen for a till must not become a manager's approval.
  const withNewRole = before.filter(({ role }) => columns.role !== undefined && columns.role !== role);
  if (withNewRole.length > 0) await tx.deleteFrom('pins').where('user_id', 'in', idsOf(withNewRole)).execute();
  if (columns.is_active === false) await endAccess(context, tx, change, ids);
  else if (columns.role !== undefined && columns.role !== 'admin') {
    const formerAdmins = before.filter(({ role }) => role === 'admin');
    await endGrantedAccess(context, tx, change, idsOf(formerAdmins));
  }
  if (columns.role !== undefined || columns.is_active === false) {
    // An earlier invitation must not change a role that was decided later.
    const emails = before.map(({ email }) => email);
    await tx.deleteFrom('invitations').where('email', 'in', emails).execute();
  }
  const after = await readUsersById(tx, ids);
  await recordAndAnnounce(context, tx, change, before, after, now);
  return after.map(userAnswer);
}

/** Customers who become staff sign in again, because only a sign-in can tell whether their password is too weak. */
async function startAsStaff(context: Context, tx: Tx, people: readonly UserRow[], now: Date): Promise<void> {
  const ids = people.filter(({ role }) => role === 'customer').map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.updateTable('users').set({ staff_since: now }).where('id', 'in', ids).execute();
  const { rows } = await sql<{ id: string }>`
    delete from sessions s where user_id = any(${ids}::text[]) and proven_by is distinct from 'social' and exists (
      select from sign_in_accounts where user_id = s.user_id and provider_id = 'credential')
    returning user_id as id
  `.execute(tx);
  for (const id of new Set(rows.map((row) => row.id))) await endLiveEvents(context, tx, id, now);
}

/** True if the change gives someone access: a role, a location, or reactivation of a person with a role. */
function givesRights(before: readonly UserRow[], { role, locationIds, isActive }: UserUpdates): boolean {
  if (role !== undefined) return true;
  return before.some(
    (person) =>
      person.role !== 'customer' &&
      ((isActive === true && !person.is_active) || locationIds?.some((id) => !person.location_ids.includes(id))),
  );
}

/** Refuses to make customers staff who never confirmed their address: somebody else may have signed up with it. */
function requireConfirmedAddresses(before: readonly UserRow[], { role }: UserUpdates): void {
  if (role === undefined || role === 'customer') return;
  const person = before.find((each) => each.role === 'customer' && each.email_confirmed_at === null);
  if (!person) return;
  throw refuse(
    'failed-precondition',
    say`${person.email} was never confirmed, so the account may belong to somebody else. Invite this address to the team instead.`,
    { field: 'role', userId: person.id },
  );
}

/** From now on, edits based on an earlier version of these people are refused. */
async function incrementVersions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute();
}

/** Locked in one order, so that two edits cannot deadlock. */
async function lockUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from users where id = any(${[...ids]}::text[]) order by id for update`.execute(tx);
}

/** Ensures that an admin remains. Locks all admins, so that two of them cannot remove each other. */
async function requireRemainingAdmin(tx: Tx, leavingIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; is_admin: boolean }>`
    select id, role = 'admin' and is_active and not is_deleted as is_admin from users
    where id = any(${[...leavingIds]}::text[]) or (role = 'admin' and is_active and not is_deleted)
    order by id for update
  `.execute(tx);
  const admins = rows.filter((row) => row.is_admin);
  if (admins.length > 0 && admins.every((row) => leavingIds.includes(row.id))) throw refuse('last-admin');
}

function columnsOf(updates: UserUpdates) {
  // The form needs a name, so an update without one is checked with one that is valid.
  const form = { displayName: updates.displayName ?? 'unchanged', phoneNumber: updates.phoneNumber ?? '' };
  const [problem] = Object.entries(checkUserForm(form));
  if (problem) throw refuse('invalid-argument', problem[1], { field: problem[0] });
  const phone = form.phoneNumber.trim() === '' ? null : normalisePhone(form.phoneNumber);
  if (phone === null && form.phoneNumber.trim() !== '') {
    throw refuse('invalid-argument', say`Please enter a valid phone number`, { field: 'phoneNumber' });
  }
  return {
    name: updates.displayName?.trim(),
    phone_number: updates.phoneNumber === undefined ? undefined : phone,
    role: updates.role,
    total_orders: updates.totalOrders,
    total_spent_cents: updates.totalSpent,
    is_active: updates.isActive,
    // Reactivating also undoes a deletion.
    is_deleted: updates.isActive === true ? false : undefined,
    deleted_at: updates.isActive === true ? null : undefined,
  };
}

/** Points are a ledger, so a new balance is written as an adjustment. */
async function adjustPoints(tx: Tx, change: UsersChange, people: readonly UserRow[], newBalance: number, now: Date) {
  for (const person of people) {
    const balance = await tx
      .selectFrom('loyalty_entries')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('points'), sql<number>`0`).as('points'))
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const entry = balanceAdjustment([{ points: balance.points, reason: 'adjustment', orderId: null }], newBalance);
    if (!entry) continue;
    await insertRow(tx, 'loyalty_entries', {
      user_id: person.id,
      points: entry.points,
      reason: entry.reason,
      note: change.note ?? null,
      actor_id: userIdOf(change.actor),
      at: now,
    });
    await tx.updateTable('users').set({ loyalty_points: newBalance }).where('id', '=', person.id).execute();
  }
}

/** Only staff and managers have locations. */
async function setLocations(tx: Tx, people: readonly UserRow[], updates: UserUpdates): Promise<void> {
  if (updates.role === undefined && updates.locationIds === undefined) return;
  for (const person of people) {
    const role = updates.role ?? person.role;
    const newLocationIds = isBoundToLocations(role) ? [...new Set(updates.locationIds ?? person.location_ids)] : [];
    await requireLocations(tx, newLocationIds);
    await tx.deleteFrom('user_locations').where('user_id', '=', person.id).execute();
    if (newLocationIds.length === 0) continue;
    await tx
      .insertInto('user_locations')
      .values(newLocationIds.map((locationId) => ({ user_id: person.id, location_id: locationId })))
      .execute();
  }
}

/** Writes audit entries, announces the change and ends live events with outdated rights. */
async function recordAndAnnounce(
  context: Context,
  tx: Tx,
  change: UsersChange,
  before: readonly UserRow[],
  after: readonly UserRow[],
  now: Date,
): Promise<void> {
  const { actor, from } = change;
  for (const person of after) {
    const earlier = before.find(({ id }) => id === person.id);
    if (!earlier) continue;
    const difference = diffForAudit(auditFields(earlier), auditFields(person));
    if (!difference) continue;
    const action = change.isDeletion ? 'deactivate-user' : 'update-user';
    await recordAuditEntry(tx, { at: now, actor, from }, action, ['user', person.id], difference);
    await context.events.append(tx, {
      type: 'user.changed',
      locationId: null,
      userId: person.id,
      at: now,
      data: { user: userAnswer(person) },
    });
    const hasNewRights = ['role', 'isActive', 'locationIds'].some((field) => field in difference.after);
    if (hasNewRights) await endLiveEvents(context, tx, person.id, now);
  }
}

function auditFields(row: UserRow) {
  return {
    displayName: row.name,
    phoneNumber: row.phone_number,
    role: row.role,
    isActive: row.is_active,
    isDeleted: row.is_deleted,
    totalOrders: row.total_orders,
    totalSpent: toDollars(cents(row.total_spent_cents)),
    loyaltyPoints: row.loyalty_points,
    locationIds: row.location_ids,
  };
}

/**
 * Ends everything with which deactivated people reach the restaurant: sessions, PINs, API keys they created,
 * notifications on their devices, and invitations they sent. Passwords and passkeys stay but open nothing while the
 * account is inactive.
 */
async function endAccess(context: Context, tx: Tx, by: Author, userIds: readonly string[]): Promise<void> {
  for (const table of ['sessions', 'pins'] as const) {
    await tx.deleteFrom(table).where('user_id', 'in', userIds).execute();
  }
  await deletePushFollowers(tx, (row) => row('user_id', 'in', userIds));
  await endGrantedAccess(context, tx, by, userIds);
}

/** Ends API keys that these people created, and invitations they sent. Both carry the rights of an admin. */
async function endGrantedAccess(context: Context, tx: Tx, by: Author, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.deleteFrom('invitations').where('invited_by', 'in', userIds).execute();
  for (const { id } of await readValidKeys(tx, 'created_by', userIds)) await revokeApiKey(context, tx, by, id);
}
