import { colourProblem, PRICE_RANGES, type HouseColour } from '@tiffin/domain/house';
import { COUNTRY_CODES, looksLikeEmail } from '@tiffin/domain/people';
import { fromDollars, toDollars, ZERO } from '@tiffin/domain/core';
import { amountTyped } from '../../ui/amount-typed.ts';
import { flag, formOf, optionalText, text, wholeNumber, type FormField, type Look, type Sent } from '../../ui/form.ts';
import { formatMoney } from '../../ui/format.ts';
import type { Settings } from './use-settings.ts';

function needed(label: string, look: Look): FormField<string | null, string, string> {
  const field = text(label, { required: true, ...look });
  return { ...field, problem: (typed) => (typed.trim() === '' ? `${label} is required` : null) };
}

function email(label: string): FormField<string | null, string, string> {
  const field = needed(label, { input: { type: 'email', maxLength: 100 } });
  const wrong = (typed: string) => (looksLikeEmail(typed.trim()) ? null : 'Invalid email format');
  return { ...field, problem: (typed) => field.problem?.(typed) ?? wrong(typed) };
}

function countries(label: string, look: Look): FormField<string | null, string, string> {
  const field = needed(label, look);
  const wrong = (typed: string) => (COUNTRY_CODES.test(typed.trim()) ? null : 'Country codes like +1, +44');
  return { ...field, problem: (typed) => field.problem?.(typed) ?? wrong(typed) };
}

/** A limit in dollars, as the wire has it. */
function dollars(label: string, look: Look): FormField<number, string, number> {
  return {
    label,
    fresh: '',
    shown: (value) => value.toFixed(2),
    problem: (typed) => (amountTyped(typed) === null ? 'An amount like 10.00' : null),
    sent: (typed) => toDollars(amountTyped(typed) ?? ZERO),
    words: (value) => formatMoney(fromDollars(value) ?? ZERO),
    ...look,
  };
}

/** Null: the product's own. */
function colour(which: HouseColour, label: string): FormField<string | null, string, string | null> {
  const sent = (typed: string) => typed.trim().toLowerCase() || null;
  return {
    ...optionalText(label, { hint: COLOUR_HINTS[which], input: { maxLength: 7, placeholder: '#5d2b50' } }),
    sent,
    problem: (typed) => {
      const chosen = sent(typed);
      return chosen === null ? null : colourProblem(which, chosen);
    },
  };
}

const COLOUR_HINTS = {
  brand: 'Behind pale words: the page’s head and foot, and its buttons. Ours when empty.',
  accent: 'Behind dark words: the buttons that invite. Ours when empty.',
} as const;

export const settingsForm = formOf({
  name: needed('Name', { input: { maxLength: 100 } }),
  legalName: text('Legal name', {
    hint: 'Who runs the restaurant, when it differs from the name. For your own records.',
    input: { maxLength: 200 },
  }),
  tagline: text('Tagline', { input: { maxLength: 200 } }),
  cuisine: text('Kitchen', {
    hint: 'What you cook: Indian, Bakery, Pizza. For search engines.',
    input: { maxLength: 60 },
  }),
  headline: text('Headline', {
    hint: 'Over the home page. A line a line; words between *stars* are set apart.',
    input: { maxLength: 160 },
  }),
  heroUrl: optionalText('Picture of the home page'),
  priceRange: { ...text('Prices'), sent: (typed: string) => PRICE_RANGES.find((range) => range === typed) ?? '' },
  brandColour: colour('brand', 'Colour of the house'),
  accentColour: colour('accent', 'Colour that invites'),
  phone: text('Phone', { input: { type: 'tel', maxLength: 40 } }),
  email: email('Email'),
  supportEmail: email('Support email'),
  address: text('Address', { input: { maxLength: 300 } }),
  hstNumber: optionalText('Tax number', {
    optional: false,
    hint: 'Printed on receipts when it is set.',
    input: { maxLength: 40 },
  }),
  logoUrl: optionalText('Logo'),
  defaultLocationId: text('Default location'),
  guestCheckout: flag('Guests may order without an account', {
    hint: 'A name and a phone number or an email address are enough. Off: they sign in first.',
  }),
  staffDiscountPercent: wholeNumber('Per cent of a bill', {
    least: 0,
    most: 100,
    hint: 'Of what its dishes cost. 0: staff take nothing off by themselves.',
  }),
  staffDiscountMost: dollars('But at most, in dollars', {
    hint: 'Of one bill, all that is given on it together.',
    input: { inputMode: 'decimal', maxLength: 9 },
  }),
  textsTo: countries('Texts to numbers that begin with', {
    hint: 'Of guests who never showed that a number is theirs. Others cost more, and some earn whoever typed them. Parted by commas, like +1, +44.',
    input: { type: 'tel', maxLength: 100 },
  }),
  strangersTextsMost: wholeNumber('Texts to such guests in an hour', {
    least: 0,
    most: 100_000,
    hint: 'At most. What is over stays in the list of messages.',
  }),
  senderName: text('Sender’s name', { input: { maxLength: 100 } }),
  senderEmail: email('Sender’s email'),
  senderAddress: text('Postal address', { input: { maxLength: 300 } }),
});

/** The settings as the form has them: the sender’s lines among the others. */
export function asTyped(settings: Settings) {
  const { name, email: address, postalAddress } = settings.sender;
  return { ...settings, senderName: name, senderEmail: address, senderAddress: postalAddress };
}

type Typed = Sent<typeof settingsForm.fields>;

/** The sender is one thing on the wire: it travels whole. */
export function asSent(updates: Partial<Typed>, typed: Typed) {
  const { senderName, senderEmail, senderAddress, ...others } = updates;
  const changed = [senderName, senderEmail, senderAddress].some((line) => line !== undefined);
  const sender = { name: typed.senderName, email: typed.senderEmail, postalAddress: typed.senderAddress };
  return { ...others, ...(changed && { sender }) };
}
