import { isDate, isTime } from '../hours/index.ts';
import { EMAIL_MAX, looksLikeEmail, nameProblem, normaliseEmail } from '../people/emails.ts';
import { normalisePhone } from '../people/phones.ts';

export const PARTY_MIN = 1;
export const PARTY_MAX = 20;
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

/** What is wrong, beside the field it is wrong in; an empty object when the booking can be sent. */
export function checkBooking(form: BookingForm): Partial<Record<BookingField, string>> {
  const errors: Partial<Record<BookingField, string>> = {};
  if (!isDate(form.date)) errors.date = 'Please choose a date';
  if (!isTime(form.time)) errors.time = 'Please choose a time';
  if (!isPartySize(form.partySize)) {
    errors.partySize = `Please specify a valid party size (${PARTY_MIN}-${PARTY_MAX} people)`;
  }
  const name = nameProblem(form.name);
  if (name !== null) errors.name = name;
  else if (form.name.trim().length >= 50) errors.name = 'Name must be less than 50 characters';
  if (form.email.trim() === '' || !looksLikeEmail(form.email.trim())) {
    errors.email = 'Please enter a valid email address';
  } else if (form.email.trim().length > EMAIL_MAX) errors.email = 'Email address is too long';
  if (normalisePhone(form.phone) === null) errors.phone = 'Please enter a valid phone number';
  if (form.specialRequests.length > SPECIAL_REQUESTS_MAX) {
    errors.specialRequests = `Special requests must be ${SPECIAL_REQUESTS_MAX} characters or less`;
  }
  return errors;
}

export function isPartySize(size: number): boolean {
  return Number.isInteger(size) && size >= PARTY_MIN && size <= PARTY_MAX;
}

/** The guest as a reservation keeps them: one spelling of each, and no request is null. */
export function bookedBy(form: Pick<BookingForm, 'name' | 'email' | 'phone' | 'specialRequests'>): {
  name: string;
  email: string;
  phone: string;
  specialRequests: string | null;
} {
  return {
    name: form.name.trim(),
    email: normaliseEmail(form.email),
    phone: normalisePhone(form.phone) ?? form.phone.trim(),
    specialRequests: form.specialRequests.trim() || null,
  };
}
