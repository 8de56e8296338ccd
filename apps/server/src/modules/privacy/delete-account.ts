import { REQUEST_LIMITS } from '@tiffin/contract';
import { failures, refuse, say } from '@tiffin/domain/core';
import { OPEN_STATUSES } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { isPasswordCorrect, passwordHashOf } from '../../platform/auth/password-hash.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { onCommit, transaction } from '../../platform/db/transaction.ts';
import { closeStreamsOf } from '../../platform/events/stream.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { requireClaimCode } from '../guest-orders/claim-order.ts';
import { resetLimits, countLimitUses } from '../../platform/http/rate-limiter.ts';
import { recordAuditEntries } from '../audit/record-audit-entries.ts';
import { DELETED_NAME, erasePerson } from './erase-person.ts';

const STAFF_CANNOT_DELETE = say`Staff accounts are closed by an admin.`;

interface DeletionProof {
  readonly password: string | null;
  /** The code of `sendClaimCode`. With it, what has only the account's address is erased too. */
  readonly code: string | null;
}

/**
 * Deletes an account. Orders are retained for bookkeeping, so they are anonymised; the profile is emptied, related data
 * is deleted and all sessions end.
 */
export async function deleteAccount(
  context: Context,
  actor: Actor & { kind: 'person' },
  { password, code }: DeletionProof,
  from: RequestOrigin,
): Promise<void> {
  if (actor.role !== 'customer') throw refuse('permission-denied', STAFF_CANNOT_DELETE);
  await checkPassword(context, actor.userId, password);
  const ownsEmail = code !== null;
  if (ownsEmail) await requireClaimCode(context, actor, code);
  await transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const { userId } = actor;
    const me = await tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
    if (!me) throw refuse('profile-not-found');
    // An admin without a second factor has a customer's rights, but still the role.
    if (me.role !== 'customer') throw refuse('permission-denied', STAFF_CANNOT_DELETE);
    await refuseWithOpenBookings(tx, userId, now);
    const { email } = me;
    await erasePerson(tx, { userId, email, ownsEmail });
    await tx
      .updateTable('users')
      .set({
        email: `deleted-${userId}@deleted.invalid`,
        email_verified: false,
        email_confirmed_at: null,
        name: DELETED_NAME,
        image: null,
        phone_number: null,
        language: null,
        welcome_code: null,
        notifications: false,
        is_active: false,
        is_deleted: true,
        deleted_at: now,
        loyalty_points: 0,
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
    await recordAuditEntries(tx, {
      at: now,
      actor: { ...actor, name: DELETED_NAME },
      action: 'delete-me',
      subject: { kind: 'user', id: userId },
      from: { requestId: from.requestId, address: null },
    });
    onCommit(tx, () => closeStreamsOf(userId));
  });
}

/** Requires the password, in case someone else uses the phone. People who sign in with another provider have none. */
async function checkPassword(context: Context, userId: string, password: string | null): Promise<void> {
  const hash = await passwordHashOf(context.db, userId);
  if (hash === null) return;
  const field = { field: 'password' };
  if (!password) throw refuse('invalid-argument', say`Please enter your password to delete your account.`, field);
  const guess = [REQUEST_LIMITS.signIn, `delete ${userId}`] as const;
  await countLimitUses(context, guess);
  if (!(await isPasswordCorrect(hash, password)))
    throw refuse('invalid-argument', failures['wrong-password'][1], field);
  await resetLimits(context, guess);
}

/** A guest with an open order or a booked table is still expected by name. */
async function refuseWithOpenBookings(tx: Tx, userId: string, now: Date): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirst();
  if (order) {
    throw refuse(
      'failed-precondition',
      say`Order ${order.id} is still in progress. Please wait until it is finished.`,
      {
        orderId: order.id,
      },
    );
  }
  const table = await tx
    .selectFrom('reservations')
    .select('reservation_id')
    .where('user_id', '=', userId)
    .where('status', 'in', AWAITED_STATUSES)
    .where('starts_at', '>', now)
    .executeTakeFirst();
  if (table) {
    const { reservation_id: reservationId } = table;
    throw refuse('failed-precondition', say`Reservation ${reservationId} is still to come. Please cancel it first.`, {
      reservationId,
    });
  }
}
