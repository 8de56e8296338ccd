import {
  COINS,
  colourProblem,
  languageName,
  PRICE_RANGES,
  DEFAULT_LANGUAGES,
  type Coin,
  type BrandColour,
} from '@tiffin/domain/restaurant';
import {
  ADDRESS_DAYS,
  COUNTRY_CODES,
  GUEST_RETENTION_MONTHS,
  looksLikeEmail,
  normalisePhone,
} from '@tiffin/domain/people';
import { cents } from '@tiffin/domain/core';
import {
  booleanField,
  formOf,
  moneyField,
  valueField,
  optionalText,
  textField,
  wholeNumber,
  type FormField,
  type FieldLook,
  type FormPayload,
} from '../../ui/form.ts';
import { formatMoney } from '../../ui/format.ts';
import { settingsFormTexts as texts, settingsTexts } from './texts.ts';
import type { Settings } from './use-settings.ts';

const { fields, hints } = texts;

const needed = (label: string, look: FieldLook) => textField(label, { missing: texts.required(label), ...look });

function email(label: string): FormField<string | null, string, string> {
  const field = needed(label, { input: { type: 'email', maxLength: 100 } });
  const wrong = (typed: string) => (looksLikeEmail(typed.trim()) ? null : texts.wrongEmail);
  return { ...field, problem: (typed) => field.problem?.(typed) ?? wrong(typed) };
}

function countries(label: string, look: FieldLook): FormField<string | null, string, string> {
  const field = needed(label, look);
  const wrong = (typed: string) => (COUNTRY_CODES.test(typed.trim()) ? null : texts.wrongCountries);
  return { ...field, problem: (typed) => field.problem?.(typed) ?? wrong(typed) };
}

/** Null for the product's default. */
function colour(which: BrandColour, label: string): FormField<string | null, string, string | null> {
  const toPayload = (typed: string) => typed.trim().toLowerCase() || null;
  return {
    ...optionalText(label, { hint: hints[which], input: { maxLength: 7, placeholder: '#5d2b50' } }),
    toPayload,
    problem: (typed) => {
      const chosen = toPayload(typed);
      return chosen === null ? null : colourProblem(which, chosen);
    },
  };
}

function coinField(): FormField<Coin, string, Coin> {
  return {
    label: fields.coin,
    initialValue: '5',
    toTyped: String,
    toPayload: (typed) => COINS.find((each) => String(each) === typed) ?? 5,
    formatValue: (value) => formatMoney(cents(value)),
    hint: hints.coin,
  };
}

export const settingsForm = formOf({
  name: needed(fields.name, { input: { maxLength: 100 } }),
  legalName: textField(fields.legalName, {
    hint: hints.legalName,
    input: { maxLength: 200 },
  }),
  tagline: textField(fields.tagline, { input: { maxLength: 200 } }),
  cuisine: textField(fields.cuisine, {
    hint: hints.cuisine,
    input: { maxLength: 60 },
  }),
  headline: textField(fields.headline, {
    hint: hints.headline,
    input: { maxLength: 160 },
  }),
  heroUrl: optionalText(fields.heroUrl),
  priceRange: {
    ...textField(fields.priceRange),
    toPayload: (typed: string) => PRICE_RANGES.find((range) => range === typed) ?? '',
  },
  brandColour: colour('brand', fields.brandColour),
  accentColour: colour('accent', fields.accentColour),
  phone: {
    ...textField(fields.phone, { input: { type: 'tel', maxLength: 40 } }),
    problem: (typed: string) => (typed.trim() === '' || normalisePhone(typed) !== null ? null : texts.wrongPhone),
  },
  email: email(fields.email),
  supportEmail: email(fields.supportEmail),
  address: textField(fields.address, { input: { maxLength: 300 } }),
  hstNumber: optionalText(fields.hstNumber, {
    optional: false,
    hint: hints.hstNumber,
    input: { maxLength: 40 },
  }),
  currency: textField(fields.currency, { hint: hints.currency }),
  coin: coinField(),
  languages: valueField<Settings['languages']>(settingsTexts.languages, [...DEFAULT_LANGUAGES], (chosen) =>
    chosen.map(languageName).join(', '),
  ),
  logoUrl: optionalText(fields.logoUrl),
  defaultLocationId: textField(fields.defaultLocationId),
  guestCheckout: booleanField(fields.guestCheckout, {
    hint: hints.guestCheckout,
  }),
  staffDiscountPercent: wholeNumber(fields.staffDiscountPercent, {
    least: 0,
    most: 100,
    hint: hints.staffDiscountPercent,
  }),
  staffDiscountMost: moneyField(fields.staffDiscountMost, {
    wrong: texts.wrongAmount,
    hint: hints.staffDiscountMost,
    input: { inputMode: 'decimal', maxLength: 9 },
  }),
  textsTo: countries(fields.textsTo, {
    hint: hints.textsTo,
    input: { type: 'tel', maxLength: 100 },
  }),
  strangersTextsMost: wholeNumber(fields.strangersTextsMost, {
    least: 0,
    most: 100_000,
    hint: hints.strangersTextsMost,
  }),
  securityAddressDays: wholeNumber(fields.securityAddressDays, {
    least: ADDRESS_DAYS.least,
    most: ADDRESS_DAYS.most,
    hint: hints.securityAddressDays,
  }),
  forgetGuestsAfterMonths: wholeNumber(fields.forgetGuestsAfterMonths, {
    least: GUEST_RETENTION_MONTHS.min,
    most: GUEST_RETENTION_MONTHS.max,
    hint: hints.forgetGuestsAfterMonths,
  }),
  senderName: textField(fields.senderName, { input: { maxLength: 100 } }),
  senderEmail: email(fields.senderEmail),
  senderAddress: textField(fields.senderAddress, { input: { maxLength: 300 } }),
});

/** The settings as flat form fields, including those of the sender. */
export function settingsToDraft(settings: Settings) {
  const { name, email: address, postalAddress } = settings.sender;
  return { ...settings, senderName: name, senderEmail: address, senderAddress: postalAddress };
}

type Typed = FormPayload<typeof settingsForm.fields>;

/** The API expects the sender as one object, so it is sent whole. */
export function draftToRequest(updates: Partial<Typed>, typed: Typed) {
  const { senderName, senderEmail, senderAddress, ...others } = updates;
  const changed = [senderName, senderEmail, senderAddress].some((line) => line !== undefined);
  const sender = { name: typed.senderName, email: typed.senderEmail, postalAddress: typed.senderAddress };
  return { ...others, ...(changed && { sender }) };
}
