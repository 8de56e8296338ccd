import type { OrderRequest } from '@tiffin/contract/order-request';
import { cents, orRefuse, refuse, say, toDollars, amountText, type Cents } from '@tiffin/domain/core';
import { portionsOf } from '@tiffin/domain/options';
import { authorise } from '@tiffin/domain/people';
import {
  checkPrice,
  DISCOUNT_REASON_LABELS,
  staffDiscountLabel,
  staffDiscountSum,
  type StaffDiscount,
} from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { SessionSnapshot } from '../../platform/db/kept-json.ts';
import type { From } from '../../platform/http/implement.ts';
import { recordChange, type Author } from '../audit/record-change.ts';
import { readKitchen } from '../fulfilment/kitchen-load.ts';
import { draftOrder, type OrderDraft } from './draft-order.ts';
import { givenLimit, requireMayGive, writeGiven } from './discounts.ts';

/** What the house gave on an order when it took it, of a line by its place, and who stood for it. */
export type GivenAtTill = Required<Pick<SessionSnapshot, 'given' | 'approvedBy'>>;

export interface TillDraft extends OrderDraft, GivenAtTill {}

/**
 * The till's order as the menu in force prices it, and what is typed besides; what the house takes off it under the
 * same limit as of a bill that is placed. Who stands at the counter knows whether the kitchen is open.
 */
export async function priceAtTill(
  context: Context,
  by: Author,
  { finalTotal, ...asked }: OrderRequest & { readonly finalTotal?: Cents | undefined },
): Promise<TillDraft> {
  const menu = await context.menus.fresh(asked.location.id);
  if (!menu) throw refuse('location-not-found');
  orRefuse(authorise('order.create-at-till', by.actor, { locationId: menu.location.id }));
  const given = asked.given.map((each): StaffDiscount => ({
    ...each,
    id: context.ids.uuid(),
    line: placeOf(each.line, asked.items.length),
  }));
  const now = context.clock.now();
  const kitchen = await readKitchen(context.db, menu, now);
  const draft = orRefuse(
    draftOrder(menu, asked, {
      now,
      kitchen,
      agreesToWait: true,
      by: 'till',
      given,
      sellAnyway: asked.sellAnyway,
    }),
  );
  if (finalTotal !== undefined) orRefuse(checkPrice(draft.price, { total: finalTotal }));
  if (given.length === 0) return { ...draft, given, approvedBy: null };
  for (const { id } of given) {
    if (draft.adjustments.some(({ source }) => source === id)) continue;
    throw refuse('invalid-argument', say`This takes nothing off the bill.`, { field: 'given' });
  }
  const approvedBy = await requireMayGive(context.db, by.actor, menu.location.id, {
    limit: await givenLimit(context.db),
    subtotal: draft.price.subtotal,
    sum: staffDiscountSum(draft.adjustments),
    manager: by.from.manager,
  });
  return { ...draft, given, approvedBy };
}

/** A line's place on the order by its number, from 1. */
function placeOf(line: number | null, lines: number): number | null {
  if (line === null) return null;
  if (line > lines) throw refuse('invalid-argument', say`This order has no line ${line}.`, { field: 'given' });
  return line - 1;
}

/** Where a link or a page is made, something has to be paid by it. */
export function requireSomethingToPay({ price }: Pick<OrderDraft, 'price'>): void {
  if (price.total > 0) return;
  throw refuse('failed-precondition', say`Nothing of this order is to be paid: create it without a payment.`);
}

/** What an order taken at the till was made of, as the audit log tells it, and what of it stands beside the bill. */
export async function keepTaken(
  context: Context,
  tx: Tx,
  order: { readonly orderId: string; readonly billId: string; readonly locationId: string },
  taken: Pick<SessionSnapshot, 'actor' | 'request' | 'items' | 'price' | 'soldAnyway'> & Partial<GivenAtTill>,
  { from, told }: { readonly from: From | null; readonly told: object },
): Promise<void> {
  const { actor, request, items, price, given = [], approvedBy = null, soldAnyway: sold } = taken;
  const now = context.clock.now();
  const onLines = given.map((each) => ({ ...each, line: each.line === null ? null : each.line + 1 }));
  await writeGiven(tx, order.billId, onLines, { actor, at: now, approvedBy });
  const open = items.filter((item) => item.open);
  const { zone, zoneName } = request.delivery ?? {};
  await recordChange(tx, {
    at: now,
    actor,
    action: 'create-order',
    subject: { kind: 'order', id: order.orderId },
    locationId: order.locationId,
    after: {
      total: toDollars(cents(price.total)),
      ...told,
      ...(sold && { soldAnyway: sold }),
      ...(zoneName && zoneName === zone?.name && { zoneNamed: zoneName }),
      ...(open.length > 0 && {
        openItems: open.map(typedTold),
      }),
      ...(given.length > 0 && {
        gave: given.map((each) => `${staffDiscountLabel(each)}: ${DISCOUNT_REASON_LABELS[each.reason]}`),
      }),
      ...(approvedBy && { approvedBy: approvedBy.name }),
    },
    from,
  });
}

/** What was typed, as the audit log tells it. */
export function typedTold(item: {
  readonly quantity: number;
  readonly name: string;
  readonly unitPrice: Cents;
}): string {
  return `${item.quantity} × ${item.name}, ${amountText(item.unitPrice)}`;
}

/** What was sold although too few were left, also as a part of a combo, as the audit log tells it. */
export function soldAnyway(
  named: readonly string[],
  items: readonly Parameters<typeof portionsOf>[0][],
): { soldAnyway?: string[] } {
  const sold = items.flatMap(portionsOf).filter(({ itemId }) => named.includes(itemId));
  return sold.length === 0 ? {} : { soldAnyway: sold.map(({ quantity, name }) => `${quantity} × ${name}`) };
}
