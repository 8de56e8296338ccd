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
import { cents, say } from '@tiffin/domain/core';
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
import type { Settings } from './use-settings.ts';

const needed = (label: string, look: FieldLook) => textField(label, { missing: say`${label} is required`, ...look });

type TextSetting = FormField<string | null, string, string>;

function withFormat(field: TextSetting, isValid: (typed: string) => boolean, wrong: string): TextSetting {
  return { ...field, problem: (typed) => field.problem?.(typed) ?? (isValid(typed.trim()) ? null : wrong) };
}

const email = (label: string) =>
  withFormat(needed(label, { input: { type: 'email', maxLength: 100 } }), looksLikeEmail, say`Invalid email format`);

/** A colour; null is the product's default. */
function colour(which: BrandColour, label: string, hint: string): FormField<string | null, string, string | null> {
  const toPayload = (typed: string) => typed.trim().toLowerCase() || null;
  return {
    ...optionalText(label, { hint, input: { maxLength: 7, placeholder: '#5d2b50' } }),
    toPayload,
    problem: (typed) => {
      const chosen = toPayload(typed);
      return chosen === null ? null : colourProblem(which, chosen);
    },
  };
}

function coinField(): FormField<Coin, string, Coin> {
  return {
    label: say`Smallest coin`,
    initialValue: '5',
    toTyped: String,
    toPayload: (typed) => COINS.find((each) => String(each) === typed) ?? 5,
    formatValue: (value) => formatMoney(cents(value)),
    hint: say`Cash payments are rounded to it.`,
  };
}

export const settingsForm = formOf({
  name: needed(say`Name`, { input: { maxLength: 100 } }),
  legalName: textField(say`Legal name`, {
    hint: say`The company that runs the restaurant, if it has another name. For your own records.`,
    input: { maxLength: 200 },
  }),
  tagline: textField(say`Tagline`, { input: { maxLength: 200 } }),
  cuisine: textField(say`Cuisine`, {
    hint: say`What you cook: Bakery, Pizza, Thai. For search engines.`,
    input: { maxLength: 60 },
  }),
  headline: textField(say`Headline`, {
    hint: say`At the top of the home page. Each line is its own line; words between *asterisks* are emphasized.`,
    input: { maxLength: 160 },
  }),
  heroUrl: optionalText(say`Picture of the home page`),
  priceRange: {
    ...textField(say`Prices`),
    toPayload: (typed: string) => PRICE_RANGES.find((range) => range === typed) ?? '',
  },
  brandColour: colour(
    'brand',
    say`Main colour`,
    say`Behind light text: header, footer and buttons. Empty: the default colour.`,
  ),
  accentColour: colour(
    'accent',
    say`Accent colour`,
    say`Behind dark text: the most important buttons. Empty: the default colour.`,
  ),
  phone: {
    ...textField(say`Phone`, { input: { type: 'tel', maxLength: 40 } }),
    problem: (typed: string) =>
      typed.trim() === '' || normalisePhone(typed) !== null
        ? null
        : say`Not a phone number. Numbers from abroad start with + and the country code.`,
  },
  email: email(say`Email`),
  supportEmail: email(say`Support email`),
  address: textField(say`Address`, { input: { maxLength: 300 } }),
  hstNumber: optionalText(say`Tax number`, {
    optional: false,
    hint: say`Printed on receipts when it is set.`,
    input: { maxLength: 40 },
  }),
  currency: textField(say`Currency`, { hint: say`It cannot be changed after the first order.` }),
  coin: coinField(),
  nextCoin: textField(say`Smallest coin from a coming day on`),
  nextCoinFrom: textField(say`From this day on`, { input: { type: 'date' } }),
  languages: valueField<Settings['languages']>(say`Languages`, [...DEFAULT_LANGUAGES], (chosen) =>
    chosen.map(languageName).join(', '),
  ),
  logoUrl: optionalText(say`Logo`),
  defaultLocationId: textField(say`Default location`),
  guestCheckout: booleanField(say`Guests may order without an account`, {
    hint: say`A name and a phone number or an email address are enough. If off, they sign in first.`,
  }),
  staffDiscountPercent: wholeNumber(say`Percent of a bill`, {
    least: 0,
    most: 100,
    hint: say`Of the price of its dishes. 0: staff give no discounts by themselves.`,
  }),
  staffDiscountMost: moneyField(say`But at most`, {
    wrong: say`An amount like 10.00`,
    hint: say`All discounts of one bill together.`,
    input: { inputMode: 'decimal', maxLength: 9 },
  }),
  pointsStep: wholeNumber(say`Points are used in steps of`, { least: 1, most: 100_000 }),
  pointsStepWorth: moneyField(say`A step takes off`, {
    wrong: say`An amount like 5.00`,
    hint: say`0: points buy nothing.`,
    input: { inputMode: 'decimal', maxLength: 9 },
  }),
  textsTo: withFormat(
    needed(say`Texts to numbers that begin with`, {
      hint: say`For guests whose number is not confirmed. Other countries cost more, and fraudsters earn from some. Separate them with commas, like +1, +44.`,
      input: { type: 'tel', maxLength: 100 },
    }),
    (typed) => COUNTRY_CODES.test(typed),
    say`Country codes like +1, +44`,
  ),
  strangersTextsMost: wholeNumber(say`Most texts per hour and location to such guests`, {
    least: 0,
    most: 100_000,
    hint: say`The location’s managers get an email when it is reached. Messages above it stay in the list of messages.`,
  }),
  securityAddressDays: wholeNumber(say`Days that network addresses are kept`, {
    least: ADDRESS_DAYS.least,
    most: ADDRESS_DAYS.most,
    hint: say`From 7 to 365. After that, entries stay without the address.`,
  }),
  forgetGuestsAfterMonths: wholeNumber(say`Forget guests after (months)`, {
    least: GUEST_RETENTION_MONTHS.min,
    most: GUEST_RETENTION_MONTHS.max,
    hint: say`1 to 120. The law allows personal data only as long as you need it.`,
  }),
  senderName: textField(say`Sender’s name`, { input: { maxLength: 100 } }),
  senderEmail: email(say`Sender’s email`),
  senderAddress: textField(say`Postal address`, { input: { maxLength: 300 } }),
});

/** The settings as flat form fields, including those of the sender. */
export function settingsToDraft(settings: Settings) {
  const { nextCoin, sender } = settings;
  const { name, email: address, postalAddress } = sender;
  const coinPlan = { nextCoin: nextCoin ? String(nextCoin.coin) : '', nextCoinFrom: nextCoin?.from ?? '' };
  return { ...settings, ...coinPlan, senderName: name, senderEmail: address, senderAddress: postalAddress };
}

type SettingsValues = FormPayload<typeof settingsForm.fields>;

/** The changed settings. The API expects the sender, and a planned coin, as one object, so any change sends it whole. */
export function draftToRequest(updates: Partial<SettingsValues>, values: SettingsValues) {
  const { senderName, senderEmail, senderAddress, nextCoin, nextCoinFrom, ...others } = updates;
  const isSenderChanged = [senderName, senderEmail, senderAddress].some((line) => line !== undefined);
  const sender = { name: values.senderName, email: values.senderEmail, postalAddress: values.senderAddress };
  const plannedCoin = COINS.find((each) => String(each) === values.nextCoin);
  const coinPlan = plannedCoin === undefined ? null : { coin: plannedCoin, from: values.nextCoinFrom };
  return {
    ...others,
    sender: isSenderChanged ? sender : undefined,
    nextCoin: nextCoin === undefined && nextCoinFrom === undefined ? undefined : coinPlan,
  };
}
