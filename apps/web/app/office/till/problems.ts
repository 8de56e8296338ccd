import {
  addressProblem,
  customerEmailProblem,
  customerNameProblem,
  customerPhoneProblem,
  eachNote,
  GUEST_NOTES,
  isPartySize,
  ORDER_TEXTS,
  tooLongText,
  type GuestNote,
  type TillPayload,
} from '@tiffin/domain/order';
import { texts } from './texts.ts';
import type { Till } from './till.ts';

export type ProblemField = 'name' | 'email' | 'phone' | 'address' | 'table' | 'partySize' | GuestNote;
export type Problems = Partial<Record<ProblemField, string>>;

/** What the server would say of this order, beside the field it is about. */
export function tillProblems(order: TillPayload, { tableNumber }: Pick<Till, 'tableNumber'>): Problems {
  const { customerInfo, deliveryInfo, tableInfo } = order;
  const { name, email, phone } = customerInfo;
  const isNoTable = tableNumber.trim() !== '' && !(Number(tableNumber) >= 1);
  const found: Record<ProblemField, string | null> = {
    name: customerNameProblem(name),
    email: email ? customerEmailProblem(email) : null,
    phone: phone ? customerPhoneProblem(phone) : null,
    address: deliveryInfo ? addressProblem(deliveryInfo.address ?? '') : null,
    table: tableInfo && isNoTable ? texts.tableMin : null,
    partySize: tableInfo && !isPartySize(tableInfo.partySize) ? ORDER_TEXTS.partySize : null,
    ...eachNote((note) => {
      const { name: what, most } = GUEST_NOTES[note];
      return (order[note] ?? '').length > most ? tooLongText(what, most) : null;
    }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}
