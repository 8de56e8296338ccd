import { say } from '../core/language.ts';
import { withoutUndefined } from '../core/variants.ts';
import {
  EMAIL_MAX,
  looksLikeEmail,
  NAME_MIN,
  nameProblem as peopleNameProblem,
  normaliseEmail,
} from '../people/emails.ts';
import { normalisePhone } from '../people/phone-numbers.ts';
import { digitsOf, PHONE_DIGITS_MAX, PHONE_DIGITS_MIN, PHONE_TEXT_MAX } from '../people/phones.ts';
import { orderTypeGoesTo, type OrderType } from './order-types.ts';

// The contact fields of orders and reservations. The rules for accounts are in `people/emails.ts`.

/** Exclusive: a name must be shorter than this. */
export const NAME_LIMIT = 50;

export const CONTACT_TEXTS = {
  nameShort: say`Name must be at least 2 characters`,
  nameLong: say`Name must be less than 50 characters`,
  nameCharacters: say`Name contains invalid characters`,
  email: say`Please enter a valid email address`,
  emailLong: say`Email address is too long`,
  phone: say`Please enter a valid phone number`,
  phoneLong: say`Phone number is too long`,
  form: say`Please complete all required fields correctly`,
} as const;

const NAME_CHARACTERS = /^[\p{L}\p{M} '’.-]*$/u;

export interface ContactForm {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export type ContactField = keyof ContactForm;

function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed.length < NAME_MIN) return CONTACT_TEXTS.nameShort;
  if (trimmed.length >= NAME_LIMIT) return CONTACT_TEXTS.nameLong;
  return NAME_CHARACTERS.test(trimmed) ? null : CONTACT_TEXTS.nameCharacters;
}

/** The name of an account must also be valid as the name on its orders. */
export function accountNameProblem(name: string): string | null {
  return peopleNameProblem(name) ?? nameProblem(name);
}

export function customerEmailProblem(email: string): string | null {
  const trimmed = email.trim();
  if (trimmed.length > EMAIL_MAX) return CONTACT_TEXTS.emailLong;
  return looksLikeEmail(trimmed) ? null : CONTACT_TEXTS.email;
}

/** Why a phone number cannot be used, or null. */
export function phoneProblem(phone: string): string | null {
  if (phone.length > PHONE_TEXT_MAX || digitsOf(phone).length > PHONE_DIGITS_MAX) return CONTACT_TEXTS.phoneLong;
  return normalisePhone(phone) === null ? CONTACT_TEXTS.phone : null;
}

/** The contact fields that are needed: both for a reservation, either one or the phone number for an order. */
export type RequiredContact = 'both' | 'either' | 'phone';

/** Either is enough, with an account or without one, except that a driver must be able to call. */
export function requiredContactOf(type: OrderType): 'either' | 'phone' {
  return orderTypeGoesTo(type, 'address') ? 'phone' : 'either';
}

/** The error of each field of the checkout form; empty when all are valid. */
export function contactProblems(
  form: ContactForm,
  requiredContact: RequiredContact = 'both',
): Partial<Record<ContactField, string>> {
  const mayBeEmpty = optionalFields(form, requiredContact);
  const name = nameProblem(form.name);
  const email = mayBeEmpty('email') ? null : customerEmailProblem(form.email);
  const phone = mayBeEmpty('phone') ? null : phoneProblem(form.phone);
  return withoutUndefined({ name: name ?? undefined, email: email ?? undefined, phone: phone ?? undefined });
}

/** Tells which of the two fields are empty and may stay so. */
function optionalFields(form: ContactForm, required: RequiredContact): (field: 'email' | 'phone') => boolean {
  const isEmpty = { email: form.email.trim() === '', phone: digitsOf(form.phone) === '' };
  if (required === 'both') return () => false;
  if (required === 'phone') return (field) => field === 'email' && isEmpty.email;
  return (field) => isEmpty[field] && !isEmpty[field === 'email' ? 'phone' : 'email'];
}

/** When the order button is enabled. This is looser than the checks, which report errors once it is pressed. */
export function mayPressPlaceOrder(form: ContactForm, requiredContact: RequiredContact = 'both'): boolean {
  const mayBeEmpty = optionalFields(form, requiredContact);
  return (
    form.name.trim().length >= NAME_MIN &&
    (mayBeEmpty('email') || looksLikeEmail(form.email.trim())) &&
    (mayBeEmpty('phone') || digitsOf(form.phone).length >= PHONE_DIGITS_MIN)
  );
}

/** The form as sent: trimmed, with a normalised email and phone number. Empty fields stay empty. */
export function contactToSend(form: ContactForm): ContactForm {
  const digits = digitsOf(form.phone);
  return {
    name: form.name.trim(),
    email: normaliseEmail(form.email),
    phone: normalisePhone(form.phone) ?? (digits && `+${digits}`),
  };
}
