import type { ResponseOf } from '@tiffin/contract';
import { MAX_SAVED_ADDRESSES } from '@tiffin/contract/delivery/delivery';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import { formatPostalCode } from '@tiffin/domain/delivery';
import { translateOrderForGuest, GUEST_CANCEL_REASON, isFinalStatus } from '@tiffin/domain/order';
import { authorise, isActorOwner, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { pageOf, readCursor } from '../../../platform/http/cursor.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { appendOrderUpdated, applyStatusChange } from '../../orders/apply-status.ts';
import { orderForLinkHolder, orderAnswer } from '../../orders/order-answer.ts';
import { updateOrder } from '../../orders/update-order.ts';
import { lockOrder, readOrders } from '../../orders/queries.ts';
import { isOrderTokenValid } from '../../orders/show-order.ts';

/** Lists a customer's own orders, newest first, in pages. */
export async function listOwnOrders(
  context: Context,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<ResponseOf<'getCustomerOrders'>> {
  const after = readCursor(page.cursor, 'orderTime', 'time');
  const older = after ? sql`and (o.order_time, o.id) < (${after.value}, ${after.id})` : sql``;
  const found = await readOrders(
    context.db,
    sql`o.user_id = ${userId} ${older}`,
    sql`order by o.order_time desc, o.id desc limit ${page.limit + 1}`,
  );
  const { page: rows, nextCursor } = pageOf(found, page.limit, (row) => ({
    sort: 'orderTime',
    value: row.order_time,
    id: row.id,
  }));
  const now = context.clock.now();
  return { orders: rows.map((row) => translateOrderForGuest(orderAnswer(row, now, context))), nextCursor };
}

/** Cancels a guest's own order, or one whose link they have, while it is pending or preparing. */
export function cancelOwnOrder(
  context: Context,
  actor: Actor,
  input: { readonly orderId: string; readonly token?: string | null | undefined; readonly reason?: string | undefined },
  from: RequestOrigin,
): Promise<WireOrder> {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, input.orderId);
    const hasValidLink = locked !== null && isOrderTokenValid(context, locked, input.token ?? undefined);
    const isOwn = isActorOwner(actor, locked?.user_id);
    if (!locked || !(hasValidLink || isOwn)) throw refuse('order-not-found');
    // Staff can see every link, so they cancel under their own name and rights.
    const hasOrderLink = !isOwn && !authorise('order.cancel', actor, { locationId: locked.location_id }).ok;
    if (hasOrderLink && locked.admin_created) {
      throw refuse('failed-precondition', say`This order was taken by us: please call us to cancel it.`);
    }
    const { order } = await applyStatusChange(context, tx, locked, {
      to: 'cancelled',
      actor,
      hasOrderLink,
      note: input.reason || GUEST_CANCEL_REASON,
      from,
    });
    if (hasOrderLink) return orderForLinkHolder(order);
    return isOwn ? translateOrderForGuest(order) : order;
  });
}

/** Reports that a guest has arrived with their car. Staff are notified once. */
export function reportArrival(
  context: Context,
  actor: Actor,
  input: { readonly orderId: string; readonly token?: string | null | undefined },
): Promise<WireOrder> {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, input.orderId);
    const isOwn = isActorOwner(actor, locked?.user_id);
    if (!locked || !(isOwn || isOrderTokenValid(context, locked, input.token ?? undefined)))
      throw refuse('order-not-found');
    if (locked.vehicle === null) throw refuse('failed-precondition', say`This order is picked up at the counter.`);
    const now = context.clock.now();
    const answerFor = (order: WireOrder) => (isOwn ? translateOrderForGuest(order) : orderForLinkHolder(order));
    if (locked.here_at !== null) return answerFor(orderAnswer(locked, now, context));
    if (isFinalStatus(locked.status)) throw refuse('failed-precondition', say`Order ${locked.id} is ${locked.status}.`);
    const row = await updateOrder(tx, locked, { here_at: now }, now);
    return answerFor(await appendOrderUpdated(context, tx, row, now));
  });
}

/**
 * The customer's earlier delivery addresses, each once, latest first. They come from the orders, so they need no
 * editing and disappear with the account.
 */
export async function listOwnAddresses(context: Context, userId: string): Promise<ResponseOf<'getMyAddresses'>> {
  const { rows } = await sql<{ address: string; instructions: string | null; postal_code: string | null }>`
    select address, instructions, postal_code from (
      select distinct on (lower(btrim(delivery_address)), coalesce(delivery ->> 'postalCode', ''))
        delivery_address as address, delivery_instructions as instructions, delivery ->> 'postalCode' as postal_code, order_time
      from orders where user_id = ${userId} and not admin_created and delivery_address is not null
      order by lower(btrim(delivery_address)), coalesce(delivery ->> 'postalCode', ''), order_time desc
    ) addresses order by order_time desc limit ${MAX_SAVED_ADDRESSES}
  `.execute(context.db);
  return {
    addresses: rows.map(({ address, instructions, postal_code: code }) => ({
      address,
      instructions: instructions ?? '',
      postalCode: code ? formatPostalCode(code) : '',
    })),
  };
}
