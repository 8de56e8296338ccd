import type { ValidatedInput } from '@tiffin/contract';
import {
  toLimitedLine,
  DEFAULT_MAX_LINE_QUANTITY,
  openLineKey,
  cartLimitProblem,
  type LineChoices,
} from '@tiffin/domain/cart';
import {
  cents,
  isLanguage,
  ok,
  say,
  ZERO,
  type FailureCode,
  type Result,
  fail,
  withoutUndefined,
} from '@tiffin/domain/core';
import { SPICE_LEVEL_MIN } from '@tiffin/domain/menu';
import {
  choicesKey,
  chosenOf,
  optionForHeatLevel,
  heatPrice,
  lineHeatAt,
  type RequestedOption,
} from '@tiffin/domain/options';
import {
  isOpenItem,
  lineChanges,
  lineTexts,
  openItemId,
  ORDER_DEFAULTS,
  remainingLines,
  type Allergy,
  type OrderChanger,
  type LineChange,
  type OpenItem,
  type OrderItem,
} from '@tiffin/domain/order';
import { quoteFromMenu } from '@tiffin/domain/pricing';
import type { OrderItemRow, OrderRow } from '../../../platform/db/order-row.ts';
import type { Dish, LocationMenu } from '../../menu/dishes/location-menu.ts';
import { heatColumns, itemRow } from '../../orders/new-order.ts';
import { priceItems, type PricingTerms } from '../../orders/pricing/price-items.ts';

export type OrderChangeInput = ValidatedInput<'changeOrder'>['body'];

/** Who changes the order and when; `wantedFor` is its scheduled time. */
export interface LineTerms {
  readonly by: OrderChanger;
  readonly now: Date;
  readonly wantedFor: Date | null;
}

/** A line that stays on the order, with its new quantity and heat level. */
interface RemainingItem {
  readonly item: OrderItemRow;
  readonly quantity: number;
  readonly spiceLevel: number;
  /** Its new options and note, if they change. */
  readonly choices: LineChoices | undefined;
}

/** The order's lines after the change, before discounts. Fails if a dish is not available. */
export function changeLines(
  row: OrderRow,
  menu: LocationMenu,
  input: OrderChangeInput,
  { by, now, wantedFor }: LineTerms,
): Result<readonly OrderItemRow[]> {
  const added = addedLines(input, by);
  const remaining = remainingItems(row, added, input);
  if (!remaining.ok) return remaining;
  if (row.status === 'ready' && (added.some(isToCook) || remaining.value.some(isMoreToCook))) {
    return fail('failed-precondition', say`This order is ready. Please place what you add as a separate order.`);
  }
  const sellAnyway = by === 'staff' ? (input.sellAnyway ?? []) : [];
  // Added dishes are named in the order's language.
  const guestLanguage = isLanguage(row.language) ? row.language : null;
  // An order without a scheduled time keeps the menu of the hour in which it was placed, however late it is changed.
  const hoursAt = wantedFor ?? row.order_time;
  const available = checkStillAvailable(remaining.value, menu, { orderedFor: wantedFor ?? now, hoursAt, sellAnyway });
  if (!available.ok) return available;
  const quoted = priceItems(menu, added.map(toOrderItem), ZERO, now, { sellAnyway, wantedFor, guestLanguage });
  if (!quoted.ok) return quoted;
  const repriced = repriceLines(remaining.value, menu, now, { wantedFor, hoursAt, guestLanguage });
  if (!repriced.ok) return repriced;
  const firstNewLine = Math.max(...row.items.map(({ line }) => line)) + 1;
  return ok([
    ...remaining.value.map(({ item, quantity, spiceLevel, choices }) => {
      const changed = repriced.value.get(item.line) ?? withHeatAndNote(item, menu.heats, spiceLevel, choices?.note);
      const { line, allergies, allergy_check, station_id } = item;
      // A larger quantity is not done yet.
      const done_at = quantity > item.quantity ? null : changed.done_at;
      return { ...changed, line, quantity, allergies, allergy_check, station_id, done_at };
    }),
    ...quoted.value.items.map((item, index) => ({ ...itemRow(item, index), line: firstNewLine + index })),
  ]);
}

/** A line that the change adds; `typed` is what staff typed of a dish that is not on the menu. */
interface AddedLine {
  readonly id: string;
  readonly quantity: number;
  readonly spiceLevel: number | null;
  readonly options?: readonly RequestedOption[];
  readonly note?: string;
  readonly allergies?: readonly Allergy[];
  readonly typed: { readonly name: string; readonly open: OpenItem } | null;
}

function addedLines({ add }: OrderChangeInput, by: OrderChanger): AddedLine[] {
  return (add ?? []).map(({ id, quantity, selectedSpiceLevel, options, note, allergies, typed }) => ({
    id,
    quantity,
    options: options ?? undefined,
    note: note || undefined,
    allergies: allergies ?? undefined,
    spiceLevel: selectedSpiceLevel ?? null,
    // Only staff can add open items. A guest's line loses what was typed, and so fails as an unknown dish.
    typed: by === 'staff' ? typed : null,
  }));
}

function remainingItems(row: OrderRow, added: readonly AddedLine[], input: OrderChangeInput) {
  const placed = row.items.map((item) => ({
    line: item.line,
    id: item.item_id,
    name: item.name,
    quantity: item.quantity,
    spiceLevel: item.spice_level,
    // When an order becomes ready, its lines are not marked one by one.
    isDone: item.done_at !== null || row.status === 'ready',
    item,
  }));
  const newChoices = new Map(row.items.map((item) => [item.line, changedChoices(item, input)]));
  const change = (input.change ?? []).map(({ line, quantity, selectedSpiceLevel }) => ({
    line,
    quantity: quantity ?? undefined,
    spiceLevel: selectedSpiceLevel ?? undefined,
    isMadeOtherwise: newChoices.get(line) !== undefined,
  }));
  const remaining = remainingLines(placed, { add: added, remove: input.remove ?? [], change });
  if (!remaining.ok) return remaining;
  return ok(
    remaining.value.map(({ placed: { item }, quantity, spiceLevel }) => {
      return { item, quantity, spiceLevel, choices: newChoices.get(item.line) };
    }),
  );
}

/** The requested options and note of a line, or undefined if they are the same as before. */
function changedChoices(item: OrderItemRow, input: OrderChangeInput): LineChoices | undefined {
  const lineChange = input.change?.find(({ line }) => line === item.line);
  const before = lineChoices(item);
  const options =
    lineChange?.options && choicesKey(lineChange.options) !== choicesKey(before.options ?? [])
      ? lineChange.options
      : undefined;
  const note = lineChange?.note != null && lineChange.note !== (item.note ?? '') ? lineChange.note : undefined;
  // Callers spread this over the line's choices, so a field that stays the same must be absent, not undefined.
  return options || note !== undefined ? withoutUndefined({ options, note }) : undefined;
}

function isToCook({ typed }: AddedLine): boolean {
  return typed?.open.isCooked !== false;
}

function isMoreToCook({ item, quantity, choices }: RemainingItem): boolean {
  return (quantity > item.quantity || choices !== undefined) && item.is_cooked !== false;
}

const RAN_OUT_CODES: ReadonlySet<FailureCode> = new Set(['item-unavailable', 'option-unavailable']);

/**
 * Checks that lines with a larger quantity are still available, dish and options. Other rules of the current menu do
 * not apply to existing lines.
 */
function checkStillAvailable(
  remaining: readonly RemainingItem[],
  menu: LocationMenu,
  terms: { readonly orderedFor: Date; readonly hoursAt: Date; readonly sellAnyway: readonly string[] },
): Result<true> {
  const shortages = remaining
    .filter(({ item, quantity }) => quantity > item.quantity && !isOpenItem({ id: item.item_id }))
    .map(({ item, choices }) => {
      const { item_id: id, name, quantity, spice_level: selectedSpiceLevel } = item;
      const line = { id, name, quantity, selectedSpiceLevel, ...lineChoices(item), ...choices };
      return quoteFromMenu([line], menu.dishes, { locationId: menu.location.id, ...terms });
    })
    .flatMap((quoted) => (!quoted.ok && RAN_OUT_CODES.has(quoted.error.code) ? [quoted.error] : []));
  const [first] = shortages;
  if (!first) return ok(true);
  // The details of such a failure can name the dishes in question as `items`.
  const items = shortages.flatMap(({ details }) => (details?.['items'] ?? []) as object[]);
  return fail(first.code, first.message, { field: 'change', items });
}

/** Prices the lines whose options or heat level change their price, by line number. */
function repriceLines(
  remaining: readonly RemainingItem[],
  menu: LocationMenu,
  now: Date,
  terms: Pick<PricingTerms, 'wantedFor' | 'hoursAt' | 'guestLanguage'>,
): Result<ReadonlyMap<number | undefined, OrderItemRow>> {
  const lines = remaining.filter(
    ({ item, spiceLevel, choices }) =>
      choices?.options || isPriceChanged(menu.dishes.get(item.item_id), item.spice_level, spiceLevel),
  );
  const ordered = lines.map(({ item, spiceLevel, choices }) =>
    toOrderItem({ id: item.item_id, quantity: 1, spiceLevel, typed: null, ...lineChoices(item), ...choices }),
  );
  // A line that is already ordered can be changed even if the dish is sold out now.
  const sellAnyway = lines.map(({ item }) => item.item_id);
  const quoted = priceItems(menu, ordered, ZERO, now, { ...terms, sellAnyway });
  if (!quoted.ok) return quoted;
  return ok(new Map(quoted.value.items.map((item, index) => [lines[index]?.item.line, itemRow(item, index)] as const)));
}

/** Usually the heat level does not affect the price, and then the line keeps its price. */
function isPriceChanged(dish: Dish | undefined, was: number, level: number): boolean {
  if (!dish?.heats || was === level) return false;
  const { heats } = dish;
  const priceAt = (heatLevel: number) => heatPrice(dish, optionForHeatLevel(heats, heatLevel)?.id);
  return priceAt(was) !== priceAt(level);
}

/** A new line in the form of an order request. Names, prices and category come from the menu, except for open items. */
function toOrderItem({ id, spiceLevel, typed, ...line }: AddedLine): OrderItem {
  if (!typed) return { ...line, id, name: id, category: '', selectedSpiceLevel: spiceLevel ?? SPICE_LEVEL_MIN };
  const { name, open } = typed;
  const category = ORDER_DEFAULTS.itemCategory;
  return { ...line, id: openItemId(name), name, category, selectedSpiceLevel: SPICE_LEVEL_MIN, open };
}

/** The line with another heat level or note, at the same price. */
function withHeatAndNote(item: OrderItemRow, heats: LocationMenu['heats'], level: number, note = item.note ?? '') {
  const heat = level === item.spice_level ? null : heatColumns(lineHeatAt(heats, level));
  return { ...item, ...heat, note: note || null };
}

/** The options, note and allergies of a line; empty for a dish with defaults only. */
function lineChoices({ options, note, allergies }: OrderItemRow): LineChoices {
  return {
    options: options ? chosenOf(options) : undefined,
    note: note || undefined,
    allergies: allergies ?? undefined,
  };
}

/** The message if the changed lines are more of a dish than one order may have; null otherwise. */
export function quantityProblem(row: OrderRow, menu: LocationMenu, items: readonly OrderItemRow[]): string | null {
  return cartLimitProblem(
    items.map((item) =>
      toLimitedLine(
        {
          id: quantityLimitKey(item),
          name: item.name,
          quantity: item.quantity,
          selectedSpiceLevel: item.spice_level,
          ...lineChoices(item),
        },
        // A quantity ordered before a limit was set remains valid.
        Math.max(
          menu.dishes.get(item.item_id)?.row.max_quantity ?? DEFAULT_MAX_LINE_QUANTITY,
          row.items.find(({ line }) => line === item.line)?.quantity ?? 0,
        ),
      ),
    ),
  );
}

/**
 * The key by which the quantity limit groups lines: the id of a dish, or all properties of an open item, as at the
 * till.
 */
function quantityLimitKey({ item_id: id, unit_list_cents, unit_price_cents, tax_class, is_cooked }: OrderItemRow) {
  if (!isOpenItem({ id })) return id;
  const price = cents(unit_list_cents ?? unit_price_cents);
  return openLineKey(id, { price, taxClass: tax_class ?? 'meal', isCooked: is_cooked !== false });
}

/** The differences for the kitchen, which sees heat level, options and note in one text. */
export function kitchenChanges(before: readonly OrderItemRow[], after: readonly OrderItemRow[]): LineChange[] {
  return lineChanges(before.map(kitchenLine), after.map(kitchenLine));
}

function kitchenLine({ line, name, quantity, spice_name: spice, options, note }: OrderItemRow) {
  const texts = lineTexts({ options: options ?? undefined, note: note ?? undefined });
  return { line, name, quantity, spice: [...(spice ? [spice] : []), ...texts].join(', ') };
}
