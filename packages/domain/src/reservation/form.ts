import { say } from '../core/language.ts';
import { isDate, isTime } from '../hours/index.ts';
import { contactProblems, contactToSend } from '../order/contact.ts';
import { isPartySize, PARTY_PROBLEM } from './party.ts';

export const SPECIAL_REQUESTS_MAX = 500;

export interface BookingForm {
  readonly date: string;
  readonly time: string;
  readonly partySize: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly specialRequests: string;
}

export type BookingField = keyof BookingForm;

/** The error of each field; empty if the form is valid. */
export function checkBooking(form: BookingForm): Partial<Record<BookingField, string>> {
  const errors: Partial<Record<BookingField, string>> = contactProblems(form);
  if (!isDate(form.date)) errors.date = say`Please choose a date`;
  if (!isTime(form.time)) errors.time = say`Please choose a time`;
  if (!isPartySize(form.partySize)) errors.partySize = PARTY_PROBLEM;
  const requests = specialRequestsProblem(form.specialRequests);
  if (requests) errors.specialRequests = requests;
  return errors;
}

export function specialRequestsProblem(text: string): string | null {
  return text.length > SPECIAL_REQUESTS_MAX
    ? say`Special requests must be ${SPECIAL_REQUESTS_MAX} characters or less`
    : null;
}

/** The guest's details as stored: normalised, with null for no special requests. */
export function toReservationGuest(form: Pick<BookingForm, 'name' | 'email' | 'phone' | 'specialRequests'>) {
  return { ...contactToSend(form), specialRequests: form.specialRequests.trim() || null };
}
