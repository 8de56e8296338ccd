import { addMinutes, cents, err, ok, say, type Result, fail, withoutUndefined } from '@tiffin/domain/core';
import { amountUntilMinimum } from '@tiffin/domain/delivery';
import {
  allergiesOfEater,
  orderTypeGoesTo,
  itemCount,
  moveWindow,
  MAX_ORDER_TOTAL,
  ORDER_TEXTS,
  defaultPrepMinutes,
  distinctAllergies,
  unconfirmedLines,
  type Allergy,
  readyTimeProblem,
  type ChangedField,
  type OrderChanger,
  type LineChange,
} from '@tiffin/domain/order';
import type { OrderItemRow, OrderRow } from '../../../platform/db/order-row.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { allergyOrderOf, requiresAllergyChecks } from '../../orders/order-allergies.ts';
import { promiseColumns, promiseOf, wayMinutesOf } from '../../orders/promise/promise-columns.ts';
import { hasSameTotalsAndRates, taxesChangedRefusal } from '../../orders/recalculate-bill.ts';
import { belowMinimumFailure } from '../../orders/pricing/delivery-zone.ts';
import type { StaffDiscountRow } from '../../orders/pricing/discounts.ts';
import { changeDestination, replanPromise } from './change-destination.ts';
import { changeLines, kitchenChanges, quantityProblem, type LineTerms, type OrderChangeInput } from './change-lines.ts';
import { priceChangedLines, type PricedLines } from './price-changed-lines.ts';

export interface CalculatedChange {
  readonly row: OrderRow;
  readonly lines: readonly LineChange[];
  readonly facts: readonly ChangedField[];
}

/** Who changes the order and when, and the discounts that staff gave on it. */
interface ChangeTerms {
  readonly by: OrderChanger;
  readonly now: Date;
  readonly discountRows: readonly StaffDiscountRow[];
}

/** Only staff may change these, because the kitchen relies on them. */
const STAFF_FIELDS: ReadonlySet<ChangedField> = new Set(['time', 'orderType', 'address', 'table', 'name']);

/**
 * Calculates the order after a change, with the current menu and the taxes of its day. Fails if the change is not
 * possible.
 */
export function calculateChange(
  row: OrderRow,
  menu: LocationMenu,
  input: OrderChangeInput,
  terms: ChangeTerms,
): Result<CalculatedChange> {
  const { by, now } = terms;
  const destination = changeDestination(row, menu, input);
  if (!destination.ok) return destination;
  const atDestination = destination.value?.row ?? row;
  const columns = { ...replannedTime(row, atDestination, now), ...changedColumns(row, input) };
  const changed = [...(Object.keys(columns) as ChangedField[]), ...(destination.value?.changedFields ?? [])];
  if (by === 'guest' && changed.some((field) => STAFF_FIELDS.has(field))) {
    return fail('permission-denied', say`To change the time, table or name, please call us.`);
  }
  if (columns.time) {
    const problem = readyTimeProblem(columns.time.estimated_ready, now, row.wanted_for !== null);
    if (problem !== null) return fail('invalid-argument', problem, { field: 'wantedFor' });
  }
  if (columns.table && !orderTypeGoesTo(row.order_type, 'table')) {
    return fail('invalid-argument', say`This order is not for a table.`, { field: 'tableInfo' });
  }
  // The menu of the scheduled time applies, also if the change moves that time.
  const scheduledTime = columns.time?.wanted_for ?? row.wanted_for;
  const dishes = changeDishes(row, atDestination, menu, input, { ...terms, wantedFor: scheduledTime });
  if (!dishes.ok) return dishes;
  const withDishes = { ...atDestination, ...columns.note, ...columns.allergies, ...dishes.value };
  const lineAllergies = changeLineAllergies(withDishes, input);
  if (lineAllergies && !columns.allergies) changed.push('allergies');
  const checked = reopenUnconfirmedDishes(row, { ...withDishes, ...lineAllergies });
  if (!checked.ok) return checked;
  const changedRow = { ...checked.value, ...columns.time, ...columns.table, ...columns.name };
  const minutesByRule = prepMinutes(changedRow);
  // A learned prep time says nothing about a larger order, so it is only a minimum here.
  const minutes = row.grounds?.source === 'learned' ? Math.max(quotedMinutes(row), minutesByRule) : minutesByRule;
  const wantedFor = dishes.value && changedRow.wanted_for;
  if (by === 'guest' && wantedFor && minutes > quotedMinutes(row) && addMinutes(now, minutes) > wantedFor) {
    return fail('time-unavailable', say`We cannot prepare that much by your time. Please call us.`);
  }
  // A larger order starts earlier, to be ready at the same time.
  const start = wantedFor && kitchenStart(changedRow, wantedFor, minutes);
  return ok({
    row: { ...changedRow, ...start },
    lines: dishes.value ? kitchenChanges(row.items, dishes.value.items) : [],
    facts: changed,
  });
}

/** The promise after a change of where the order goes; nothing if it stays. */
function replannedTime(row: OrderRow, atDestination: OrderRow, now: Date) {
  if (atDestination === row) return {};
  const replanned = replanPromise(atDestination, prepMinutes(atDestination) - prepMinutes(row), now);
  if (!replanned) return {};
  const columns = { ...moveReadyTime(replanned.row, replanned.window.to), ...promiseColumns(replanned.window) };
  return { time: columns } satisfies Partial<Record<ChangedField, Partial<OrderRow>>>;
}

/** The columns that the request changes other than its dishes, by field, without those that stay the same. */
function changedColumns(row: OrderRow, input: OrderChangeInput) {
  const { wantedFor, customerName } = input;
  const ready = wantedFor == null ? null : new Date(wantedFor);
  const table = input.tableInfo?.tableNumber?.trim() ?? undefined;
  const note = input.note || null;
  const name = customerName ?? row.customer_name;
  const isOtherTime = ready !== null && ready.getTime() !== promiseOf(row).to.getTime();
  const isOtherTable = table !== undefined && table !== (row.table_number ?? '');
  const isOtherNote = input.note != null && note !== row.special_instructions;
  return withoutUndefined({
    time: isOtherTime ? moveReadyTime(row, ready) : undefined,
    table: isOtherTable ? { table_number: table || null } : undefined,
    name: name === row.customer_name ? undefined : { customer_name: name },
    note: isOtherNote ? { special_instructions: note } : undefined,
    allergies: changedAllergies(row, input),
  } satisfies Partial<Record<ChangedField, Partial<OrderRow>>>);
}

function changedAllergies(row: OrderRow, input: OrderChangeInput) {
  const allergies = input.allergies ?? row.allergies;
  const note = input.allergyNote == null ? row.allergy_note : input.allergyNote || null;
  const isSame = note === row.allergy_note && isSameList(allergies ?? [], row.allergies ?? []);
  return isSame ? undefined : { allergies: allergies ?? [], allergy_note: note };
}

/**
 * The lines with the allergies that the change states for them, or null if these stay the same. On a tab the allergies
 * belong to the seat of the person who eats the dish, and stay when the dish is voided.
 */
function changeLineAllergies({ items, allergies, tab }: OrderRow, { change }: OrderChangeInput) {
  let ofOrder = allergies ?? [];
  const changed = items.map((item) => {
    const stated = change?.find(({ line }) => line === item.line)?.allergies;
    const before = allergiesOfEater(ofOrder, item);
    const after = allergiesOfEater([], { seat: item.seat, allergies: stated });
    if (!stated || isSameList(after, before)) return item;
    if (tab) ofOrder = [...ofOrder.filter((each) => !each.seat || each.seat !== item.seat), ...after];
    return { ...item, allergies: stated.length > 0 ? stated : null };
  });
  return changed.some((item, index) => item !== items[index])
    ? { items: changed, allergies: tab ? ofOrder : allergies }
    : null;
}

function isSameList(one: readonly Allergy[], other: readonly Allergy[]): boolean {
  return JSON.stringify(distinctAllergies(one)) === JSON.stringify(distinctAllergies(other));
}

/**
 * A dish that needs a confirmation because of the change is no longer done. A ready order cannot be changed this way,
 * because the kitchen would not see it again.
 */
function reopenUnconfirmedDishes(was: OrderRow, row: OrderRow): Result<OrderRow> {
  // An order from before allergies were recorded follows the rules once one is stated for it or for one of its dishes.
  const statesAllergyOfDish = row.allergies === null && row.items.some(({ allergies }) => allergies !== null);
  const order = statesAllergyOfDish ? { ...row, allergies: [] } : row;
  if (!requiresAllergyChecks(order)) return ok(order);
  const before = new Set(unconfirmedLines(allergyOrderOf(was)).map(({ line }) => line));
  const missing = unconfirmedLines(allergyOrderOf(order)).filter(({ line }) => !before.has(line));
  if (missing.length === 0) return ok(order);
  if (was.status === 'ready') {
    return fail(
      'allergy-unconfirmed',
      say`This order is ready, so the kitchen cannot check it for an allergy any more. Do not hand it over: cancel it, or order the affected dishes again.`,
      { lines: missing.map(({ line, name }) => ({ line, name })) },
    );
  }
  const lines = new Set(missing.map(({ line }) => line));
  const isReopened = order.items.some((item) => lines.has(item.line) && item.done_at !== null);
  if (!isReopened) return ok(order);
  return ok({ ...order, items: order.items.map((item) => (lines.has(item.line) ? { ...item, done_at: null } : item)) });
}

/**
 * Moves the end of the promised window, which keeps its length, and the start of preparation. A scheduled order also
 * gets a new scheduled time.
 */
export function moveReadyTime(row: OrderRow, ready: Date) {
  return {
    ...promiseColumns(moveWindow(promiseOf(row), ready)),
    wanted_for: row.wanted_for && ready,
    ...kitchenStart(row, ready, quotedMinutes(row)),
  };
}

/** The minutes that the promise was made with. */
function quotedMinutes(row: OrderRow): number {
  return row.grounds?.quote ?? prepMinutes(row);
}

/** The prep time by the rule, which counts only what the kitchen makes. */
function prepMinutes(row: OrderRow): number {
  const { order_type: type, items } = row;
  const toCook = items.filter(({ is_cooked: isCooked }) => isCooked !== false);
  return defaultPrepMinutes(type, itemCount(toCook)) + wayMinutesOf(row);
}

/** When preparation of an order that takes these minutes starts; null if that is when it was placed. */
function kitchenStart(row: OrderRow, ready: Date, leadMinutes: number) {
  const { grounds, order_time: placedAt, wanted_for: wantedFor } = row;
  // A learned window ends later than most orders are ready, so an order without a chosen time starts earlier.
  const minutes = wantedFor === null ? Math.max(leadMinutes, grounds?.to ?? 0) : leadMinutes;
  const startsAt = addMinutes(ready, -minutes);
  return { fire_at: startsAt > placedAt ? startsAt : null, grounds: grounds && { ...grounds, quote: leadMinutes } };
}

/** The changed lines with all amounts, or null if no line changes. */
function changeDishes(
  row: OrderRow,
  /** The order at its new destination, which decides the charges. */
  atDestination: OrderRow,
  menu: LocationMenu,
  input: OrderChangeInput,
  terms: ChangeTerms & LineTerms,
): Result<PricedLines | null> {
  const items = changeLines(row, menu, input, terms);
  if (!items.ok) return items;
  if (atDestination.delivery === row.delivery && kitchenChanges(row.items, items.value).length === 0) return ok(null);
  const problem = quantityProblem(row, menu, items.value);
  if (problem !== null) return fail('invalid-argument', problem, { field: 'add' });
  const price = (order: OrderRow, lines: readonly OrderItemRow[]) =>
    priceChangedLines(order, menu, lines, terms.discountRows);
  // The taxes of a round depend on the others, and are recalculated with them.
  if (!row.tab && !hasSameTotalsAndRates(row, price(row, row.items))) return err(taxesChangedRefusal().failure);
  const priced = price(atDestination, items.value);
  if (priced.total_cents > MAX_ORDER_TOTAL) {
    return fail('invalid-argument', ORDER_TEXTS.totalLarge, { field: 'add' });
  }
  if (terms.by === 'guest' && row.delivery && priced.subtotal_cents < row.subtotal_cents) {
    const missing = amountUntilMinimum(row.delivery.zone, cents(priced.subtotal_cents));
    if (missing > 0) return err(belowMinimumFailure(row.delivery.zone, missing));
  }
  return ok(priced);
}
