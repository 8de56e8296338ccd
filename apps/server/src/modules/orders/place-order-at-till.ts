import type { ResponseOf } from '@tiffin/contract';
import { ZERO, say } from '@tiffin/domain/core';
import { PROCESSED_BY_HAND } from '@tiffin/domain/payment';
import { userIdOf } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../context.ts';
import { reserveKitchenSlots } from '../capacity/reserve-slots.ts';
import { recordPayment } from '../ledger/record-payment.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { sellStock } from '../menu/stock/move-stock.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { orderFactsOf, slotClaimOfPricedOrder } from './pricing/priced-order.ts';
import { newOrder } from './new-order.ts';
import { recordTillOrder, soldOutItemsAudit, type PricedTillOrder } from './pricing/price-at-till.ts';
import { findExistingAccount } from './queries.ts';
import { insertSettledOrder } from './insert-order.ts';

/** Places an order at the till, paid in cash at once or at pickup. The guest's name is enough. */
export async function placeOrderAtTill(
  context: Context,
  tx: Tx,
  by: Author,
  priced: PricedTillOrder,
  { isCounted }: { readonly isCounted: boolean },
): Promise<ResponseOf<'createAdminOrderCash'>> {
  const { menu, request, items, price } = priced;
  const userId = await findExistingAccount(tx, request.customer.userId);
  const now = context.clock.now();
  // A fully discounted order is paid without a payment.
  const isPaid = isCounted && price.total > 0;

  const { order } = await insertSettledOrder(context, tx, () => {
    const row = newOrder(
      {
        ...orderFactsOf(priced),
        userId,
        paymentMethod: 'cash',
        paymentStatus: isPaid || price.total === 0 ? 'paid' : 'unpaid',
        paidAt: isPaid ? now : null,
        processedBy: isPaid ? PROCESSED_BY_HAND : null,
        adminCreated: true,
        ...by,
      },
      now,
      context,
    );
    return { row, actor: by.actor, promotion: priced.promotion, points: priced.points };
  });
  const { orderId } = order;
  await sellStock(context, tx, menu, orderId, items, request.sellAnyway);
  await reserveKitchenSlots(tx, menu.location.id, { orderId }, slotClaimOfPricedOrder(priced));
  if (isPaid) {
    const { rounding } = cashDue(price.total, (await readSite(tx)).coin);
    const payment = { ...by, tender: 'cash' as const, amount: price.total, tip: ZERO, rounding };
    await recordPayment(context, tx, { bill_id: orderId, location_id: menu.location.id }, payment);
  }
  const placed = { orderId, billId: orderId, locationId: menu.location.id };
  const auditDetails = { paymentMethod: 'cash', takenBy: userIdOf(by.actor) };
  const sold = soldOutItemsAudit(request.sellAnyway, items);
  await recordTillOrder(context, tx, placed, { ...priced, ...sold, actor: by.actor }, { from: by.from, auditDetails });
  return { orderId, order, message: say`Order ${orderId} created` };
}
