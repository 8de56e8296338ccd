import { refuse, say } from '@tiffin/domain/core';
import { UNDO_CLAIM_HOURS, canUndoClaim } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { deletePushFollowers } from '../../outbox/push-followers.ts';
import { appendOrderUpdated } from '../../orders/apply-status.ts';
import { isOpenOrderError } from '../../orders/insert-order.ts';
import { lockPerson } from './claim-order.ts';
import { moveMessagesOfOrder } from '../../outbox/update-messages.ts';
import { moveSessionsOfOrder } from '../../money/sessions/sessions.ts';
import { updateOrder } from '../../orders/update-order.ts';
import { removePhone } from '../../people/profile-phone.ts';
import { removeFromPersonTotals } from '../../people/person-totals.ts';
import { lockOrder } from '../../orders/queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';

type Person = Extract<Actor, { kind: 'person' }>;

/**
 * Removes orders that were claimed by mistake from the account, with everything that the claims moved: all of them or
 * none.
 */
export async function undoClaims(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Person; readonly from: RequestOrigin },
  orderIds: readonly string[],
): Promise<void> {
  const now = context.clock.now();
  const claimed: OrderRow[] = [];
  // Locks orders before the account, in the sequence that all code uses.
  for (const id of [...new Set(orderIds)].toSorted()) {
    const row = await lockOrder(tx, id);
    if (row?.user_id !== actor.userId) throw refuse('order-not-found');
    if (!canUndoClaim(row.claimed_at, now)) throw refuse('failed-precondition', cannotUndoText(row));
    claimed.push(row);
  }
  await lockPerson(tx, actor.userId);
  for (const row of claimed) await removeFromAccount(context, tx, { actor, from }, row);
}

function cannotUndoText({ claimed_at: claimedAt }: OrderRow): string {
  return claimedAt === null
    ? say`This order was placed in your account.`
    : say`You can only remove an order within ${UNDO_CLAIM_HOURS} hours after adding it. Please call us.`;
}

async function removeFromAccount(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Person; readonly from: RequestOrigin },
  locked: OrderRow,
): Promise<void> {
  const now = context.clock.now();
  const { userId } = actor;
  const row = await updateOrder(tx, locked, { user_id: null, claimed_at: null }, now).catch((error: unknown) => {
    throw isOpenOrderError(error) ? refuse('failed-precondition', OTHER_OPEN_ORDER_TEXT) : error;
  });
  await undoMoveToAccount(tx, locked, userId);
  await removeFromPersonTotals(tx, locked, userId, now);
  await recordAuditEntry(tx, { at: now, actor, from }, 'undo-claim', ['order', locked.id], {
    locationId: locked.location_id,
  });
  await appendOrderUpdated(context, tx, row, now);
}

/** An unconfirmed contact may have only one unpaid cash order, and this would be the second. */
const OTHER_OPEN_ORDER_TEXT = say`Another order with the same phone number or address is open and unpaid. You can remove this one when that is finished.`;

/**
 * Undoes what the claim moved: the order's messages and payment sessions, its push subscriptions, and a phone number
 * that was added to the profile.
 */
async function undoMoveToAccount(tx: Tx, order: OrderRow, userId: string): Promise<void> {
  const { id, customer_phone: phone } = order;
  await moveMessagesOfOrder(tx, id, { from: userId, to: null });
  await deletePushFollowers(tx, (row) => row.and({ order_id: id, user_id: userId }));
  await moveSessionsOfOrder(tx, order, { from: userId, to: null });
  // The audit log remembers whether the claim added the phone number to the profile.
  const claim = await tx
    .selectFrom('audit_log')
    .select(sql<boolean>`coalesce((after ->> 'keptPhone')::boolean, false)`.as('keptPhone'))
    .where('action', '=', 'claim-order')
    .where('subject_id', '=', id)
    .where('actor_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (claim?.keptPhone) await removePhone(tx, userId, phone);
}
