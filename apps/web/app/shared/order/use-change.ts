import { useState } from 'react';
import type { CallName, InputOf } from '@tiffin/contract';
import { cartKey, type LineChoices, type EnteredItem } from '@tiffin/domain/cart';
import { asRecord, centsOf, toDollars } from '@tiffin/domain/core';
import type { HeatLevel } from '@tiffin/domain/menu';
import { choicesKey, chosenOf, type OptionLine } from '@tiffin/domain/options';
import { allergyTexts, isVoidOf, type Allergy } from '@tiffin/domain/order';
import { readAllergies } from '../cart/stated-allergies.ts';
import { ApiError } from '../api/api-error.ts';
import { api, type Answer, type CallOptions } from '../api/api.ts';
import { pause } from '../api/pause.ts';
import { useAnswer } from '../api/use-answer.ts';

export type ChangeableOrder = Answer<'changeOrder'>['order'];
type Body = InputOf<'changeOrder' & CallName>['body'];
/** The fields of an order that a change may edit besides its dishes. */
export type EditedFields = Pick<
  Body,
  'note' | 'allergies' | 'customerName' | 'tableInfo' | 'wantedFor' | 'why' | 'orderType' | 'deliveryInfo'
>;

export interface AddedDish extends LineChoices {
  /** The line's key at the till, because a typed item with two prices makes two lines. */
  readonly id: string;
  readonly name: string;
  /** The options as text. */
  readonly texts: readonly string[];
  readonly spice: HeatLevel | null;
  readonly quantity: number;
  /** Set for an item that is not on the menu. */
  readonly typed?: Omit<EnteredItem, 'name'>;
}

export type PlacedItem = ChangeableOrder['items'][number];

/** What the kitchen must know of a line: its options, its note and the allergies of the person who eats it. */
interface LineDetails {
  readonly options: readonly OptionLine<unknown>[];
  readonly note: string;
  readonly allergies: readonly Allergy[];
}

const placedDetails = ({ options, note, allergies }: PlacedItem): LineDetails => ({
  options: options ?? [],
  note: note ?? '',
  allergies: readAllergies(allergies),
});

/** What differs from the placed line; undefined where nothing does. */
function changedDetails(item: PlacedItem, { options, note, allergies }: LineDetails) {
  const [placed, chosen] = [placedDetails(item), chosenOf(options)];
  return {
    options: choicesKey(chosen) === choicesKey(chosenOf(placed.options)) ? undefined : [...chosen],
    note: note === placed.note ? undefined : note,
    allergies: allergyTexts(allergies) === allergyTexts(placed.allergies) ? undefined : [...allergies],
  };
}

const hasValues = (fields: object) => Object.values(fields).some((value) => value !== undefined);

/** The same dish with the same heat level and options is one line. */
export function addedKey({ id, spice, ...request }: AddedDish): string {
  return cartKey(id, spice, { options: request.options, note: request.note });
}

/** Several presses in a row cause one request. */
const ASK_AFTER_MS = 250;

/** An order while someone changes it, and the server's new total. */
export function useOrderChange(order: ChangeableOrder, token?: string) {
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map());
  const [detailsByLine, setDetailsByLine] = useState<ReadonlyMap<number, LineDetails>>(new Map());
  const [added, setAdded] = useState<readonly AddedDish[]>([]);
  const [fields, setFields] = useState<EditedFields>({});
  const [sellAnyway, setSellAnyway] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState(0);
  /** The last refusal of `save`, and the query of that change. */
  const [refusal, setRefusal] = useState<{ readonly query: string; readonly error: unknown } | null>(null);
  const quantityOf = (line: number) =>
    quantities.get(line) ?? order.items.find((item) => item.line === line)?.quantity ?? 0;
  const detailsOf = (item: PlacedItem) => detailsByLine.get(item.line) ?? placedDetails(item);
  // Only lines that still exist; someone else may have removed one meanwhile.
  const edited = order.items
    .map((item) => ({ item, quantity: quantityOf(item.line), details: changedDetails(item, detailsOf(item)) }))
    .filter(({ item, quantity, details }) => quantity !== item.quantity || hasValues(details));
  const change = edited
    .filter(({ quantity }) => quantity > 0)
    .map(({ item, quantity, details }) => ({
      line: item.line,
      quantity: quantity === item.quantity ? undefined : quantity,
      ...details,
    }));
  const remove = edited.filter(({ quantity }) => quantity === 0).map(({ item }) => item.line);
  const add = added.map(({ id, name, quantity, spice, options, note, typed }) => ({
    id,
    quantity,
    selectedSpiceLevel: spice?.level ?? null,
    options: options && [...options],
    note: note || undefined,
    name: typed && name,
    price: typed && toDollars(typed.price),
    open: typed && { taxClass: typed.taxClass, isCooked: typed.isCooked },
  }));
  const body: Body = {
    orderId: order.orderId,
    version: order.version,
    token: token || undefined,
    add: add.length > 0 ? add : undefined,
    remove: remove.length > 0 ? remove : undefined,
    change: change.length > 0 ? change : undefined,
    ...fields,
    sellAnyway: sellAnyway.length > 0 ? [...sellAnyway] : undefined,
  };
  // The kitchen makes what is taken off, so that needs a reason.
  const isVoid = needsVoidReason(order) && edited.some(({ item, quantity }) => quantity < item.quantity);
  const isRequested = edited.length + add.length > 0 || hasValues(fields);
  const query = JSON.stringify([attempt, body]);
  const preview = useAnswer(isRequested ? query : null, async (signal) => {
    await pause(ASK_AFTER_MS, signal);
    return api('changeOrder', { body: { ...body, preview: true } }, { signal });
  });
  const error = isRequested && refusal?.query === query ? refusal.error : preview.error;
  const answer = error === null ? preview.answer : null;

  return {
    /** The time of the order after the change, which decides about dishes and prices. Null: as soon as possible. */
    wantedFor: order.wantedFor ? (fields.wantedFor ?? order.wantedFor) : null,
    quantityOf,
    /** Returning to the placed quantity is no change, so that it does not undo a change by someone else. */
    setQuantity(line: number, quantity: number) {
      const next = new Map(quantities).set(line, quantity);
      if (order.items.find((item) => item.line === line)?.quantity === quantity) next.delete(line);
      setQuantities(next);
    },
    detailsOf,
    setDetails: (item: PlacedItem, details: LineDetails) =>
      setDetailsByLine(new Map(detailsByLine).set(item.line, details)),
    added,
    add(dish: AddedDish) {
      const existing = added.find((each) => addedKey(each) === addedKey(dish));
      const more = (each: AddedDish) => ({ ...each, quantity: each.quantity + dish.quantity });
      setAdded(existing ? added.map((each) => (each === existing ? more(each) : each)) : [...added, dish]);
    },
    setAddedQuantity: (dish: AddedDish, quantity: number) =>
      setAdded(added.flatMap((each) => (each === dish ? (quantity > 0 ? [{ ...each, quantity }] : []) : [each]))),
    edit: (edits: EditedFields) => setFields(withoutUnchanged({ ...fields, ...edits }, order)),
    isRequestedNow: isRequested,
    isMoved: fields.wantedFor != null,
    isVoid,
    /** A guest who was promised another time is told why. */
    lacksReason: (isVoid || fields.wantedFor != null) && !fields.why,
    /** The person was warned that the stock is too low and sells these dishes anyway. */
    sellAnyway: (ids: readonly string[]) => setSellAnyway([...new Set([...sellAnyway, ...ids])]),
    /** The new total; null until the server has computed it for the current change. */
    answer,
    error,
    /** Repeats the request after a lost connection or a busy server. */
    askAgain: () => setAttempt(attempt + 1),
    /** What `save` sends. */
    request: { ...body, total: answer?.change.now.total },
    /** Saves at the total that was shown; if it changed, it is requested again. */
    async save(request: Body, options: CallOptions) {
      try {
        return await api('changeOrder', { body: request }, options);
      } catch (problem) {
        // Stock is only checked when saving.
        if (soldOutDishesIn(problem).length > 0) setRefusal({ query, error: problem });
        else setAttempt(attempt + 1);
        throw problem;
      }
    },
  };
}

function needsVoidReason({ tab, heldAt, status, due, pricing }: ChangeableOrder): boolean {
  const isPaid = centsOf(due) < centsOf(pricing.total);
  return isVoidOf({
    isOnTab: tab !== undefined,
    isHeld: heldAt !== undefined,
    isStarted: status !== 'pending',
    isPaid,
  });
}

/** The fields that differ from those of the order; undefined where nothing does. */
function withoutUnchanged(
  { note, allergies, customerName, tableInfo, wantedFor, why, orderType, deliveryInfo }: EditedFields,
  order: ChangeableOrder,
) {
  const hasOtherTable = tableInfo?.tableNumber != null && tableInfo.tableNumber !== order.tableInfo?.tableNumber;
  const isMoved = wantedFor != null && wantedFor !== (order.promised?.to ?? order.estimatedReady);
  return {
    note: note === order.specialInstructions ? undefined : (note ?? undefined),
    customerName: customerName === order.customerInfo.name ? undefined : (customerName ?? undefined),
    tableInfo: hasOtherTable ? tableInfo : undefined,
    allergies: allergies ?? undefined,
    orderType: orderType === order.orderType ? undefined : (orderType ?? undefined),
    deliveryInfo: deliveryInfo ?? undefined,
    wantedFor: isMoved ? wantedFor : undefined,
    why: isMoved || needsVoidReason(order) ? why || undefined : undefined,
  };
}

/** The current order after someone else changed it first; null for other errors. */
export function currentOrderIn(error: unknown): ChangeableOrder | null {
  if (!(error instanceof ApiError)) return null;
  const order = asRecord(error.details['order']);
  // It is the server's response, of the same shape.
  return typeof order?.['version'] === 'number' ? (order as unknown as ChangeableOrder) : null;
}

export type OrderChange = ReturnType<typeof useOrderChange>;

/** Dishes that are out of stock but that staff may sell anyway; empty if there is another problem. */
export function soldOutDishesIn(error: unknown): string[] {
  const items = error instanceof ApiError && error.code === 'item-unavailable' ? error.details['items'] : null;
  const missing = Array.isArray(items) ? items.map((item) => asRecord(item)) : [];
  const soldOut = missing.flatMap((item) =>
    item?.['reason'] === 'sold-out' && typeof item['id'] === 'string' ? [item['id']] : [],
  );
  return soldOut.length === missing.length ? soldOut : [];
}
