import { localDate, say } from '../core/index.ts';
import { leaveAtDoorText } from '../delivery/index.ts';
import { clockRangeText, clockText, dayUnlessToday } from '../hours/index.ts';
import {
  orderCode,
  groupBySeat,
  servedAtText,
  allergiesOf,
  allergyMark,
  allergyTexts,
  mentionsAllergy,
  windowOfAnswer,
  lineChangeText,
  lineTexts,
  missingTableText,
  orderTypeLabel,
  portionsToCook,
  type Allergy,
  type CheckedItem,
  type CheckedOrder,
  type LineChange,
  type OrderType,
} from '../order/index.ts';
import type { OptionLine } from '../options/index.ts';
import type { Paper, PrintContent } from './esc-pos.ts';
import type { Receipt } from '../receipt/index.ts';

const dishesText = (count: number) => (count === 1 ? say`1 dish` : say`${count} dishes`);

const LETTERS_MISSING = say`Characters that this printer cannot print appear as ?. Read the order on the screen.`;

/** The fields of an order that the kitchen needs, as in the API. It has no amounts. */
export interface KitchenOrder extends CheckedOrder {
  readonly orderId: string;
  /** The number that a device gave the order without the server; the guest has it. */
  readonly offlineNumber?: string | null | undefined;
  /** True if that device printed this ticket itself; absent while it prints it. */
  readonly ticketPrinted?: boolean | undefined;
  readonly orderType: OrderType;
  readonly orderTime: string;
  readonly estimatedReady: string | null;
  readonly promised?: { readonly from: string; readonly to: string } | undefined;
  readonly locationInfo: { readonly timeZone: string };
  readonly customerInfo: { readonly name: string };
  readonly metadata?: { readonly adminCreated: boolean } | undefined;
  readonly tableInfo?: { readonly tableNumber: string; readonly partySize: number } | undefined;
  readonly tab?: { readonly label: string; readonly tableName: string } | undefined;
  readonly items: readonly (CheckedItem & {
    readonly line: number;
    readonly name: string;
    readonly quantity: number;
    readonly refundedQuantity?: number | undefined;
    readonly spiceLevelName: string;
    readonly isCooked?: boolean | undefined;
    readonly options?: readonly OptionLine<unknown>[] | undefined;
    readonly note?: string | undefined;
    readonly allergies?: readonly Allergy[] | undefined;
    readonly seat?: number | null | undefined;
  })[];
  readonly specialInstructions: string;
  readonly allergies?: readonly Allergy[] | undefined;
  readonly allergyNote?: string | undefined;
  readonly due: number;
  readonly deliveryInfo?: { readonly leaveAtDoor?: boolean | undefined } | undefined;
  readonly changes?: readonly { readonly lines: readonly LineChange[] }[] | undefined;
}

/** What changed about an order after its ticket was printed. */
export interface KitchenSlip {
  readonly isCancelled: boolean;
  /** Portions that are not to be cooked any more. */
  readonly dropped: readonly { readonly name: string; readonly quantity: number }[];
  /** Lines with the portions to cook in addition. */
  readonly added: KitchenOrder['items'];
  /** Lines that are now made with another heat level, other options or another note. */
  readonly changed: KitchenOrder['items'];
  readonly hasNewAllergies: boolean;
  readonly hasNewNote: boolean;
}

type LateOrder = Pick<KitchenOrder, 'offlineNumber' | 'orderTime' | 'ticketPrinted' | 'locationInfo'>;

/** Says that an order arrives late and may be known, so that nobody cooks it twice. Null on the ticket of its own till. */
export function takenOfflineText({ offlineNumber, orderTime, ticketPrinted, locationInfo }: LateOrder): string | null {
  if (offlineNumber == null || ticketPrinted === undefined) return null;
  const time = clockText(new Date(orderTime), locationInfo.timeZone);
  return ticketPrinted
    ? say`Taken offline at ${time}: the till printed its ticket.`
    : say`Taken offline at ${time}: ask whether the kitchen was told.`;
}

/** The kitchen ticket in reading order: destination, allergies, time, dishes, notes. */
export const kitchenTicket =
  (order: KitchenOrder): PrintContent =>
  (roll) => {
    const zone = order.locationInfo.timeZone;
    const note = order.specialInstructions;
    const allergies = allergiesOf(order);
    const takenOffline = takenOfflineText(order);

    headTicket(roll, order);
    if (takenOffline) roll.line(takenOffline, { size: 'tall', bold: true });
    if (allergies.length > 0) printAllergies(roll, say`ALLERGY`, allergies);
    // Marks a reprint of a changed order, because an older ticket may still hang in the kitchen.
    const last = order.changes?.findLast(({ lines }) => lines.length > 0);
    if (last) {
      roll.line(say`CHANGED`, { size: 'big', inverted: true, centred: true });
      for (const line of last.lines) roll.line(lineChangeText(line).replace('−', '-'), { size: 'tall', bold: true });
      roll.rule();
    }
    roll.row(say`Placed`, clockText(new Date(order.orderTime), zone));
    const due = windowOfAnswer(order);
    if (due !== null) {
      const day = dayUnlessToday(due.to, new Date(order.orderTime), zone);
      // Shows the date, because 'tomorrow' would be wrong on the next day.
      const date = day === null ? '' : `${localDate(due.to, zone)} `;
      // Printers have no en dash.
      const time = clockRangeText(due.from, due.to, zone).replace('–', '-');
      roll.row(say`Due`, `${date}${time}`, { size: 'tall', bold: true });
    }
    roll.row(say`Customer`, order.customerInfo.name);
    if (order.tableInfo)
      roll.line(order.tableInfo.partySize === 1 ? say`1 guest` : say`${order.tableInfo.partySize} guests`);
    const door = leaveAtDoorText(order);
    if (door) roll.line(door, { size: 'tall', bold: true });
    roll.rule();
    printLines(roll, order.items, order);
    if (note !== '' && !mentionsAllergy(note)) {
      roll.rule();
      printNote(roll, note);
    }
    roll.rule();
    const cooked = order.items.filter((item) => portionsToCook(item) > 0 && item.isCooked !== false);
    if (cooked.length === 0) roll.line(say`NOTHING TO COOK`, { size: 'big', inverted: true, centred: true });
    else roll.line(dishesText(cooked.reduce((sum, item) => sum + portionsToCook(item), 0)), { bold: true });
    if (!roll.isWhole()) roll.line(LETTERS_MISSING, { inverted: true });
    roll.cut();
  };

function printAllergies(roll: Paper, title: string, allergies: readonly string[]): void {
  roll.line(title, { size: 'big', inverted: true, centred: true });
  for (const allergy of allergies) roll.line(allergy, { size: 'big', bold: true });
  roll.rule();
}

function printNote(roll: Paper, note: string): void {
  roll.line(say`NOTE`, { bold: true });
  roll.line(note, { size: 'tall', bold: true });
}

/** The destination and the order's code. */
function headTicket(roll: Paper, order: KitchenOrder): void {
  const { orderId, orderType, tableInfo, metadata } = order;
  const servedAt = servedAtText(order);
  const goesTo = servedAt ?? orderTypeLabel(orderType);
  roll.line(goesTo.toUpperCase(), { size: 'big', inverted: true, centred: true });
  if (tableInfo && servedAt === null) {
    roll.line(missingTableText({ metadata }).toUpperCase(), { size: 'tall', bold: true, centred: true });
  }
  roll.line(orderCode(order), { size: 'big', bold: true, centred: true });
  roll.line(orderId, { centred: true });
  roll.rule();
}

/** The dishes, below the seat that they are for. */
function printLines(roll: Paper, items: KitchenOrder['items'], order: CheckedOrder): void {
  for (const { name, lines } of groupBySeat(items)) {
    if (name !== '') roll.line(name.toUpperCase(), { size: 'tall', bold: true, inverted: true, centred: true });
    for (const item of lines) printLine(roll, item, order);
  }
}

function printLine(roll: Paper, item: KitchenOrder['items'][number], order: CheckedOrder): void {
  // Printed like the struck-through lines of the board, so that a cook can compare it with an earlier ticket.
  if (portionsToCook(item) === 0) {
    roll.line(say`${`${item.quantity} ${item.name}`} - TAKEN OFF`, { hang: String(item.quantity).length + 1 });
    roll.feed();
    return;
  }
  printDish(roll, item.name, portionsToCook(item));
  if (item.isCooked === false) roll.line(say`nothing to make`, { bold: true });
  if (item.spiceLevelName !== '') roll.line(item.spiceLevelName.toUpperCase(), { size: 'tall', inverted: true });
  printMark(roll, item, order);
  if (item.allergies) {
    roll.line(say`Allergy: ${allergyTexts(item.allergies)}`, { size: 'tall', bold: true, inverted: true });
  }
  for (const text of lineTexts(item, 'kitchen')) {
    const isImportant = text.startsWith('−') || mentionsAllergy(text);
    const emphasis = isImportant ? { inverted: true } : { indent: 2 };
    roll.line(text, { size: 'tall', bold: true, ...emphasis });
  }
  roll.feed();
}

/** 'CONTAINS PEANUTS' */
function printMark(roll: Paper, item: CheckedItem, order: CheckedOrder): void {
  const mark = allergyMark(item, order);
  if (mark) roll.line(mark.text.toUpperCase(), { size: 'tall', bold: true, inverted: mark.isContained });
}

function printDish(roll: Paper, name: string, quantity: number): void {
  roll.line(`${quantity} ${name}`, { size: 'big', hang: String(quantity).length + 1 });
}

/** A slip to hang next to a printed ticket: what changed, allergies first. */
export const changeSlip =
  (order: KitchenOrder, slip: KitchenSlip): PrintContent =>
  (roll) => {
    const title = (text: string) => roll.line(text, { size: 'big', inverted: true, centred: true });
    const allergies = allergiesOf(order);
    headTicket(roll, order);
    if (allergies.length > 0) printAllergies(roll, slip.hasNewAllergies ? say`NEW ALLERGY` : say`ALLERGY`, allergies);
    if (slip.hasNewAllergies) {
      for (const item of order.items.filter((each) => portionsToCook(each) > 0 && allergyMark(each, order))) {
        printDish(roll, item.name, portionsToCook(item));
        printMark(roll, item, order);
      }
      roll.line(say`Stated after the ticket was printed. Check every dish again.`, { size: 'tall', bold: true });
    }
    if (slip.isCancelled) title(say`ORDER CANCELLED`);
    if (slip.dropped.length > 0) title(say`DO NOT COOK`);
    for (const { name, quantity } of slip.dropped) printDish(roll, name, quantity);
    if (slip.added.length > 0) title(say`COOK ALSO`);
    printLines(roll, slip.added, order);
    if (slip.changed.length > 0) title(say`CHANGED`);
    printLines(roll, slip.changed, order);
    if (slip.hasNewNote) printNote(roll, order.specialInstructions || say`The note on the ticket no longer applies.`);
    if (!roll.isWhole()) roll.line(LETTERS_MISSING, { inverted: true });
    roll.cut();
  };

/** Who serves a table, for its bill before it is paid. */
export interface TableService {
  readonly servedBy: string;
  /** With it the guests pay by phone; undefined where they do not. */
  readonly phoneCode?: string | undefined;
  readonly guests: number;
}

/** What the guest fills in by hand. */
const LINE_TO_FILL_IN = '______________';

/** The guest's receipt. With `opensDrawer` the cash drawer opens before it is printed. */
export const receiptRoll =
  (receipt: Receipt, { opensDrawer, service }: { opensDrawer: boolean; service?: TableService }): PrintContent =>
  (roll) => {
    if (opensDrawer) roll.openDrawer();
    roll.line(receipt.business, { size: 'big', bold: true, centred: true });
    for (const line of receipt.location) roll.line(line, { centred: true });
    roll.rule();
    for (const { name, value } of receipt.facts) roll.row(name, value);
    if (service) {
      roll.row(say`Guests`, String(service.guests));
      roll.row(say`Served by`, service.servedBy);
    }
    roll.rule();
    for (const { quantity, name, details, amount } of receipt.items) {
      const before = `${quantity} x `;
      roll.row(before + name, amount, { hang: before.length });
      for (const text of details) roll.line(text, { indent: before.length });
    }
    roll.rule();
    for (const { name, value, weight } of receipt.sums) {
      roll.row(name, value, weight === 'plain' ? {} : { size: 'tall', bold: true });
    }
    roll.rule();
    if (service) {
      roll.row(say`Tip`, LINE_TO_FILL_IN);
      roll.row(say`Total with tip`, LINE_TO_FILL_IN);
      roll.rule();
    }
    roll.line(receipt.state, { size: 'big', bold: true, centred: true });
    if (receipt.paidAt !== null) roll.line(receipt.paidAt, { centred: true });
    roll.rule();
    if (service?.phoneCode !== undefined) {
      roll.line(say`To pay by phone, scan the code on your table and type:`, { centred: true });
      roll.line(service.phoneCode, { size: 'big', bold: true, centred: true });
      roll.rule();
    }
    for (const line of receipt.thanks) roll.line(line, { centred: true });
    for (const number of receipt.numbers) roll.line(number, { centred: true });
    roll.cut();
  };

/** Tests the connection, the width of the paper and the characters. */
export const testPage: PrintContent = (roll) => {
  roll.line(say`The printer works`, { size: 'big', bold: true, centred: true });
  roll.line(say`Receipts and kitchen tickets look like this line.`);
  roll.line(say`Accents: é è ê ç à ü ñ ß €  Names: Zoë, François, Łukasz`);
  roll.line('Ελένη, Дмитро, ਹਰਪ੍ਰੀਤ, محمد, 李雷');
  roll.line(say`Both ends of the line below must be visible:`);
  roll.rule();
  roll.cut();
};
