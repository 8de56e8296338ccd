import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { valueOrThrow } from '@tiffin/domain/core';
import {
  allergiesOfEater,
  allergiesOfLine,
  containedAllergies,
  hasAllergy,
  isFinalStatus,
  requireConfirmedLines,
  unconfirmedLines,
  validCheck,
  type Allergy,
  type AllergyLine,
  type AllergyOrder,
} from '@tiffin/domain/order';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';
import { refundedQuantity } from './refunded-units.ts';

type RowWithAllergies = Pick<
  OrderRow,
  'allergies' | 'allergy_note' | 'special_instructions' | 'items' | 'given_back' | 'location_confirms_allergies'
>;

/** The order as the rules about allergies read it. */
export function allergyOrderOf(row: Omit<RowWithAllergies, 'location_confirms_allergies'>): AllergyOrder {
  return {
    allergies: row.allergies,
    allergyNote: row.allergy_note ?? '',
    specialInstructions: row.special_instructions ?? '',
    lines: row.items.map((item) => allergyLineOf(row, item)),
  };
}

function allergyLineOf(row: Pick<OrderRow, 'given_back'>, item: OrderItemRow): AllergyLine {
  const options = (item.options ?? []).map(({ group, id, units }) => [group, id, units]);
  return {
    line: item.line,
    name: item.name,
    quantity: item.quantity - refundedQuantity(row, item),
    recipe: JSON.stringify([item.item_id, item.name, item.spice_level, item.note, options]),
    allergens: { contains: item.contained_allergens ?? item.allergens ?? [], isComplete: item.allergens !== null },
    allergies: item.allergies ?? [],
    note: item.note ?? '',
    check: item.allergy_check,
    seat: item.seat,
  };
}

/** Refuses while an affected dish is not confirmed; with `lines`, only if it is one of these. */
export function requireAllergyChecks(row: RowWithAllergies, lines?: readonly number[]): void {
  if (requiresAllergyChecks(row)) valueOrThrow(requireConfirmedLines(allergyOrderOf(row), lines));
}

/** True if the location requires that affected dishes are confirmed, which is the default. */
export function requiresAllergyChecks(row: Pick<OrderRow, 'location_confirms_allergies'>): boolean {
  return row.location_confirms_allergies !== false;
}

export function allergyAnswer(
  row: Pick<OrderRow, 'location_confirms_allergies' | 'status'>,
  order: AllergyOrder,
): Pick<WireOrder, 'allergies' | 'allergyNote' | 'mentionsAllergy' | 'awaitsAllergyCheck'> {
  const isOpen = row.status !== 'ready' && !isFinalStatus(row.status);
  return {
    allergies: wireAllergies(order.allergies ?? []),
    allergyNote: order.allergyNote,
    mentionsAllergy: hasAllergy(order),
    awaitsAllergyCheck: isOpen && requiresAllergyChecks(row) && unconfirmedLines(order).length > 0,
  };
}

/** `allergyAnswer` for readers who may not see personal data. */
export const NO_ALLERGIES = {
  allergies: [],
  allergyNote: '',
  mentionsAllergy: false,
  awaitsAllergyCheck: false,
} as const satisfies Pick<WireOrder, 'allergyNote' | 'mentionsAllergy' | 'awaitsAllergyCheck'> & { allergies: [] };

/** What the API shows of a line: the allergies of the person who eats it, and its confirmation if it needs one. */
export function lineAllergyAnswer(
  order: AllergyOrder,
  line: AllergyLine | undefined,
): Pick<WireOrder['items'][number], 'allergies' | 'allergyCheck'> {
  if (!line) return {};
  const affectedBy = allergiesOfLine(order, line);
  const check = validCheck(order, line);
  const ofEater = allergiesOfEater(order.allergies ?? [], line);
  return {
    allergies: ofEater.length > 0 ? wireAllergies(ofEater) : undefined,
    allergyCheck:
      affectedBy.length > 0
        ? {
            allergies: wireAllergies(affectedBy),
            contains: containedAllergies(affectedBy, line.allergens),
            by: check?.by ?? null,
            at: check && new Date(check.at).toISOString(),
            decision: check?.decision,
          }
        : undefined,
  };
}

export function wireAllergies(allergies: readonly Allergy[]): WireOrder['allergies'] {
  return allergies.map((each) => ({ ...each }));
}
