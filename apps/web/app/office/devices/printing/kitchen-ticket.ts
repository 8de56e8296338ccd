import { clockText } from '@tiffin/domain/hours';
import { callOutCode, isAllergy, orderTypeLabel, type OrderType } from '@tiffin/domain/order';
import { newRoll } from './roll.ts';
import { PRINT_TEXTS as texts } from './paper-texts.ts';

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
