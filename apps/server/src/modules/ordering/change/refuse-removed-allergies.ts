import { refuse, say } from '@tiffin/domain/core';
import { keepsAllergies } from '@tiffin/domain/order';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { allergyOrderOf } from '../orders/order-allergies.ts';

/**
 * An API key is no named person, so it cannot confirm a dish for an allergy. It must not get around that by removing the
 * allergy, or a dish that was ordered with one, and ordering the dish again without it.
 */
export function refuseRemovedAllergies(before: OrderRow, after: OrderRow): void {
  if (keepsAllergies(allergyOrderOf(before), allergyOrderOf(after))) return;
  throw refuse(
    'permission-denied',
    say`An API key cannot remove or rewrite an allergy, or remove a dish that was ordered with one. Ask somebody of the restaurant to change this order.`,
  );
}
