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
} from '@tiffin/domain/house';
import { COUNTRY_CODES, looksLikeEmail, normalisePhone } from '@tiffin/domain/people';
import { callsOf, UPLOAD_KB } from './call.ts';
import { RATES } from './rates.ts';
import { instant, language, nextCursor, pageQuery } from './wire.ts';

const { get, post } = callsOf('Settings');

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => say`At most ${most} characters` });
const mailAddress = line(100).refine((text) => looksLikeEmail(text), say`Invalid email format`);

const ownPicture = z
  .string()
  .max(500)
  .regex(/^\/[\w./-]+$/, say`Invalid image`)
  .nullable();

/** One that can be read on, or null for the product's own. */
const colour = (which: BrandColour) =>
  z
    .string()
    .superRefine((value, refused) => {
      const message = colourProblem(which, value);
      if (message !== null) refused.addIssue({ code: 'custom', message });
    })
    .nullable();

/** Empty while the house has none. */
const mailAddressIfAny = mailAddress.or(z.literal(''));

/** What the chain says of itself; nowhere in code, always in the settings. */
export const siteFields = {
  name: line(100).min(1, say`Name is required`),
  legalName: line(200),
  tagline: line(200),
  cuisine: line(60).openapi({ description: 'What is cooked: Bakery, Thai; empty: it is not said' }),
  headline: line(160).openapi({ description: 'Over the home page: a line a line, *set apart* between stars' }),
  heroUrl: ownPicture.openapi({ description: 'The picture of the home page' }),
  priceRange: z.enum(PRICE_RANGES),
  brandColour: colour('brand'),
  accentColour: colour('accent'),
  phone: line(40).refine((typed) => typed === '' || normalisePhone(typed) !== null, say`Not a phone number`),
  email: mailAddressIfAny,
  supportEmail: mailAddressIfAny,
  address: line(300),
  hstNumber: line(40).nullable(),
  logoUrl: ownPicture.openapi({ description: 'A picture of our own, e.g. /images/…' }),
  sender: z.object({ name: line(100), email: mailAddressIfAny, postalAddress: line(300) }).openapi({
    description: 'Whom mails come from; promotions must carry the name and the postal address',
  }),
  defaultLocationId: z.string().max(50).openapi({ description: 'Where guests begin; empty: at the first' }),
  currency: z
    .string()
    .superRefine((value, refused) => {
      const message = currencyProblem(value);
      if (message !== null) refused.addIssue({ code: 'custom', message });
    })
    .openapi({ description: 'ISO 4217, with hundredths; refused once there is an order' }),
  coin: z.literal(COINS).openapi({
    description: 'The smallest coin, in hundredths: cash is rounded to it. Refused once there is an order',
  }),
  languages: z
    .array(language)
    .superRefine((value, refused) => {
      const message = languagesProblem(value);
      if (message !== null) refused.addIssue({ code: 'custom', message });
    })
    .openapi({ description: 'What the house speaks; the first is its own: the texts of its menu are in it' }),
  setUp: z.array(z.enum(SET_UP_STEPS)).max(SET_UP_STEPS.length).openapi({
    description: 'Of the set-up, what its owner has looked at and said is right',
  }),
  guestCheckout: z.boolean().openapi({ description: 'Guests may order without an account' }),
  staffDiscountPercent: z.int().min(0).max(100).openapi({
    description: 'Up to where staff take something off a bill without a manager: of its dishes',
  }),
  staffDiscountMost: z.number().min(0).max(100_000).openapi({ description: 'And no more than this' }),
  textsTo: line(100)
    .regex(COUNTRY_CODES, say`Country codes like +1, parted by commas`)
    .openapi({
      description: 'Numbers that texts go to although nobody ever showed that the number is theirs begin so',
    }),
  strangersTextsMost: z.int().min(0).max(100_000).openapi({
    description: 'So many such texts go out within an hour; the others stay in the list of messages',
  }),
};

const settings = z
  .object({
    ...siteFields,
    timeZone: z.string(),
    locale: z.string(),
    updatedAt: instant.nullable(),
  })
  .openapi('Settings');

/** What is plugged in, and what that means. */
const provider = z.object({
  name: z.string().openapi({ description: 'sandbox, stripe, smtp, twilio, outbox, google …' }),
  about: z.enum(['cards', 'mail', 'texts', 'sign-in']),
  state: z.enum(['live', 'sandbox', 'off']),
  text: z.string().openapi({ description: 'As a person reads it: "card payments: sandbox"' }),
});

export const getSettings = get('/getSettings', {
  summary: 'Brand, contact, tax number, sender, and what is plugged in',
  who: 'admin',
  answer: z.object({ settings, providers: z.array(provider) }),
});

export const updateSettings = post('/updateSettings', {
  summary: 'Change settings; the site shows them at once',
  who: 'admin',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    settings: z.object(siteFields).partial(),
    updatedAt: instant.nullable().optional().openapi({
      description: 'As it was read: when somebody saved since, the answer is 409 with the present settings',
    }),
  }),
  answer: z.object({ settings }),
});

export const uploadBrandImage = post('/uploadBrandImage', {
  deprecatedPaths: ['/uploadHouseImage'],
  summary: 'Keep a picture for mails or the logo, at most 2 MB; decoded and made anew',
  who: 'admin',
  maxKb: UPLOAD_KB,
  rate: RATES.upload,
  form: z.object({ file: z.instanceof(File).openapi({ type: 'string', format: 'binary' }) }),
  answer: z.object({ url: z.string(), type: z.string(), size: z.number() }),
});

/** What was changed, by the names of its fields: whatever stood there. */
const changed = z.record(z.string(), z.unknown()).nullable();

export const getAuditLog = get('/getAuditLog', {
  summary: 'Who changed what, newest first',
  who: 'admin',
  query: z.object({
    ...pageQuery,
    search: z.string().max(200).default('').openapi({ description: 'In names, actions and ids' }),
    subjectKind: z.string().max(50).optional(),
    subjectId: z.string().max(200).optional(),
    from: z.iso.datetime({ offset: true, message: say`Invalid date` }).optional(),
    to: z.iso.datetime({ offset: true, message: say`Invalid date` }).optional(),
  }),
  answer: z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: instant,
        actorKind: z.string(),
        actorName: z.string(),
        action: z.string(),
        subjectKind: z.string(),
        subjectId: z.string(),
        subjectName: z.string().nullable().openapi({ description: 'What people call it, when it is known' }),
        locationId: z.string().nullable(),
        before: changed,
        after: changed,
        requestId: z.string().nullable(),
        address: z.string().nullable(),
      }),
    ),
    nextCursor,
  }),
});
