import { clockText } from '@tiffin/domain/hours';
import { callOutCode, isAllergy, orderTypeLabel, type OrderType } from '@tiffin/domain/order';
import { newRoll } from './roll.ts';
import { PRINT_TEXTS as texts } from './texts.ts';
import type { Receipt } from '@tiffin/domain/receipt';

/** What the kitchen needs of an order, as the wire tells it. No amounts: nobody cooks them. */
export interface KitchenOrder {
  readonly orderId: string;
  readonly orderType: OrderType;
  readonly orderTime: string;
  readonly estimatedReady: string | null;
  readonly locationInfo: { readonly timeZone: string };
  readonly customerInfo: { readonly name: string };
  readonly tableInfo?: { readonly tableNumber: string; readonly partySize: number } | undefined;
  readonly items: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly spiceLevelName: string;
  }[];
  readonly itemCount: number;
  readonly specialInstructions: string;
}

/** The ticket on the rail, in the order it is read: where it goes, when, what must not be missed, dishes, wishes. */
export function kitchenTicket(order: KitchenOrder): Uint8Array<ArrayBuffer> {
  const roll = newRoll();
  const zone = order.locationInfo.timeZone;
  const table = order.tableInfo?.tableNumber;
  const note = order.specialInstructions;
  const warns = isAllergy(note);

  const goesTo = table ? texts.table(table) : orderTypeLabel(order.orderType).toUpperCase();
  roll.line(goesTo, { size: 'big', inverted: true, centred: true });
  roll.line(callOutCode(order.orderId), { size: 'big', bold: true, centred: true });
  roll.line(order.orderId, { centred: true });
  roll.rule();
  roll.row(texts.placed, clockText(new Date(order.orderTime), zone));
  if (order.estimatedReady !== null) {
    roll.row(texts.due, clockText(new Date(order.estimatedReady), zone), { size: 'tall', bold: true });
  }
  roll.row(texts.customer, order.customerInfo.name);
  if (order.tableInfo) roll.line(texts.guests(order.tableInfo.partySize));
  if (note !== '' && warns) {
    roll.rule();
    roll.line(texts.allergy, { size: 'big', inverted: true, centred: true });
    roll.line(note, { size: 'big', bold: true });
  }
  roll.rule();
  for (const item of order.items) {
    roll.line(`${item.quantity} ${item.name}`, { size: 'big', hang: String(item.quantity).length + 1 });
    if (item.spiceLevelName !== '') roll.line(item.spiceLevelName.toUpperCase(), { size: 'tall', inverted: true });
    roll.feed();
  }
  if (note !== '' && !warns) {
    roll.rule();
    roll.line(texts.note, { bold: true });
    roll.line(note, { size: 'tall', bold: true });
  }
  roll.rule();
  roll.line(texts.dishes(order.itemCount), { bold: true });
  if (!roll.isWhole()) roll.line(texts.lettersMissing, { inverted: true });
  roll.cut();
  return roll.bytes();
}

/** The guest's receipt; with `opensDrawer` the cash drawer opens first, while the paper is still coming. */
export function receiptRoll(receipt: Receipt, { opensDrawer }: { opensDrawer: boolean }): Uint8Array<ArrayBuffer> {
  const roll = newRoll();
  if (opensDrawer) roll.openDrawer();
  roll.line(receipt.business, { size: 'big', bold: true, centred: true });
  for (const line of receipt.location) roll.line(line, { centred: true });
  roll.rule();
  for (const { name, value } of receipt.facts) roll.row(name, value);
  roll.rule();
  for (const { quantity, name, heat, amount } of receipt.items) {
    const before = `${quantity} x `;
    roll.row(before + name, amount, { hang: before.length });
    if (heat !== null) roll.line(heat, { indent: before.length });
  }
  roll.rule();
  for (const { name, value, weight } of receipt.sums) {
    roll.row(name, value, weight === 'plain' ? {} : { size: 'tall', bold: true });
  }
  roll.rule();
  roll.line(receipt.state, { size: 'big', bold: true, centred: true });
  if (receipt.paidAt !== null) roll.line(receipt.paidAt, { centred: true });
  roll.rule();
  for (const line of receipt.thanks) roll.line(line, { centred: true });
  if (receipt.hst !== null) roll.line(receipt.hst, { centred: true });
  roll.cut();
  return roll.bytes();
}

/** Shows that the printer is there, that its paper is 80 mm wide and that it knows our letters. */
export function testPage(): Uint8Array<ArrayBuffer> {
  const roll = newRoll();
  roll.line(texts.testTitle, { size: 'big', bold: true, centred: true });
  roll.line(texts.testText);
  roll.line(texts.testLetters);
  roll.line(texts.testRuler);
  roll.rule();
  roll.cut();
  return roll.bytes();
}
