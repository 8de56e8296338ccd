import { refuse, say } from '@tiffin/domain/core';
import { unconfirmedLines } from '@tiffin/domain/order';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { allergyOrderOf, requiresAllergyChecks } from '../orders/order-allergies.ts';

/**
 * An API key is no named person, so it cannot confirm a dish for an allergy. It must not get around that by removing
 * the allergy either: a dish that waits for its confirmation still waits after the change, unless it is removed.
 */
export function refuseRemovedAllergies(before: OrderRow, after: OrderRow): void {
  if (!requiresAllergyChecks(before)) return;
  const remaining = new Set(after.items.map(({ line }) => line));
  const waiting = new Set(unconfirmedLines(allergyOrderOf(after)).map(({ line }) => line));
  const released = unconfirmedLines(allergyOrderOf(before)).some(
    ({ line }) => remaining.has(line) && !waiting.has(line),
  );
  if (released) {
    throw refuse('permission-denied', say`Only a person can remove an allergy from an order, not an API key.`);
  }
}
