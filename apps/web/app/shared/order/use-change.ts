import { useEffect, useState } from 'react';
import type { CallName, Calls, InputOf } from '@tiffin/contract';
import { cartKey, type LineChoices, type TypedItem } from '@tiffin/domain/cart';
import { record, toDollars } from '@tiffin/domain/core';
import type { SpiceLevel } from '@tiffin/domain/menu';
import { chosenKey, chosenOf, type OptionLine } from '@tiffin/domain/options';
import { ApiError } from '../api/api-error.ts';
import { api, type Answer } from '../api/api.ts';
import { keyKeeper } from '../api/new-key.ts';
import type { Shown as Proof } from '../session/freshly.ts';

export type ChangeableOrder = Answer<'changeOrder'>['order'];
type Body = InputOf<Calls['changeOrder' & CallName]>['body'];
/** What is changed beside the dishes. */
export type ChangedFacts = Pick<Body, 'note' | 'customerName' | 'tableInfo' | 'wantedFor' | 'why'>;

export interface AddedDish extends LineChoices {
  /** What is typed of two prices is two lines: the key of a line of the till. */
  readonly id: string;
  readonly name: string;
  /** What was chosen with it, in words. */
  readonly texts: readonly string[];
  readonly spice: SpiceLevel | null;
  readonly quantity: number;
  /** Of what is on no menu. */
  readonly typed?: Omit<TypedItem, 'name'>;
}

export type PlacedItem = ChangeableOrder['items'][number];

/** How a placed line is made: what is chosen with it, as it is told, and its note. */
interface Made {
  readonly options: readonly OptionLine<unknown>[];
  readonly note: string;
}

const asPlaced = ({ options, note }: PlacedItem): Made => ({ options: options ?? [], note: note ?? '' });

/** What of it is other than it was placed. */
function otherThanPlaced(item: PlacedItem, { options, note }: Made) {
  const [was, chosen] = [asPlaced(item), chosenOf(options)];
  return {
    ...(chosenKey(chosen) !== chosenKey(chosenOf(was.options)) && { options: [...chosen] }),
    ...(note !== was.note && { note }),
  };
}

/** The same dish as hot, with the same, is one line. */
export function addedKey({ id, spice, ...request }: AddedDish): string {
  return cartKey(id, spice, { options: request.options, note: request.note });
}

/** Pressed several times, it is asked once. */
const ASK_AFTER_MS = 250;

type Shown = { readonly of: string } & (
  | { readonly answer: Answer<'changeOrder'>; readonly error: null }
  | { readonly answer: null; readonly error: unknown }
);

/** An order as somebody changes it, and what the server says it would come to. */
export function useChange(order: ChangeableOrder, token?: string) {
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map());
  const [made, setMade] = useState<ReadonlyMap<number, Made>>(new Map());
  const [added, setAdded] = useState<readonly AddedDish[]>([]);
  const [facts, setFacts] = useState<ChangedFacts>({});
  const [sellAnyway, setSellAnyway] = useState<readonly string[]>([]);
  const [keyOf] = useState(keyKeeper);
  const [round, setRound] = useState(0);
  const [shown, setShown] = useState<Shown | null>(null);
  const quantityOf = (line: number) =>
    quantities.get(line) ?? order.items.find((item) => item.line === line)?.quantity ?? 0;
  const madeAs = (item: PlacedItem) => made.get(item.line) ?? asPlaced(item);
  // Of the lines that are there still: somebody else may have taken one off meanwhile.
  const wished = order.items
    .map((item) => ({ item, quantity: quantityOf(item.line), other: otherThanPlaced(item, madeAs(item)) }))
    .filter(({ item, quantity, other }) => quantity !== item.quantity || Object.keys(other).length > 0);
  const change = wished
    .filter(({ quantity }) => quantity > 0)
    .map(({ item, quantity, other }) => ({
      line: item.line,
      ...(quantity !== item.quantity && { quantity }),
      ...other,
    }));
  const remove = wished.filter(({ quantity }) => quantity === 0).map(({ item }) => item.line);
  const add = added.map(({ id, name, quantity, spice, options, note, typed }) => ({
    id,
    quantity,
    selectedSpiceLevel: spice?.level ?? null,
    ...(options && { options: [...options] }),
    ...(note && { note }),
    ...(typed && {
      name,
      price: toDollars(typed.price),
      open: { taxClass: typed.taxClass, isCooked: typed.isCooked },
    }),
  }));
  const body: Body = {
    orderId: order.orderId,
    version: order.version,
    ...(token && { token }),
    ...(add.length > 0 && { add }),
    ...(remove.length > 0 && { remove }),
    ...(change.length > 0 && { change }),
    ...facts,
    ...(sellAnyway.length > 0 && { sellAnyway: [...sellAnyway] }),
  };
  const isRequested = wished.length + add.length + Object.keys(facts).length > 0;
  const query = JSON.stringify([round, body]);
  useEffect(() => {
    if (!isRequested) return undefined;
    const stop = new AbortController();
    const soon = setTimeout(() => {
      const [, request] = JSON.parse(query) as [number, Body];
      const question = { ...request, preview: true };
      api('changeOrder', { body: question }, { signal: stop.signal }).then(
        (answer) => !stop.signal.aborted && setShown({ of: query, answer, error: null }),
        (error: unknown) => !stop.signal.aborted && setShown({ of: query, answer: null, error }),
      );
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(soon);
      stop.abort();
    };
  }, [query, isRequested]);
  const current = isRequested && shown?.of === query ? shown : null;
  const answer = current?.answer ?? null;

  return {
    /** The time it is wanted at, as it shall be: its dishes and prices are those of then. Null: as soon as possible. */
    wantedFor: order.wantedFor ? (facts.wantedFor ?? order.wantedFor) : null,
    quantityOf,
    /** As it was is no wish: should somebody else change it meanwhile, theirs stands. */
    count(line: number, quantity: number) {
      const next = new Map(quantities).set(line, quantity);
      if (order.items.find((item) => item.line === line)?.quantity === quantity) next.delete(line);
      setQuantities(next);
    },
    madeAs,
    make: (item: PlacedItem, as: Made) => setMade(new Map(made).set(item.line, as)),
    added,
    add(dish: AddedDish) {
      const there = added.find((each) => addedKey(each) === addedKey(dish));
      const more = (each: AddedDish) => ({ ...each, quantity: each.quantity + dish.quantity });
      setAdded(there ? added.map((each) => (each === there ? more(each) : each)) : [...added, dish]);
    },
    countAdded: (dish: AddedDish, quantity: number) =>
      setAdded(added.flatMap((each) => (each === dish ? (quantity > 0 ? [{ ...each, quantity }] : []) : [each]))),
    say: (fact: ChangedFacts) => setFacts(wishedOf({ ...facts, ...fact }, order)),
    isRequestedNow: isRequested,
    /** Somebody was told that too little is left of these, and sells them. */
    sellAnyway: (ids: readonly string[]) => setSellAnyway([...new Set([...sellAnyway, ...ids])]),
    /** What it would come to; null until the server has said it of what is asked now. */
    answer,
    error: current?.error ?? null,
    /** The line broke, or the server was busy: the same question once more. */
    askAgain: () => setRound((before) => before + 1),
    /** The sum that was seen holds, and is asked for anew when it does not. Pressed twice, it is one change. */
    async save(proof?: Proof) {
      const request = { ...body, ...(answer && { total: answer.change.now.total }) };
      try {
        return await api('changeOrder', { body: request }, { idempotencyKey: keyOf(request), ...proof });
      } catch (error) {
        // How many are left is only counted when it is saved.
        if (shortIn(error).length > 0) setShown({ of: query, answer: null, error });
        else setRound(round + 1);
        throw error;
      }
    },
  };
}

/** What is as it was is no wish. */
function wishedOf({ note, customerName, tableInfo, wantedFor, why }: ChangedFacts, order: ChangeableOrder) {
  const isMoved = wantedFor != null && wantedFor !== order.estimatedReady;
  return {
    ...(note != null && note !== order.specialInstructions && { note }),
    ...(customerName != null && customerName !== order.customerInfo.name && { customerName }),
    ...(tableInfo?.tableNumber != null && tableInfo.tableNumber !== order.tableInfo?.tableNumber && { tableInfo }),
    ...(isMoved && { wantedFor, ...(why && { why }) }),
  };
}

/** The order as it is now, where somebody else was first; null when something else is in the way. */
export function movedOrder(error: unknown): ChangeableOrder | null {
  if (!(error instanceof ApiError)) return null;
  const order = record(error.details['order']);
  // It is the server's own answer, of the same shape.
  return typeof order?.['version'] === 'number' ? (order as unknown as ChangeableOrder) : null;
}

export type Change = ReturnType<typeof useChange>;

/** The dishes that stand in the way of an order and that the house may sell all the same; none when anything else does. */
export function shortIn(error: unknown): string[] {
  const items = error instanceof ApiError && error.code === 'item-unavailable' ? error.details['items'] : null;
  const missing = Array.isArray(items) ? items.map((item) => record(item)) : [];
  const short = missing.flatMap((item) =>
    item?.['reason'] === 'sold-out' && typeof item['id'] === 'string' ? [item['id']] : [],
  );
  return short.length === missing.length ? short : [];
}
