import { addressProblem, contactProblems, ORDER_TEXTS, type OrderType } from '@tiffin/domain/order';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

export type ProblemField = 'name' | 'email' | 'phone' | 'address' | 'partySize' | 'agree';
export type Problems = Partial<Record<ProblemField, string>>;

/** In the sequence the fields stand on the page: the first one with a problem gets the focus. */
export const FIELD_ORDER: readonly ProblemField[] = ['agree', 'partySize', 'address', 'name', 'email', 'phone'];

/** What the form says beside each field; empty when all is well. */
export function checkoutProblems(draft: Draft, type: OrderType, needsAgreement: boolean, agrees: boolean): Problems {
  const party = Number(draft.partySize);
  const partyFits = /^\d+$/.test(draft.partySize.trim()) && party >= 1 && party <= 20;
  const address = type === 'delivery' ? addressProblem(draft.address) : null;
  return {
    ...(needsAgreement && !agrees && { agree: texts.agreeRequired }),
    ...(type === 'dine-in' && !partyFits && { partySize: ORDER_TEXTS.partySize }),
    ...(address !== null && { address }),
    ...contactProblems(draft),
  };
}
