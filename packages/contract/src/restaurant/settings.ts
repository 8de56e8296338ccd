import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import {
  COINS,
  colourProblem,
  currencyProblem,
  languagesProblem,
  PRICE_RANGES,
  SET_UP_STEPS,
  type BrandColour,
} from '@tiffin/domain/restaurant';
import {
  ADDRESS_DAYS,
  COUNTRY_CODES,
  GUEST_RETENTION_MONTHS,
  looksLikeEmail,
  normalisePhone,
} from '@tiffin/domain/people';
import { defineCalls, MAX_UPLOAD_KB } from '../call.ts';
import { WELCOME_PERCENT_LIMITS } from '@tiffin/domain/pricing';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { namedObject, nullableObject } from '../objects.ts';
import { dateText, instant, language, toSchemaCheck } from '../wire.ts';

const { get, post } = defineCalls('Settings');

const textLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => say`At most ${most} characters` });
const mailAddress = textLine(100).refine((text) => looksLikeEmail(text), say`Invalid email format`);

const ownPicture = z
  .string()
  .max(500)
  .regex(/^\/[\w./-]+$/, say`Invalid image`)
  .nullable();

/** A colour with enough contrast for text, or null for the default. */
const colour = (which: BrandColour) =>
  z
    .string()
    .check(toSchemaCheck((value) => colourProblem(which, value)))
    .nullable()
    .describe('Such as #5d2b50');

/** Empty if the restaurant has none. */
const mailAddressIfAny = mailAddress.or(z.literal(''));

/** The texts and contact details of the restaurant. They are settings and never part of the code. */
export const siteFields = {
  name: textLine(100).min(1, say`Name is required`),
  legalName: textLine(200),
  tagline: textLine(200),
  cuisine: textLine(60).describe('The cuisine, for example Bakery or Thai. Leave empty to hide it'),
  headline: textLine(160).describe(
    'The headline of the home page. Line breaks are kept, and *text* between stars is emphasised',
  ),
  heroUrl: ownPicture.describe('The picture of the home page'),
  priceRange: z.enum(PRICE_RANGES),
  brandColour: colour('brand'),
  accentColour: colour('accent'),
  phone: textLine(40).refine((typed) => typed === '' || normalisePhone(typed) !== null, say`Not a phone number`),
  email: mailAddressIfAny,
  supportEmail: mailAddressIfAny,
  address: textLine(300),
  hstNumber: textLine(40).nullable(),
  logoUrl: ownPicture.describe('The address of an uploaded picture, for example /images/…'),
  sender: z
    .object({ name: textLine(100), email: mailAddressIfAny, postalAddress: textLine(300) })
    .describe('The sender of mails. Promotions must contain its name and postal address'),
  defaultLocationId: z.string().max(50).describe('The location shown first. Leave empty for the first in the list'),
  currency: z
    .string()
    .check(toSchemaCheck(currencyProblem))
    .describe('ISO 4217, a currency with hundredths. Cannot be changed once there is an order'),
  coin: z.literal(COINS).openapi({
    // Without the list, the description of the API would contain only the first value.
    enum: [...COINS],
    description:
      'The smallest coin in cents, to which cash is rounded. Once there is an order, it changes with `nextCoin` alone',
  }),
  nextCoin: nullableObject({
    coin: z.literal(COINS).openapi({ enum: [...COINS] }),
    from: dateText.describe('A business day from tomorrow on'),
  }).describe('The smallest coin from a coming business day on; null if it stays'),
  languages: z
    .array(language)
    .check(toSchemaCheck(languagesProblem))
    .describe('The languages of the restaurant. The menu is written in the first one'),
  setUp: z
    .array(z.enum(SET_UP_STEPS))
    .max(SET_UP_STEPS.length)
    .describe('The set-up steps that the owner has confirmed'),
  guestCheckout: z.boolean().describe('True if guests may order without an account'),
  staffDiscountPercent: z
    .int()
    .min(0)
    .max(100)
    .describe('The highest discount that staff may give without a manager, in percent of the dishes'),
  staffDiscountMost: z
    .number()
    .min(0)
    .max(100_000)
    .describe('The highest discount that staff may give without a manager, as an amount'),
  pointsStep: z.int().min(1).max(100_000).describe('Points are spent in steps of so many'),
  pointsStepWorth: z.number().min(0).max(10_000).describe('What a step takes off an order; 0: points buy nothing'),
  welcomePercent: z
    .int()
    .min(WELCOME_PERCENT_LIMITS.least)
    .max(WELCOME_PERCENT_LIMITS.most)
    .describe('What the welcome mail of a new account takes off its first order. Codes that were sent keep theirs'),
  welcomeIsActive: z.boolean().describe('False: no more welcome mails. Codes that were sent stay valid'),
  textsTo: textLine(100)
    .regex(COUNTRY_CODES, say`Country codes like +1, separated by commas`)
    .describe('Text messages to unconfirmed phone numbers are sent only to numbers with these prefixes'),
  strangersTextsMost: z
    .int()
    .min(0)
    .max(100_000)
    .describe('The highest number of such text messages per location and hour. Others stay in the list of messages'),
  securityAddressDays: z
    .int()
    .min(ADDRESS_DAYS.least)
    .max(ADDRESS_DAYS.most)
    .describe('How many days the audit log keeps network addresses'),
  forgetGuestsAfterMonths: z
    .int()
    .min(GUEST_RETENTION_MONTHS.min)
    .max(GUEST_RETENTION_MONTHS.max)
    .describe('Guests without an account are erased this many months after their last order, reservation or message'),
};

const settings = namedObject('Settings', {
  ...siteFields,
  timeZone: z.string(),
  locale: z.string().describe('For numbers and dates: en-CA'),
  updatedAt: instant.nullable(),
});

const provider = z.object({
  name: z.string().describe('sandbox, stripe, smtp, twilio, outbox, google …'),
  about: z.enum(['cards', 'mail', 'texts', 'sign-in']),
  state: z.enum(['live', 'sandbox', 'off']),
  text: z.string().describe('A text for display: "card payments: sandbox"'),
});

export const getSettings = get('/getSettings', {
  summary: 'Returns branding, contact details, tax number, mail sender and active providers',
  access: 'admin',
  response: z.object({ settings, providers: z.array(provider) }),
});

export const updateSettings = post('/updateSettings', {
  summary: 'Changes settings. The site shows them immediately',
  access: 'admin',
  maxKb: 64,
  body: z.object({
    settings: z.object(siteFields).partial(),
    updatedAt: instant
      .nullish()
      .describe('The value as it was read. Fails with 409 and the current settings if they were changed since'),
  }),
  response: z.object({ settings }),
});

export const uploadBrandImage = post('/uploadBrandImage', {
  summary: 'Stores a picture for mails or the logo, at most 2 MB. The image is decoded and re-encoded',
  access: 'admin',
  maxKb: MAX_UPLOAD_KB,
  rate: CALL_RATE_LIMITS.upload,
  form: z.object({ file: z.instanceof(File).openapi({ type: 'string', format: 'binary' }) }),
  response: z.object({ url: z.string(), type: z.string(), size: z.number() }),
});
