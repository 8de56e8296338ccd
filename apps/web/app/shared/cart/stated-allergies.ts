import { useSyncExternalStore } from 'react';
import { asRecord, asText, parseJsonFields } from '@tiffin/domain/core';
import { ALLERGY_CODES } from '@tiffin/domain/menu';
import { ALLERGY_LIMITS, distinctAllergies, type Allergy } from '@tiffin/domain/order';
import { STATED_ALLERGIES_KEY, storedTextInTab } from '../offline/text-storage.ts';

/** The allergies stated for the present cart: for the whole order, and for single lines by their cart key. */
export interface StatedAllergies {
  readonly order: readonly Allergy[];
  readonly lines: Readonly<Record<string, readonly Allergy[]>>;
}

export const NO_STATED_ALLERGIES: StatedAllergies = { order: [], lines: {} };

// Health data: stored in the tab until the order is placed, and never on the device.
const stored = () => storedTextInTab(STATED_ALLERGIES_KEY);

/** Reads the allergies of a list that was stored by this or an older version. */
export function readAllergies(list: unknown): Allergy[] {
  if (!Array.isArray(list)) return [];
  return distinctAllergies(
    list.map((each) => {
      const { code, text } = asRecord(each) ?? {};
      const known = ALLERGY_CODES.find((existing) => existing === code);
      return { ...(known && { code: known }), text: asText(text).slice(0, ALLERGY_LIMITS.textLength) };
    }),
  );
}

export function readLineAllergies(lines: unknown): Record<string, Allergy[]> {
  return Object.fromEntries(Object.entries(asRecord(lines) ?? {}).map(([key, list]) => [key, readAllergies(list)]));
}

let cached: { readonly text: string | null; readonly value: StatedAllergies } = {
  text: null,
  value: NO_STATED_ALLERGIES,
};

export function statedAllergies(): StatedAllergies {
  const text = stored().read();
  if (text !== cached.text) {
    const { order, lines } = parseJsonFields(text);
    const value =
      text === null ? NO_STATED_ALLERGIES : { order: readAllergies(order), lines: readLineAllergies(lines) };
    cached = { text, value };
  }
  return cached.value;
}

export function useStatedAllergies(): StatedAllergies {
  return useSyncExternalStore(
    (onChange) => stored().subscribe(onChange),
    statedAllergies,
    () => NO_STATED_ALLERGIES,
  );
}

function write(next: StatedAllergies): void {
  const lines = Object.fromEntries(Object.entries(next.lines).filter(([, list]) => list.length > 0));
  const isEmpty = next.order.length === 0 && Object.keys(lines).length === 0;
  stored().write(isEmpty ? null : JSON.stringify({ order: next.order, lines }));
}

export function stateAllergies(order: readonly Allergy[]): void {
  write({ ...statedAllergies(), order });
}

export function stateLineAllergies(cartKey: string, allergies: readonly Allergy[]): void {
  const before = statedAllergies();
  write({ ...before, lines: { ...before.lines, [cartKey]: allergies } });
}
