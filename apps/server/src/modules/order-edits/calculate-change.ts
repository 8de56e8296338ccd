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
import { givenOf, type GivenRow } from '../pricing/discounts.ts';
import { heatColumns, itemRow } from '../orders/new-order.ts';
import { isReckonedAlike, taxedAt, taxesMoved } from '../orders/recalculate-bill.ts';
import { discountOf, usedOffer } from '../pricing/offer-code.ts';
import { belowMinimum, foodSum } from '../pricing/delivery-zone.ts';
import { byLineNumber, chargeRows, chargesOf, lineSums, offersOn, partsOf } from '../orders/order-parts.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';

export type ChangeWish = ValidatedInput<typeof changeOrder>['body'];

/** An order as a change would leave it: its row, and what of it moved. */
export interface ReckonedChange {
  readonly row: OrderRow;
  readonly lines: readonly LineChange[];
  readonly facts: readonly ChangedFact[];
}

/** What only the house changes: the kitchen goes by it. */
const HOUSE_FACTS: ReadonlySet<ChangedFact> = new Set(['time', 'table', 'name']);

/** The order as it shall be, reckoned by the menu of today and the taxes of its day; or why it cannot be so. */
export function reckonChange(
  row: OrderRow,
  menu: LocationMenu,
  wish: ChangeWish,
  { by, now, given }: { readonly by: Changer; readonly now: Date; readonly given: readonly GivenRow[] },
): Result<ReckonedChange> {
  const facts = factsOf(row, wish);
  const changed = Object.keys(facts) as ChangedFact[];
  if (by === 'guest' && changed.some((fact) => HOUSE_FACTS.has(fact))) {
    return err(failure('permission-denied', say`Time, table and name are changed by us: please call us.`));
  }
  if (facts.time) {
    const problem = readyTimeProblem(facts.time.estimated_ready, now, row.wanted_for !== null);
    if (problem !== null) return err(failure('invalid-argument', problem, { field: 'wantedFor' }));
  }
  if (facts.table && !goesTo(row.order_type, 'table')) {
    return err(failure('invalid-argument', say`This order goes to no table.`, { field: 'tableInfo' }));
  }
  // Dishes are those of the time it is wanted at, also where that is another now.
  const wantedAt = facts.time?.wanted_for ?? row.wanted_for;
  const dishes = dishesOf(row, menu, wish, { by, now, given, wantedFor: wantedAt });
  if (!dishes.ok) return dishes;
  const changedRow = { ...row, ...facts.time, ...facts.table, ...facts.name, ...facts.note, ...dishes.value };
  const rule = minutesOf(changedRow);
  // What was learned of its kind tells nothing of so many dishes more.
  const quote = row.grounds?.source === 'learned' ? Math.max(quoteOf(row), rule) : rule;
  const wantedFor = dishes.value && changedRow.wanted_for;
  if (by === 'guest' && wantedFor && quote > quoteOf(row) && addMinutes(now, quote) > wantedFor) {
    return err(failure('time-unavailable', say`So much is not ready at your time any more. Please call us.`));
  }
  return ok({
    // More dishes are begun earlier, so that they are ready at the same time.
    row: { ...changedRow, ...(wantedFor && begun(changedRow, wantedFor, quote)) },
    lines: dishes.value ? lineChanges(row.items.map(cooked), dishes.value.items.map(cooked)) : [],
    facts: changed,
  });
}

/** What is wished beside the dishes and is not so already. */
function factsOf(row: OrderRow, wish: ChangeWish) {
  const { wantedFor, customerName } = wish;
  const ready = wantedFor == null ? null : new Date(wantedFor);
  const table = wish.tableInfo?.tableNumber?.trim() ?? undefined;
  const note = wish.note || null;
  const name = customerName ?? row.customer_name;
  return {
    ...(ready && ready.getTime() !== row.estimated_ready.getTime() && { time: movedTo(row, ready) }),
    ...(table !== undefined && table !== (row.table_number ?? '') && { table: { table_number: table || null } }),
    ...(name !== row.customer_name && { name: { customer_name: name } }),
    ...(wish.note != null && note !== row.special_instructions && { note: { special_instructions: note } }),
  } satisfies Partial<Record<ChangedFact, Partial<OrderRow>>>;
}

/** The kitchen counts back from the new time; what was ordered for a time has another one now. */
function movedTo(row: OrderRow, ready: Date) {
  return { estimated_ready: ready, ...(row.wanted_for && { wanted_for: ready }), ...begun(row, ready, quoteOf(row)) };
}

function quoteOf(row: OrderRow): number {
  return row.grounds?.quote ?? minutesOf(row);
}

/** As an order is promised: by what the kitchen makes. */
function minutesOf({ order_type: type, items, delivery }: OrderRow): number {
  const toCook = items.filter(({ is_cooked: isCooked }) => isCooked !== false);
  return readyMinutes(type, itemCount(toCook)) + (delivery?.zone.extraMinutes ?? 0);
}

/** Nothing is begun before it was ordered. */
function begun({ grounds, order_time: ordered }: OrderRow, ready: Date, quote: number) {
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

/** Null when they are as they were: then no figure moves. */
function dishesOf(
  row: OrderRow,
  menu: LocationMenu,
  wish: ChangeWish,
  {
    by,
    now,
    given,
    wantedFor,
  }: {
    readonly by: Changer;
    readonly now: Date;
    readonly given: readonly GivenRow[];
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
  const added = (wish.add ?? []).map(({ id, quantity, selectedSpiceLevel, options, note, typed }): AddedLine => ({
    id,
    quantity,
    ...(options && { options }),
    ...(note && { note }),
    spiceLevel: selectedSpiceLevel ?? null,
    // A guest who sends what is on no menu is told that there is no such dish.
    typed: by === 'house' ? typed : null,
  }));
  const others = new Map(row.items.flatMap((item) => otherWish(item, wish) ?? []));
  const change = (wish.change ?? []).map(({ line, quantity, selectedSpiceLevel }) => ({
    line,
    quantity: quantity ?? undefined,
    spiceLevel: selectedSpiceLevel ?? undefined,
    isMadeOtherwise: others.has(line),
  }));
  const told = remainingLines(placed, { add: added, remove: wish.remove ?? [], change });
  if (!told.ok) return told;
  const kept = told.value;
  const isMoreToCook = ({ placed: was, quantity }: (typeof kept)[number]) =>
    (quantity > was.quantity || others.has(was.line)) && was.item.is_cooked !== false;
  const isToCook = ({ typed }: AddedLine) => typed?.open.isCooked !== false;
  if (row.status === 'ready' && (added.some(isToCook) || kept.some(isMoreToCook))) {
    return err(
      failure('failed-precondition', say`This order is ready: what is to be cooked besides is an order of its own.`),
    );
  }
  const sellAnyway = by === 'house' ? (wish.sellAnyway ?? []) : [];
  // What comes to it is said as the rest of it was.
  const spokenIn = isLanguage(row.language) ? row.language : null;
  // What is ordered for as soon as possible is of the hour it was ordered in, however late it is changed.
  const hoursAt = wantedFor ?? row.order_time;
  const more = stillSold(kept, others, menu, { now: wantedFor ?? now, hoursAt, sellAnyway });
  if (!more.ok) return more;
  const fresh = quoteOrder(menu, added.map(asOrdered), ZERO, now, { sellAnyway, wantedFor, spokenIn });
  if (!fresh.ok) return fresh;
  // What is taken already can be had otherwise, also when there is no more of it.
  const anew = kept.filter(
    ({ placed: { line, item }, spiceLevel }) =>
      others.get(line)?.options || costsOtherwise(menu.dishes.get(item.item_id), item.spice_level, spiceLevel),
  );
  const chosen = quoteOrder(
    menu,
    anew.map(({ placed: { id, item }, spiceLevel }) =>
      asOrdered({ id, quantity: 1, spiceLevel, typed: null, ...wishOfRow(item), ...others.get(item.line) }),
    ),
    ZERO,
    now,
    { sellAnyway: anew.map(({ placed: { id } }) => id), wantedFor, hoursAt, spokenIn },
  );
  if (!chosen.ok) return chosen;
  const remade = new Map(
    chosen.value.items.map((item, index) => [anew[index]?.placed.line, itemRow(item, index)] as const),
  );
  const next = Math.max(...row.items.map(({ line }) => line)) + 1;
  const items: OrderItemRow[] = [
    ...kept.map(({ placed: { line, item }, quantity, spiceLevel }) => ({
      ...(remade.get(line) ?? madeAs(item, menu.heats, spiceLevel, others.get(line)?.note)),
      line,
      quantity,
      // There is more of it to cook.
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
          ...wishOfRow(item),
        },
        // What was ordered before a limit was set stands.
        Math.max(
          menu.dishes.get(item.item_id)?.row.max_quantity ?? MAX_LINE_DEFAULT,
          row.items.find(({ line }) => line === item.line)?.quantity ?? 0,
        ),
      ),
    ),
  );
  if (limit !== null) return err(failure('invalid-argument', limit, { field: 'add' }));
  const inHousesWords = (all: readonly OrderItemRow[]) =>
    inLanguage(SOURCE_LANGUAGE, () => pricedAnew(row, menu, all, given));
  if (!isReckonedAlike(row, inHousesWords(row.items))) return err(taxesMoved().failure);
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
 * Of a line that is there more is sold only while there is some of the dish, and of what was chosen with it. What the
 * menu asks otherwise by now is no matter: it stays as it was ordered, or is made as it shall be.
 */
function stillSold(
  kept: readonly { readonly placed: { readonly item: OrderItemRow }; readonly quantity: number }[],
  others: ReadonlyMap<number, LineChoices>,
  menu: LocationMenu,
  terms: { readonly now: Date; readonly hoursAt: Date; readonly sellAnyway: readonly string[] },
): Result<true> {
  const failures = kept
    .filter(({ placed: { item }, quantity }) => quantity > item.quantity && !isOpenItem({ id: item.item_id }))
    .map(({ placed: { item } }) => {
      const { item_id: id, name, quantity, spice_level: selectedSpiceLevel } = item;
      const line = { id, name, quantity, selectedSpiceLevel, ...wishOfRow(item), ...others.get(item.line) };
      return quoteFromMenu([line], menu.dishes, { locationId: menu.location.id, ...terms });
    })
    .flatMap((quoted) => (!quoted.ok && RAN_OUT.has(quoted.error.code) ? [quoted.error] : []));
  const [first] = failures;
  if (!first) return ok(true);
  const items = failures.flatMap(({ details }) => (details?.['items'] ?? []) as object[]);
  return err(failure(first.code, first.message, { field: 'change', items }));
}

/** What a limit counts together: a dish by its id, what was typed as the till does. */
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

/** A new line as somebody would order it: names, prices and category are the menu's, but of what is typed. */
function asOrdered({ id: dishId, quantity, spiceLevel, typed, ...wish }: AddedLine) {
  const id = typed ? openItemId(typed.name) : dishId;
  const heat = lineHeat(typed ? null : spiceLevel);
  const key = cartKey(id, { id: heat.spiceLevelId }, wish);
  const dish = { id, name: id, price: ZERO, quantity, category: '', description: '', ...heat, cartKey: key, ...wish };
  return typed ? { ...dish, name: typed.name, category: ORDER_DEFAULTS.itemCategory, open: typed.open } : dish;
}

/** What shall be other of how a line is made; null when it is so already. */
function otherWish(item: OrderItemRow, wish: ChangeWish): readonly [readonly [number, LineChoices]] | null {
  const asked = wish.change?.find(({ line }) => line === item.line);
  const was = wishOfRow(item);
  const options = asked?.options && chosenKey(asked.options) !== chosenKey(was.options ?? []) ? asked.options : null;
  const note = asked?.note != null && asked.note !== (item.note ?? '') ? asked.note : null;
  return options || note !== null
    ? [[item.line, { ...(options && { options }), ...(note !== null && { note }) }]]
    : null;
}

/** As a rule a dish costs the same however hot it is made: then it stays as it was priced. */
function costsOtherwise(dish: Dish | undefined, was: number, level: number): boolean {
  if (!dish?.heats || was === level) return false;
  const { heats } = dish;
  const priceAt = (at: number) => heatPrice(dish, heatAt(heats, at)?.id);
  return priceAt(was) !== priceAt(level);
}

/** A line as it was priced, in another heat or with another word to the kitchen. */
function madeAs(item: OrderItemRow, heats: LocationMenu['heats'], level: number, note = item.note ?? ''): OrderItemRow {
  if (level === item.spice_level && note === (item.note ?? '')) return item;
  const made = {
    ...item,
    ...(level !== item.spice_level && heatColumns(lineHeatAt(heats, level))),
    note: note || null,
  };
  return { ...made, cart_key: cartKey(item.item_id, made.spice_id ? { id: made.spice_id } : null, wishOfRow(made)) };
}

/** What was chosen with a line and written beside it: a dish as it comes is what it always was. */
function wishOfRow({ options, note }: OrderItemRow): LineChoices {
  return { ...(options && { options: chosenOf(options) }), ...(note && { note }) };
}

/** Kept lines at the price they were ordered at, discounts by the one order of reckoning, taxes by the law of the order's day. */
function pricedAnew(
  row: OrderRow,
  menu: LocationMenu,
  items: readonly OrderItemRow[],
  given: readonly GivenRow[],
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
  // What the house gave is reckoned by its rule; what it gave on a line that is gone went with it.
  const house = given.map((each) => givenOf(each, items)).filter(({ line }) => line !== -1);
  const deeds = house.map((each) => discountFrom(each, each.line === null ? undefined : items[each.line]?.name));
  // Brought on the terms it was placed on: with fewer dishes it may cost what it cost for fewer.
  const charged = row.delivery ? chargesFor(row.delivery.zone, foodSum(discounted(listed, standing).lines)) : null;
  const { lines, charges, adjustments } = discounted(listed, [...standing, ...deeds], charged ?? chargesOf(row));
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

/** As the kitchen reads it: heat, choices and its note are how a dish is made. */
function cooked({ line, name, quantity, spice_name: spice, options, note }: OrderItemRow) {
  const said = lineTexts({ options: options ?? undefined, note: note ?? undefined });
  return { line, name, quantity, spice: [...(spice ? [spice] : []), ...said].join(', ') };
}
