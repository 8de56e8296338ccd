import { useSyncExternalStore } from 'react';
import { asRecord, asText, parseJsonFields } from '@tiffin/domain/core';
import type { Cart } from '@tiffin/domain/cart';
import { ALLERGY_CODES } from '@tiffin/domain/menu';
import { ALLERGY_LIMITS, distinctAllergies, type Allergy } from '@tiffin/domain/order';
import { STATED_ALLERGIES_KEY, storedText } from '../offline/text-storage.ts';

const NONE: readonly Allergy[] = [];

/** The allergies stated for everybody that a cart is for, by location. Those of one dish are in its line. */
const stored = storedText(STATED_ALLERGIES_KEY);

/** Reads the allergies of a list that was stored by this or an older version. */
export function readAllergies(list: unknown): Allergy[] {
  if (!Array.isArray(list)) return [];
  return distinctAllergies(
    list.map((each) => {
      const { code, text, seat } = asRecord(each) ?? {};
      const known = ALLERGY_CODES.find((existing) => existing === code);
      return {
        code: known,
        text: asText(text).slice(0, ALLERGY_LIMITS.textLength),
        seat: typeof seat === 'number' ? seat : undefined,
      };
    }),
  );
}

/** The cart with the allergies that an older version stored apart, by cart key. */
export function withLineAllergies(cart: Cart, lines: unknown): Cart {
  return cart.map((line) => {
    const allergies = readAllergies(asRecord(lines)?.[line.cartKey]);
    return allergies.length > 0 ? { ...line, allergies } : line;
  });
}

let cached: { readonly text: string | null; readonly value: Readonly<Record<string, readonly Allergy[]>> } = {
  text: null,
  value: {},
};

export function orderAllergies(locationId: string): readonly Allergy[] {
  const text = stored.read();
  if (text !== cached.text) {
    const lists = Object.entries(parseJsonFields(text)).map(([id, list]) => [id, readAllergies(list)] as const);
    cached = { text, value: Object.fromEntries(lists) };
  }
  return cached.value[locationId] ?? NONE;
}

export function useOrderAllergies(locationId: string): readonly Allergy[] {
  return useSyncExternalStore(
    stored.subscribe,
    () => orderAllergies(locationId),
    () => NONE,
  );
}

/** Stores the allergies stated for the whole order at a location, in place of earlier ones. */
export function stateOrderAllergies(locationId: string, allergies: readonly Allergy[]): void {
  const { [locationId]: _was, ...others } = parseJsonFields(stored.read());
  const next = allergies.length > 0 ? { ...others, [locationId]: allergies } : others;
  stored.write(Object.keys(next).length > 0 ? JSON.stringify(next) : null);
}
