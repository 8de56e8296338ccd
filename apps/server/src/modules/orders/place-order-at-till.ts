import type { ResponseOf } from '@tiffin/contract';
import { cents, ZERO, say, toDollars } from '@tiffin/domain/core';
import { PROCESSED_BY_HAND } from '@tiffin/domain/payment';
import { portionsOf } from '@tiffin/domain/options';
import { userIdOf } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../context.ts';
import { reserveKitchenSlots } from '../capacity/reserve-slots.ts';
import { recordPayment } from '../ledger/record-payment.ts';
import { coinAt } from '../locations/restaurant/coins.ts';
import { sellStock } from '../menu/stock/move-stock.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { orderFactsOf, slotClaimOfPricedOrder } from './pricing/priced-order.ts';
import { newOrder } from './new-order.ts';
import type { PricedOfflineOrder } from './pricing/price-offline-sale.ts';
import { requireOwnLetters } from './till-devices.ts';
import { recordTillOrder, soldOutItemsAudit, type PricedTillOrder } from './pricing/price-at-till.ts';
import { findExistingAccount } from './queries.ts';
import { insertSettledOrder } from './insert-order.ts';

/**
 * Places an order at the till, paid in cash at once or at pickup. The guest's name is enough. An order that was taken
 * without a connection has the time at which it was taken.
 */
export async function placeOrderAtTill(
  context: Context,
  tx: Tx,
  by: Author,
  priced: PricedTillOrder & Partial<PricedOfflineOrder>,
  { isCounted }: { readonly isCounted: boolean },
): Promise<ResponseOf<'createAdminOrderCash'>> {
  const { menu, request, items, price, offline, takenAt } = priced;
  const userId = await findExistingAccount(tx, request.customer.userId);
  const now = context.clock.now();
  const at = takenAt ?? now;
  if (offline) await requireOwnLetters(context, tx, offline);
  // A fully discounted order is paid without a payment.
  const isPaid = isCounted && price.total > 0;

  const { order } = await insertSettledOrder(context, tx, () => {
    const row = newOrder(
      {
        ...orderFactsOf(priced),
        userId,
        paymentMethod: 'cash',
        paymentStatus: isPaid || price.total === 0 ? 'paid' : 'unpaid',
        paidAt: isPaid ? at : null,
        processedBy: isPaid ? PROCESSED_BY_HAND : null,
        adminCreated: true,
        offline,
        ...by,
      },
      at,
      context,
    );
    return { row: { ...row, updated_at: now }, actor: by.actor, promotion: priced.promotion, points: priced.points };
  });
  const { orderId } = order;
  // What was sold offline is gone, whatever the counters say.
  const oversell = offline ? items.flatMap(portionsOf).map(({ itemId }) => itemId) : request.sellAnyway;
  await sellStock(context, tx, menu, orderId, items, oversell);
  await reserveKitchenSlots(tx, menu.location.id, { orderId }, slotClaimOfPricedOrder(priced));
  if (isPaid) {
    const { rounding } = cashDue(price.total, await coinAt(tx, at));
    const payment = { ...by, tender: 'cash' as const, amount: price.total, tip: ZERO, rounding, takenAt };
    await recordPayment(context, tx, { bill_id: orderId, location_id: menu.location.id }, payment);
  }
  const placed = { orderId, billId: orderId, locationId: menu.location.id };
  // Until the order is paid, nobody knows how it will be; the payment then has an entry of its own.
  const offlineNumber = offline?.offline_number;
  const auditDetails = { paymentMethod: isPaid ? 'cash' : undefined, takenBy: userIdOf(by.actor), offlineNumber };
  const sold = soldOutItemsAudit(request.sellAnyway, items);
  await recordTillOrder(context, tx, placed, { ...priced, ...sold, actor: by.actor }, { from: by.from, auditDetails });
  if (offline && priced.differs?.length) {
    const menuTotal = toDollars(cents(offline.menu_total_cents ?? price.total));
    const after = { offlineNumber, differs: priced.differs, total: order.orderValue, menuTotal };
    const entry = { locationId: placed.locationId, after };
    await recordAuditEntry(tx, { at: now, ...by }, 'sell-by-old-menu', ['order', orderId], entry);
  }
  return { orderId, order, message: say`Order ${orderId} created` };
}
