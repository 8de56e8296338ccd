import { goesTo, orderProblems, type OrderPayload } from '@tiffin/domain/order';
import { texts } from './texts.ts';
import type { Till } from './till.ts';

export type ProblemField = 'name' | 'email' | 'phone' | 'address' | 'table' | 'partySize' | 'instructions';
export type Problems = Partial<Record<ProblemField, string>>;

const FIELDS: Readonly<Record<string, ProblemField>> = {
  'customerInfo.name': 'name',
  'customerInfo.email': 'email',
  'customerInfo.phone': 'phone',
  'deliveryInfo.address': 'address',
  'tableInfo.tableNumber': 'table',
  'tableInfo.partySize': 'partySize',
  specialInstructions: 'instructions',
};

/** What the server would say of this order, beside the field it is about; the rest has no field. */
export function tillProblems(
  payload: OrderPayload,
  { tableNumber }: Pick<Till, 'tableNumber'>,
): { fields: Problems; other: string | null } {
  const fields: Problems = {};
  if (goesTo(payload.orderType, 'table') && tableNumber.trim() !== '' && !(Number(tableNumber) >= 1)) {
    fields.table = texts.tableMin;
  }
  let other: string | null = null;
  for (const { field, message } of orderProblems(payload, 'till')) {
    const known = FIELDS[field];
    if (known) fields[known] ??= message;
    else other ??= message;
  }
  return { fields, other };
}
