import type { OfflineSale } from '@tiffin/contract/order/offline-sale';
import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { addMinutes, amountText, currentLanguage, refuse, say, valueOrThrow, ZERO } from '@tiffin/domain/core';
import {
  defaultPrepMinutes,
  promisedWindow,
  singleTime,
  type OrderItem,
  type PromisedTime,
} from '@tiffin/domain/order';
import { authorise } from '@tiffin/domain/people';
import {
  compareWithMenu,
  isWithinLimit,
  priceSoldOrder,
  quoteFromMenu,
  staffDiscountSum,
  toDiscount,
  type QuotedLine,
  type SoldLine,
} from '@tiffin/domain/pricing';
import type { Context } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import type { OfflineColumns } from '../new-order.ts';
import { dishesToCook } from '../promise/promise-order.ts';
import { NO_OFFERS, usedOffer } from '../promotions/offer-terms.ts';
import { describeLine } from './describe-line.ts';
import { readDiscountLimit } from './discounts.ts';
import { staffDiscountsOf, type PricedTillOrder } from './price-at-till.ts';

/** An order that a device sold without a connection. */
export interface PricedOfflineOrder extends PricedTillOrder {
  readonly takenAt: Date;
  readonly offline: OfflineColumns & { readonly offline_number: string; readonly device_id: string };
  /** How it differs from the menu, for the audit log. */
  readonly differs: readonly string[];
}

/**
 * Prices an order as the device sold it. No later change refuses it, because the guest has paid. What differs from the menu
 * of now is named, so that a manager can look at it.
 */
export async function priceOfflineSale(
  context: Context,
  { actor }: Author<RequestOrigin>,
  order: OrderRequest,
  sale: OfflineSale,
): Promise<PricedOfflineOrder> {
  if (actor.kind !== 'person') throw refuse('permission-denied');
  const menu = await context.menus.fresh(order.location.id);
  if (!menu) throw refuse('location-not-found');
  const locationId = menu.location.id;
  valueOrThrow(authorise('order.create-at-till', actor, { locationId }));
  const takenAt = requireSentInTime(sale, context.clock.now());
  valueOrThrow(checkMayTakeMoney(menu.location, takenAt, 'staff'));
  const given = staffDiscountsOf(context, order);
  const sent = sale.adjustments?.[0]?.source;
  // Uses of a promotion with a limit cannot be counted afterwards.
  const promotion = menu.location.promotions?.find(({ id, isLimited }) => id === sent && !isLimited) ?? null;
  const source = promotion?.id ?? OFFLINE_PROMOTION;
  const quoted = order.items.map((item) => quoteItem(menu, item, takenAt));
  const inOwnLanguage = order.items.map((item) => quoteItem(menu.in(currentLanguage()), item, takenAt)?.name);
  const sold = {
    ...sale,
    lines: sale.lines.map((line, i) => (line.name === inOwnLanguage[i] ? withNamesOf(line, quoted[i]) : line)),
    adjustments: sale.adjustments?.map((each) => ({ ...each, source })),
  };
  const items = order.items.map((item, index) => {
    const taxClass = item.open?.taxClass ?? menu.dishes.get(item.id)?.taxClass;
    // Name and price follow from the sale.
    return describeLine(quoted[index] ?? { ...item, unitPrice: ZERO, taxClass }, menu, menu);
  });
  const terms = { tip: order.tip, given: given.map((each) => toDiscount(each, sold.lines[each.line ?? -1]?.name)) };
  const priced = valueOrThrow(priceSoldOrder(sold, items, terms));
  const { lines, price, adjustments, charges } = priced;
  const now = { lines: quoted, taxation: taxationAt(menu.location, takenAt) };
  const difference = compareWithMenu(sold, priced, now, terms);
  const off = staffDiscountSum(adjustments);
  const isBeyondLimit =
    !isWithinLimit(await readDiscountLimit(context.db), price.subtotal, off) &&
    !authorise('order.discount-beyond', actor, { locationId }).ok;
  return {
    menu,
    request: { ...order, delivery: null },
    items: lines,
    price,
    adjustments,
    charges,
    missing: ZERO,
    ...usedOffer(promotion, lines, adjustments, NO_OFFERS),
    points: undefined,
    given,
    approvedBy: null,
    promised: promiseOf(order, takenAt),
    takenAt,
    offline: {
      offline_number: sale.number,
      device_id: sale.deviceId.toLowerCase(),
      ticket_printed: sale.ticketPrinted,
      menu_total_cents: difference.menuTotal === price.total ? null : difference.menuTotal,
    },
    differs: [...difference.texts, ...(isBeyondLimit ? [`−${amountText(off)} > limit`] : [])],
  };
}

/** How far the clock of a device may be ahead. */
const MAX_AHEAD_MS = 5 * 60_000;
/** How late an order may arrive. */
const MAX_LATE_HOURS = 72;

/** When the order was taken. A clock that is a little ahead counts as now. */
function requireSentInTime({ takenAt }: OfflineSale, now: Date): Date {
  if (takenAt.getTime() > now.getTime() + MAX_AHEAD_MS) {
    const ahead = say`The clock of this device is ahead, so this order is from the future. Set the clock, and send the order once its time has come.`;
    throw refuse('invalid-argument', ahead, { field: 'takenAt' });
  }
  if (now.getTime() - takenAt.getTime() > MAX_LATE_HOURS * 3_600_000) {
    const late = say`This order was taken more than ${MAX_LATE_HOURS} hours ago. Save its file, and a manager enters it as a new order.`;
    throw refuse('invalid-argument', late, { field: 'takenAt' });
  }
  return takenAt > now ? now : takenAt;
}

/** The source of what a promotion took off that does not exist any more, or has a limit by now. */
const OFFLINE_PROMOTION = 'offline';

/** The item by the menu of now, also if it is sold out; null if it cannot be ordered so any more. */
function quoteItem({ location, dishes }: LocationMenu, item: OrderItem, at: Date): QuotedLine<OrderItem> | null {
  const quoted = quoteFromMenu([item], dishes, { locationId: location.id, orderedFor: at, sellAnyway: [item.id] });
  return (quoted.ok && quoted.value[0]) || null;
}

/** Bills have the names of the restaurant's language, whatever the language of the device. */
function withNamesOf(line: SoldLine, dish: QuotedLine<OrderItem> | null | undefined): SoldLine {
  const options = line.options?.map((option) => {
    const now = dish?.choices?.find(({ group, id }) => group === option.group && id === option.id) ?? option;
    return { ...option, name: now.name, groupName: now.groupName, kitchenName: now.kitchenName, of: now.of };
  });
  return { ...line, name: dish?.name ?? line.name, options };
}

/** The usual time after the order was taken. It takes no room in the kitchen, which has made it or makes it now. */
function promiseOf({ items, orderType, wantedFor }: OrderRequest, takenAt: Date): PromisedTime {
  const grounds = { quote: defaultPrepMinutes(orderType, dishesToCook(items)), source: 'rule' } as const;
  const readyAt = wantedFor ?? addMinutes(takenAt, grounds.quote);
  const begins = addMinutes(readyAt, -grounds.quote);
  return {
    readyAt,
    window: wantedFor ? singleTime(readyAt) : promisedWindow(readyAt, grounds),
    fireAt: begins > takenAt ? begins : null,
    grounds,
    counted: [],
  };
}
