import {
  addressProblem,
  contactProblems,
  orderTypeGoesTo,
  mayPressPlaceOrder,
  type RequiredContact,
  type ContactField,
  type OrderType,
} from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { PARTY_PROBLEM, isPartySize } from '@tiffin/domain/reservation';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

const missingEitherText = (isNameMissing: boolean, isContactMissing: boolean) =>
  isNameMissing && isContactMissing
    ? say`Fill in your name and phone number or email first`
    : isNameMissing
      ? say`Fill in your name first`
      : say`Fill in your phone number or email first`;

const CHECK_FIRST = {
  name: say`Check your name first`,
  email: say`Check your email address first`,
  phone: say`Check your phone number first`,
} satisfies Record<ContactField, string>;

/** In the order of the page, because the first field with a problem gets the focus. */
export const FIELD_ORDER = [
  'agree',
  'vehicle',
  'tableNumber',
  'partySize',
  'address',
  'name',
  'phone',
  'email',
] as const;
export type ProblemField = (typeof FIELD_ORDER)[number];
export type TypedField = Exclude<ProblemField, 'agree'>;
export type Problems = Partial<Record<ProblemField, string>>;

/** The error of each field; empty when all are valid. */
export function checkoutProblems(
  draft: Draft,
  type: OrderType,
  required: RequiredContact = 'both',
  isAgreementMissing = false,
): Problems {
  const problems: Problems = { ...contactProblems(draft, required) };
  if (isAgreementMissing) problems.agree = say`Please agree that we prepare it when we open, or come back later`;
  if (orderTypeGoesTo(type, 'table')) {
    const isPartyValid = /^\d+$/.test(draft.partySize.trim()) && isPartySize(Number(draft.partySize));
    if (!isPartyValid) problems.partySize = PARTY_PROBLEM;
    if (draft.seatUs === '' && draft.tableNumber.trim() === '')
      problems.tableNumber = say`Give the number on your table, or let us seat you`;
  }
  if (orderTypeGoesTo(type, 'counter') && draft.curbside !== '' && draft.vehicle.trim() === '')
    problems.vehicle = say`Tell us what your car looks like, or choose “I come in”`;
  const address = orderTypeGoesTo(type, 'address') ? addressProblem(draft.address) : null;
  if (address !== null) problems.address = address;
  return problems;
}

/** True if name and contact are complete, so that they need no fields. */
export function areContactDetailsRight(draft: Draft, required: RequiredContact): boolean {
  return Object.keys(contactProblems(draft, required)).length === 0;
}

const DESTINATION_FIELDS = ['vehicle', 'tableNumber', 'partySize', 'address'] as const;

/** True if the address, table or car is missing or incomplete. */
export function isDestinationMissing(draft: Draft, type: OrderType): boolean {
  const problems = checkoutProblems(draft, type);
  return DESTINATION_FIELDS.some((field) => problems[field] !== undefined);
}

/** The error to show when the guest leaves a field. A field that is still empty shows none. */
export function problemOnBlur(field: TypedField, draft: Draft, type: OrderType, required: RequiredContact) {
  return draft[field].trim() === '' ? undefined : checkoutProblems(draft, type, required)[field];
}

const CONTACT_FIELDS: readonly ContactField[] = ['name', 'email', 'phone'];

/** The contact fields without an error. An email address makes an empty phone number right, and the other way round. */
export function correctContactFields(draft: Draft, required: RequiredContact): readonly ContactField[] {
  const found = contactProblems(draft, required);
  return CONTACT_FIELDS.filter((field) => found[field] === undefined);
}

/** Why the button is disabled: a field is missing or certainly invalid. */
export function submitBlockedReason(draft: Draft, required: RequiredContact): string | null {
  if (mayPressPlaceOrder(draft, required)) return null;
  const missing = CONTACT_FIELDS.filter(
    (field) => draft[field].trim() === '' && !(field === 'email' && required === 'phone'),
  );
  if (required === 'either') {
    const hasContact = draft.email.trim() !== '' || draft.phone.trim() !== '';
    if (draft.name.trim() === '' || !hasContact) return missingEitherText(draft.name.trim() === '', !hasContact);
  } else if (missing.length > 0) return texts.missing(missing);
  const found = contactProblems(draft, required);
  const wrong = CONTACT_FIELDS.find((field) => found[field]);
  return CHECK_FIRST[wrong ?? 'name'];
}
