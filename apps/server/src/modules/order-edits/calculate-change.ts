import type { ValidatedInput } from '@tiffin/contract';
import type { changeOrder } from '@tiffin/contract/order-change';
import { cartKey, limitedLine, MAX_LINE_DEFAULT, openLineKey, tooMuch, type LineChoices } from '@tiffin/domain/cart';
import {
  addMinutes,
  cents,
  err,
  failure,
  isLanguage,
  ok,
  rate,
  ZERO,
  say,
  SOURCE_LANGUAGE,
  type Cents,
  type FailureCode,
  type Result,
} from '@tiffin/domain/core';
import { chargesFor, missingToMinimum } from '@tiffin/domain/delivery';
import { lineHeat } from '@tiffin/domain/menu';
import { chosenKey, chosenOf, heatAt, heatPrice, lineHeatAt, type RequestedOption } from '@tiffin/domain/options';
import {
  goesTo,
  isOpenItem,
  itemCount,
  remainingLines,
  lineChanges,
  lineTexts,
  MAX_ORDER_TOTAL,
  openItemId,
  ORDER_DEFAULTS,
  ORDER_TEXTS,
  readyMinutes,
  readyTimeProblem,
  type ChangedFact,
  type Changer,
  type LineChange,
  type OpenItem,
} from '@tiffin/domain/order';
import {
  discounted,
  discountFrom,
  priceOf,
  quoteFromMenu,
  standingDiscounts,
  WELCOME_DISCOUNT_PERCENT,
} from '@tiffin/domain/pricing';
import { inLanguage } from '../../platform/i18n/interpreter.ts';
import { taxationAt } from '../locations/location-answer.ts';
import type { Dish, LocationMenu } from '../catalog/menu/location-menu.ts';
import { quoteOrder } from '../pricing/draft-order.ts';
import { staffDiscountOf, type StaffDiscountRow } from '../pricing/discounts.ts';
import { heatColumns, itemRow } from '../orders/new-order.ts';
import { hasSameTotals, taxedAt, taxesMoved } from '../orders/recalculate-bill.ts';
import { discountOf, usedOffer } from '../pricing/offer-code.ts';
import { belowMinimum, foodSum } from '../pricing/delivery-zone.ts';
import { byLineNumber, chargeRows, chargesOf, lineSums, offersOn, partsOf } from '../orders/order-parts.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';

export type OrderChangeInput = ValidatedInput<typeof changeOrder>['body'];

/** The order after a change, and what changed. */
export interface CalculatedChange {
  readonly row: OrderRow;
  readonly lines: readonly LineChange[];
  readonly facts: readonly ChangedFact[];
}

/** Only staff may change these, because the kitchen relies on them. */
const STAFF_FACTS: ReadonlySet<ChangedFact> = new Set(['time', 'table', 'name']);

/**
 * Calculates the order after a change, with the current menu and the taxes of its day. Fails if the change is not
 * possible.
 */
export function calculateChange(
  row: OrderRow,
  menu: LocationMenu,
  input: OrderChangeInput,
  {
    by,
    now,
    discountRows,
  }: { readonly by: Changer; readonly now: Date; readonly discountRows: readonly StaffDiscountRow[] },
): Result<CalculatedChange> {
  const facts = factsOf(row, input);
  const changed = Object.keys(facts) as ChangedFact[];
  if (by === 'guest' && changed.some((fact) => STAFF_FACTS.has(fact))) {
    return err(failure('permission-denied', say`Time, table and name are changed by us: please call us.`));
  }
  if (facts.time) {
    const problem = readyTimeProblem(facts.time.estimated_ready, now, row.wanted_for !== null);
    if (problem !== null) return err(failure('invalid-argument', problem, { field: 'wantedFor' }));
  }
  if (facts.table && !goesTo(row.order_type, 'table')) {
    return err(failure('invalid-argument', say`This order goes to no table.`, { field: 'tableInfo' }));
  }
  // The menu of the scheduled time applies, also if the change moves that time.
  const scheduledTime = facts.time?.wanted_for ?? row.wanted_for;
  const dishes = dishesOf(row, menu, input, { by, now, discountRows, wantedFor: scheduledTime });
  if (!dishes.ok) return dishes;
  const changedRow = { ...row, ...facts.time, ...facts.table, ...facts.name, ...facts.note, ...dishes.value };
  const rule = minutesOf(changedRow);
  // A learned prep time says nothing about a larger order, so it is only a minimum here.
  const quote = row.grounds?.source === 'learned' ? Math.max(quoteOf(row), rule) : rule;
  const wantedFor = dishes.value && changedRow.wanted_for;
  if (by === 'guest' && wantedFor && quote > quoteOf(row) && addMinutes(now, quote) > wantedFor) {
    return err(failure('time-unavailable', say`So much is not ready at your time any more. Please call us.`));
  }
  return ok({
    // A larger order starts earlier, to be ready at the same time.
    row: { ...changedRow, ...(wantedFor && kitchenStart(changedRow, wantedFor, quote)) },
    lines: dishes.value ? lineChanges(row.items.map(cooked), dishes.value.items.map(cooked)) : [],
    facts: changed,
  });
}

/** The requested changes other than dishes, without those that change nothing. */
function factsOf(row: OrderRow, input: OrderChangeInput) {
  const { wantedFor, customerName } = input;
  const ready = wantedFor == null ? null : new Date(wantedFor);
  const table = input.tableInfo?.tableNumber?.trim() ?? undefined;
  const note = input.note || null;
  const name = customerName ?? row.customer_name;
  return {
    ...(ready && ready.getTime() !== row.estimated_ready.getTime() && { time: movedTo(row, ready) }),
    ...(table !== undefined && table !== (row.table_number ?? '') && { table: { table_number: table || null } }),
    ...(name !== row.customer_name && { name: { customer_name: name } }),
    ...(input.note != null && note !== row.special_instructions && { note: { special_instructions: note } }),
  } satisfies Partial<Record<ChangedFact, Partial<OrderRow>>>;
}

/** Moves the promised time and the start of preparation; a scheduled order also gets a new scheduled time. */
function movedTo(row: OrderRow, ready: Date) {
  return {
    estimated_ready: ready,
    ...(row.wanted_for && { wanted_for: ready }),
    ...kitchenStart(row, ready, quoteOf(row)),
  };
}

function quoteOf(row: OrderRow): number {
  return row.grounds?.quote ?? minutesOf(row);
}

/** The prep time by the rule, which counts only what the kitchen makes. */
function minutesOf({ order_type: type, items, delivery }: OrderRow): number {
  const toCook = items.filter(({ is_cooked: isCooked }) => isCooked !== false);
  return readyMinutes(type, itemCount(toCook)) + (delivery?.zone.extraMinutes ?? 0);
}

/** Preparation cannot start before the order was placed. */
function kitchenStart({ grounds, order_time: ordered }: OrderRow, ready: Date, quote: number) {
  const begins = addMinutes(ready, -quote);
  return { fire_at: begins > ordered ? begins : null, ...(grounds && { grounds: { ...grounds, quote } }) };
}

type Dishes = Pick<
  OrderRow,
  | 'items'
  | 'item_count'
  | 'parts'
  | 'has_parts'
  | 'metadata'
  | 'subtotal_cents'
  | 'discount_cents'
  | 'charges_cents'
  | 'tax_cents'
  | 'total_cents'
  | 'tax_rate'
  | 'tax_label'
>;

/** The changed lines with all amounts, or null if no line changes. */
function dishesOf(
  row: OrderRow,
  menu: LocationMenu,
  input: OrderChangeInput,
  {
    by,
    now,
    discountRows,
    wantedFor,
  }: {
    readonly by: Changer;
    readonly now: Date;
    readonly discountRows: readonly StaffDiscountRow[];
    readonly wantedFor: Date | null;
  },
): Result<Dishes | null> {
  const placed = row.items.map((item) => ({
    line: item.line,
    id: item.item_id,
    name: item.name,
    quantity: item.quantity,
    spiceLevel: item.spice_level,
    isDone: item.done_at !== null,
    item,
  }));
  const added = (input.add ?? []).map(({ id, quantity, selectedSpiceLevel, options, note, typed }): AddedLine => ({
    id,
    quantity,
    ...(options && { options }),
    ...(note && { note }),
    spiceLevel: selectedSpiceLevel ?? null,
    // Open items are for staff only; without it a guest's line fails as an unknown dish.
    typed: by === 'house' ? typed : null,
  }));
  const others = new Map(row.items.flatMap((item) => changedChoices(item, input) ?? []));
  const change = (input.change ?? []).map(({ line, quantity, selectedSpiceLevel }) => ({
    line,
    quantity: quantity ?? undefined,
    spiceLevel: selectedSpiceLevel ?? undefined,
    isMadeOtherwise: others.has(line),
  }));
  const remaining = remainingLines(placed, { add: added, remove: input.remove ?? [], change });
  if (!remaining.ok) return remaining;
  const unchangedLines = remaining.value;
  const isMoreToCook = ({ placed: was, quantity }: (typeof unchangedLines)[number]) =>
    (quantity > was.quantity || others.has(was.line)) && was.item.is_cooked !== false;
  const isToCook = ({ typed }: AddedLine) => typed?.open.isCooked !== false;
  if (row.status === 'ready' && (added.some(isToCook) || unchangedLines.some(isMoreToCook))) {
    return err(
      failure('failed-precondition', say`This order is ready: what is to be cooked besides is an order of its own.`),
    );
  }
  const sellAnyway = by === 'house' ? (input.sellAnyway ?? []) : [];
  // Added dishes are named in the order's language.
  const spokenIn = isLanguage(row.language) ? row.language : null;
  // An order without a scheduled time keeps the menu of the hour it was placed in, however late it is changed.
  const hoursAt = wantedFor ?? row.order_time;
  const more = stillSold(unchangedLines, others, menu, { now: wantedFor ?? now, hoursAt, sellAnyway });
  if (!more.ok) return more;
  const fresh = quoteOrder(menu, added.map(asOrdered), ZERO, now, { sellAnyway, wantedFor, spokenIn });
  if (!fresh.ok) return fresh;
  // A line that is already ordered can be changed even if the dish is sold out now.
  const repricedLines = unchangedLines.filter(
    ({ placed: { line, item }, spiceLevel }) =>
      others.get(line)?.options || costsOtherwise(menu.dishes.get(item.item_id), item.spice_level, spiceLevel),
  );
  const chosen = quoteOrder(
    menu,
    repricedLines.map(({ placed: { id, item }, spiceLevel }) =>
      asOrdered({ id, quantity: 1, spiceLevel, typed: null, ...choicesOfRow(item), ...others.get(item.line) }),
    ),
    ZERO,
    now,
    { sellAnyway: repricedLines.map(({ placed: { id } }) => id), wantedFor, hoursAt, spokenIn },
  );
  if (!chosen.ok) return chosen;
  const remade = new Map(
    chosen.value.items.map((item, index) => [repricedLines[index]?.placed.line, itemRow(item, index)] as const),
  );
  const next = Math.max(...row.items.map(({ line }) => line)) + 1;
  const items: OrderItemRow[] = [
    ...unchangedLines.map(({ placed: { line, item }, quantity, spiceLevel }) => ({
      ...(remade.get(line) ?? madeAs(item, menu.heats, spiceLevel, others.get(line)?.note)),
      line,
      quantity,
      // More of it must be cooked.
      ...(quantity > item.quantity && { done_at: null }),
    })),
    ...fresh.value.items.map((item, index) => ({ ...itemRow(item, index), line: next + index })),
  ];
  if (lineChanges(row.items.map(cooked), items.map(cooked)).length === 0) return ok(null);
  const limit = tooMuch(
    items.map((item) =>
      limitedLine(
        {
          id: limitedId(item),
          name: item.name,
          quantity: item.quantity,
          spiceLevelId: item.spice_id ?? '',
          ...choicesOfRow(item),
        },
        // A quantity ordered before a limit was set remains valid.
        Math.max(
          menu.dishes.get(item.item_id)?.row.max_quantity ?? MAX_LINE_DEFAULT,
          row.items.find(({ line }) => line === item.line)?.quantity ?? 0,
        ),
      ),
    ),
  );
  if (limit !== null) return err(failure('invalid-argument', limit, { field: 'add' }));
  const inHousesWords = (all: readonly OrderItemRow[]) =>
    inLanguage(SOURCE_LANGUAGE, () => priceChangedLines(row, menu, all, discountRows));
  if (!hasSameTotals(row, inHousesWords(row.items))) return err(taxesMoved().failure);
  const priced = inHousesWords(items);
  if (priced.total_cents > MAX_ORDER_TOTAL) {
    return err(failure('invalid-argument', ORDER_TEXTS.totalLarge, { field: 'add' }));
  }
  if (by === 'guest' && row.delivery && priced.subtotal_cents < row.subtotal_cents) {
    const missing = missingToMinimum(row.delivery.zone, cents(priced.subtotal_cents));
    if (missing > 0) return err(belowMinimum(row.delivery.zone, missing));
  }
  return ok(priced);
}

const RAN_OUT: ReadonlySet<FailureCode> = new Set(['item-unavailable', 'option-unavailable']);

/**
 * Checks that lines with a larger quantity are still available, dish and options. Other rules of the current menu do
 * not apply to existing lines.
 */
function stillSold(
  unchangedLines: readonly { readonly placed: { readonly item: OrderItemRow }; readonly quantity: number }[],
  others: ReadonlyMap<number, LineChoices>,
  menu: LocationMenu,
  terms: { readonly now: Date; readonly hoursAt: Date; readonly sellAnyway: readonly string[] },
): Result<true> {
  const failures = unchangedLines
    .filter(({ placed: { item }, quantity }) => quantity > item.quantity && !isOpenItem({ id: item.item_id }))
    .map(({ placed: { item } }) => {
      const { item_id: id, name, quantity, spice_level: selectedSpiceLevel } = item;
      const line = { id, name, quantity, selectedSpiceLevel, ...choicesOfRow(item), ...others.get(item.line) };
      return quoteFromMenu([line], menu.dishes, { locationId: menu.location.id, ...terms });
    })
    .flatMap((quoted) => (!quoted.ok && RAN_OUT.has(quoted.error.code) ? [quoted.error] : []));
  const [first] = failures;
  if (!first) return ok(true);
  const items = failures.flatMap(({ details }) => (details?.['items'] ?? []) as object[]);
  return err(failure(first.code, first.message, { field: 'change', items }));
}

/**
 * The key by which the quantity limit groups lines: the id of a dish, or all properties of an open item, as at the
 * till.
 */
function limitedId({ item_id: id, unit_list_cents, unit_price_cents, tax_class, is_cooked }: OrderItemRow): string {
  if (!isOpenItem({ id })) return id;
  const price = cents(unit_list_cents ?? unit_price_cents);
  return openLineKey(id, { price, taxClass: tax_class ?? 'meal', isCooked: is_cooked !== false });
}

interface AddedLine {
  readonly id: string;
  readonly quantity: number;
  readonly spiceLevel: number | null;
  readonly options?: readonly RequestedOption[];
  readonly note?: string;
  readonly typed: { readonly name: string; readonly open: OpenItem } | null;
}

/** A new line in the form of an order request. Names, prices and category come from the menu, except for open items. */
function asOrdered({ id: dishId, quantity, spiceLevel, typed, ...input }: AddedLine) {
  const id = typed ? openItemId(typed.name) : dishId;
  const heat = lineHeat(typed ? null : spiceLevel);
  const key = cartKey(id, { id: heat.spiceLevelId }, input);
  const dish = { id, name: id, price: ZERO, quantity, category: '', description: '', ...heat, cartKey: key, ...input };
  return typed ? { ...dish, name: typed.name, category: ORDER_DEFAULTS.itemCategory, open: typed.open } : dish;
}

/** The requested options and note of a line, or null if they are the same as before. */
function changedChoices(item: OrderItemRow, input: OrderChangeInput): readonly [readonly [number, LineChoices]] | null {
  const lineChange = input.change?.find(({ line }) => line === item.line);
  const was = choicesOfRow(item);
  const options =
    lineChange?.options && chosenKey(lineChange.options) !== chosenKey(was.options ?? []) ? lineChange.options : null;
  const note = lineChange?.note != null && lineChange.note !== (item.note ?? '') ? lineChange.note : null;
  return options || note !== null
    ? [[item.line, { ...(options && { options }), ...(note !== null && { note }) }]]
    : null;
}

/** Usually the heat level does not affect the price, and then the line keeps its price. */
function costsOtherwise(dish: Dish | undefined, was: number, level: number): boolean {
  if (!dish?.heats || was === level) return false;
  const { heats } = dish;
  const priceAt = (at: number) => heatPrice(dish, heatAt(heats, at)?.id);
  return priceAt(was) !== priceAt(level);
}

/** The line with another heat level or note, at the same price. */
function madeAs(item: OrderItemRow, heats: LocationMenu['heats'], level: number, note = item.note ?? ''): OrderItemRow {
  if (level === item.spice_level && note === (item.note ?? '')) return item;
  const made = {
    ...item,
    ...(level !== item.spice_level && heatColumns(lineHeatAt(heats, level))),
    note: note || null,
  };
  return { ...made, cart_key: cartKey(item.item_id, made.spice_id ? { id: made.spice_id } : null, choicesOfRow(made)) };
}

/** The options and note of a line; empty for a dish with defaults only. */
function choicesOfRow({ options, note }: OrderItemRow): LineChoices {
  return { ...(options && { options: chosenOf(options) }), ...(note && { note }) };
}

/**
 * Prices the changed lines: remaining lines keep their price, discounts apply in their usual sequence, and taxes are
 * those of the order's day.
 */
function priceChangedLines(
  row: OrderRow,
  menu: LocationMenu,
  items: readonly OrderItemRow[],
  discountRows: readonly StaffDiscountRow[],
): Dishes {
  const listed = items.map((item) => ({
    item,
    unitPrice: cents(item.unit_list_cents ?? item.unit_price_cents),
    quantity: item.quantity,
    taxClass: item.tax_class ?? undefined,
    choices: item.options,
  }));
  const offer = discountOf(row.metadata);
  const percents = offer ? { [offer.code]: WELCOME_DISCOUNT_PERCENT } : {};
  const positions = new Map(items.map(({ line }, index) => [line, index]));
  const standing = standingDiscounts(offersOn(row), (line) => positions.get(line + 1), percents);
  // Discounts by staff are recalculated; one on a removed line is removed with it.
  const discounts = discountRows.map((each) => staffDiscountOf(each, items)).filter(({ line }) => line !== -1);
  const pricedDiscounts = discounts.map((each) =>
    discountFrom(each, each.line === null ? undefined : items[each.line]?.name),
  );
  // The delivery fee follows the zone's terms at the time of the order, so it may rise when dishes are removed.
  const charged = row.delivery ? chargesFor(row.delivery.zone, foodSum(discounted(listed, standing).lines)) : null;
  const { lines, charges, adjustments } = discounted(
    listed,
    [...standing, ...pricedDiscounts],
    charged ?? chargesOf(row),
  );
  const price = priceOf(
    lines,
    taxationAt(menu.location, taxedAt(row)),
    { kind: 'amount', amount: cents(row.tip_cents) },
    charges,
  );
  const byLine = byLineNumber(adjustments, items);
  const parts = partsOf(price, byLine, charged ? chargeRows(charged, row.delivery?.zone.id) : row.parts?.charges);
  const ofOffer = offer && byLine.filter(({ source }) => source === offer.code);
  return {
    items: lines.map(({ item, ...line }) => ({
      ...item,
      unit_price_cents: line.unitPrice,
      ...lineSums(line),
    })),
    item_count: itemCount(items),
    parts,
    has_parts: parts !== null,
    metadata:
      offer && ofOffer && ofOffer.length > 0
        ? { ...row.metadata, ...usedOffer(offer.code, cents(-sumOf(ofOffer))) }
        : row.metadata,
    subtotal_cents: price.subtotal,
    discount_cents: price.discount,
    charges_cents: price.charges,
    tax_cents: price.tax,
    total_cents: price.total,
    tax_rate: rate(price.taxRate),
    tax_label: price.taxLabel,
  };
}

function sumOf(adjustments: readonly { readonly amount: Cents }[]): number {
  return adjustments.reduce((sum, { amount }) => sum + amount, 0);
}

/** A line as the kitchen sees it, with heat level, options and note in one text. */
function cooked({ line, name, quantity, spice_name: spice, options, note }: OrderItemRow) {
  const renderedTexts = lineTexts({ options: options ?? undefined, note: note ?? undefined });
  return { line, name, quantity, spice: [...(spice ? [spice] : []), ...renderedTexts].join(', ') };
}
