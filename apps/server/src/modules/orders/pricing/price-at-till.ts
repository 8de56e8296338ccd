import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { cents, valueOrThrow, refuse, say, toDollars, amountText, type Cents } from '@tiffin/domain/core';
import { portionsOf } from '@tiffin/domain/options';
import type { RuleKind } from '@tiffin/domain/order';
import { authorise } from '@tiffin/domain/people';
import {
  CHARGE_LABELS,
  checkPrice,
  DISCOUNT_REASON_LABELS,
  staffDiscountLabel,
  staffDiscountSum,
  type StaffDiscount,
} from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../../context.ts';
import type { SessionSnapshot } from '../../../platform/db/stored-json.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntries, type Author } from '../../log/record-audit-entries.ts';
import { readKitchenLoad } from '../../capacity/kitchen-load.ts';
import { readOffers, resolveTypedCode } from '../promotions/offer-terms.ts';
import { priceOrderByMenu, type PricedOrder } from './priced-order.ts';
import { requireTipApproval } from './approve-tip.ts';
import { readDiscountLimit, requireDiscountApproval, insertStaffDiscounts } from './discounts.ts';

/** The discounts that staff gave when taking the order, with `line` as an index, and who approved them. */
export type TillDiscounts = Required<Pick<SessionSnapshot, 'given' | 'approvedBy'>>;

export interface PricedTillOrder extends PricedOrder, TillDiscounts {}

/**
 * Prices an order of the till by the current menu, with typed items and with discounts under the same limit as on a
 * placed bill. Staff may take orders while the kitchen is closed.
 */
export async function priceAtTill(
  context: Context,
  by: Author<RequestOrigin>,
  { finalTotal, ...order }: OrderRequest & { readonly finalTotal?: Cents | undefined },
): Promise<PricedTillOrder> {
  const request = await resolveTypedCode(context, by, order);
  if (request.welcomeCode !== '' && request.promoCode !== order.promoCode)
    throw refuse('offer-over', say`A welcome code works only for its owner, who orders online.`);
  if (request.giftCardCode !== '')
    throw refuse('invalid-argument', say`Place the order first: at the till a gift card pays a bill.`);
  const menu = await context.menus.fresh(request.location.id);
  if (!menu) throw refuse('location-not-found');
  valueOrThrow(authorise('order.create-at-till', by.actor, { locationId: menu.location.id }));
  const discounts = staffDiscountsOf(context, request);
  const now = context.clock.now();
  const kitchen = await readKitchenLoad(context.db, menu, now);
  const priced = valueOrThrow(
    priceOrderByMenu(menu, request, {
      now,
      kitchen,
      agreesToWait: true,
      by: 'till',
      given: discounts,
      // Only its owner can use a welcome code, online.
      offers: await readOffers(context.db, menu, { ...request, welcomeCode: '' }, request.customer.userId, now),
      sellAnyway: request.sellAnyway,
    }),
  );
  if (finalTotal !== undefined) valueOrThrow(checkPrice(priced.price, { total: finalTotal }));
  if (discounts.length === 0) return { ...priced, given: discounts, approvedBy: null };
  for (const { id } of discounts) {
    if (priced.adjustments.some(({ source }) => source === id)) continue;
    throw refuse('invalid-argument', say`This takes nothing off the bill.`, { field: 'given' });
  }
  const approvedBy = await requireDiscountApproval(context.db, by.actor, menu.location.id, {
    limit: await readDiscountLimit(context.db),
    subtotal: priced.price.subtotal,
    sum: staffDiscountSum(priced.adjustments),
    manager: by.from?.manager,
  });
  return { ...priced, given: discounts, approvedBy };
}

/** The discounts that staff gave, each with an id and the index of its line. */
export function staffDiscountsOf({ ids }: Context, { given, items }: Pick<OrderRequest, 'given' | 'items'>) {
  return given.map((each): StaffDiscount => ({ ...each, id: ids.uuid(), line: lineIndex(each.line, items.length) }));
}

/** Converts a line number, counted from 1, into an index. */
function lineIndex(line: number | null, lines: number): number | null {
  if (line === null) return null;
  if (line > lines) throw refuse('invalid-argument', say`This order has no line ${line}.`, { field: 'given' });
  return line - 1;
}

/** A payment link or page needs an amount to pay. */
export function requireSomethingToPay({ price }: Pick<PricedOrder, 'price'>): void {
  if (price.total > 0) return;
  throw refuse('failed-precondition', say`There is nothing to pay for this order. Create it without a payment.`);
}

/** Records in the audit log what an order of the till was made of, and stores its discounts. */
export async function recordTillOrder(
  context: Context,
  tx: Tx,
  order: { readonly orderId: string; readonly billId: string; readonly locationId: string },
  snapshot: Pick<SessionSnapshot, 'actor' | 'request' | 'items' | 'price' | 'soldAnyway'> &
    Partial<TillDiscounts> & { readonly takenAt?: Date | undefined },
  { from, auditDetails }: { readonly from: RequestOrigin | null; readonly auditDetails: object },
): Promise<void> {
  const { actor, request, items, price, given = [], approvedBy = null, soldAnyway, takenAt } = snapshot;
  // A guest who pays by a link confirms the tip there. Their order has no origin. With `takenAt` it is sold already.
  if (from && !takenAt) {
    const amounts = { tip: cents(price.tip), total: cents(price.total - price.tip) };
    const placed = { id: order.orderId, locationId: order.locationId };
    await requireTipApproval(context, tx, { actor, from }, placed, amounts);
  }
  const now = context.clock.now();
  const withLineNumbers = given.map((each) => ({ ...each, line: each.line === null ? null : each.line + 1 }));
  await insertStaffDiscounts(tx, order.billId, withLineNumbers, { actor, at: now, approvedBy });
  const openItems = items.filter((item) => item.open);
  const { zone, zoneName } = request.delivery ?? {};
  const { withoutCharges = [], chargeReasons = {} } = request;
  // Tablets with an older page ask for no reason.
  const removedChargeAudit = (kind: RuleKind) => [CHARGE_LABELS[kind], chargeReasons[kind]].filter(Boolean).join(': ');
  await recordAuditEntries(tx, {
    at: now,
    actor,
    action: 'create-order',
    subject: { kind: 'order', id: order.orderId },
    locationId: order.locationId,
    after: {
      total: toDollars(cents(price.total)),
      tipCents: price.tip > 0 ? price.tip : undefined,
      ...auditDetails,
      soldAnyway,
      zoneNamed: zoneName && zoneName === zone?.name ? zoneName : undefined,
      openItems: openItems.length > 0 ? openItems.map(typedItemAudit) : undefined,
      withoutCharges: withoutCharges.length > 0 ? withoutCharges.map(removedChargeAudit) : undefined,
      gave: given.length > 0 ? given.map(discountAudit) : undefined,
      approvedBy: approvedBy?.name,
    },
    from,
  });
}

const discountAudit = (discount: StaffDiscount) =>
  `${staffDiscountLabel(discount)}: ${DISCOUNT_REASON_LABELS[discount.reason]}`;

export function typedItemAudit(item: { readonly quantity: number; readonly name: string; readonly unitPrice: Cents }) {
  return `${item.quantity} × ${item.name}, ${amountText(item.unitPrice)}`;
}

/** Lists for the audit log what was sold although too few were left, including parts of combos. */
export function soldOutItemsAudit(
  sellAnyway: readonly string[],
  items: readonly Parameters<typeof portionsOf>[0][],
): { soldAnyway: string[] | undefined } {
  const sold = items.flatMap(portionsOf).filter(({ itemId }) => sellAnyway.includes(itemId));
  return { soldAnyway: sold.length > 0 ? sold.map(({ quantity, name }) => `${quantity} × ${name}`) : undefined };
}
