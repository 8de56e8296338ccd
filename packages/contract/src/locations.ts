import { z } from '@hono/zod-openapi';
import { FEATURES } from '@tiffin/domain/locations';
import { ORDER_TYPES } from '@tiffin/domain/order';
import { callsOf } from './call.ts';
import { pace } from './pace.ts';
import { taxCode, tipBase } from './taxes.ts';
import { dateText, instant, language, locationId, timeText } from './wire.ts';

const { get } = callsOf('Locations');

const dayHours = z.object({ open: timeText, close: timeText, closed: z.boolean() });

export const weekHours = z
  .object({
    monday: dayHours.optional(),
    tuesday: dayHours.optional(),
    wednesday: dayHours.optional(),
    thursday: dayHours.optional(),
    friday: dayHours.optional(),
    saturday: dayHours.optional(),
    sunday: dayHours.optional(),
  })
  .openapi('WeekHours');

export const hoursException = z.object({
  date: dateText,
  closed: z.boolean(),
  open: timeText.nullable(),
  close: timeText.nullable(),
  note: z.string().nullable(),
});

/** What a guest sees of a location. */
export const location = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    region: z.string().openapi({ description: 'The province, by its two letters in Canada' }),
    country: z.string().openapi({ description: 'ISO 3166: CA, PT' }),
    postalCode: z.string(),
    phone: z.string(),
    email: z.string().nullable(),
    timeZone: z.string(),
    hours: weekHours.nullable(),
    hoursExceptions: z.array(hoursException),
    features: z.array(z.enum(FEATURES)),
    services: z.array(z.enum(ORDER_TYPES)),
    isActive: z.boolean(),
    rating: z.number(),
    reviewCount: z.number(),
    taxRate: z.number().openapi({ description: 'What a meal pays, all taxes together' }),
    taxLabel: z.string(),
    taxes: z.array(taxCode).openapi({ description: 'In force today' }),
    tipBase,
    pricesIncludeTax: z.boolean().optional().openapi({ description: 'true: prices have `taxes` in them' }),
    asksTips: z.boolean().optional().openapi({ description: 'false: nobody is asked for a tip' }),
    isOpen: z.boolean(),
    openText: z.string().openapi({ description: "'Open now', 'Closed - Opens …' or 'Location is currently inactive'" }),
    nextOpening: instant.nullable(),
    pace: z
      .array(pace)
      .optional()
      .openapi({ description: 'What holds orders back now, each until its end; absent: nothing does' }),
    curbside: z.boolean().optional().openapi({ description: 'true: a pickup is brought out to the car' }),
    delivers: z
      .object({
        areas: z.array(z.string()).openapi({ description: 'The names of its zones' }),
        byPostalCode: z.boolean(),
        byPlace: z.boolean().openapi({ description: 'Some are drawn: a guest may have to show where they are' }),
        drawn: z.array(z.string()).optional().openapi({ description: 'The names of those; absent: none is' }),
      })
      .optional()
      .openapi({ description: 'Within which zones; absent: it asks for none' }),
  })
  .openapi('Location');

export const getLocations = get('/getLocations', {
  summary: 'The active locations, by name, with their open state',
  who: 'anyone',
  answer: z.object({ locations: z.array(location) }),
});

export const getLocation = get('/getLocation', {
  summary: 'One location',
  who: 'anyone',
  query: z.object({ locationId }),
  answer: z.object({ location }),
});

export const site = z
  .object({
    name: z.string(),
    tagline: z.string(),
    cuisine: z.string(),
    headline: z.string(),
    heroUrl: z.string().nullable(),
    priceRange: z.string(),
    brandColour: z.string().nullable().openapi({ description: 'null: the product’s own' }),
    accentColour: z.string().nullable(),
    phone: z.string(),
    email: z.string(),
    supportEmail: z.string(),
    address: z.string(),
    hstNumber: z.string().nullable(),
    country: z.string().openapi({ description: 'Where it is at home, ISO 3166: of the location one begins with' }),
    currency: z.string().openapi({ description: 'ISO 4217: EUR, USD' }),
    coin: z.number().openapi({ description: 'The smallest coin cash is rounded to, in hundredths' }),
    locale: z.string(),
    languages: z.array(language).openapi({ description: 'What it speaks, its own language first: en, fr' }),
    timeZone: z.string(),
    logoUrl: z.string().nullable(),
    defaultLocationId: z
      .string()
      .openapi({ description: 'Where one begins who has not chosen a location; empty: at the first' }),
    guestCheckout: z.boolean().openapi({ description: 'One may order without an account' }),
    signInProviders: z.array(z.enum(['google', 'facebook'])),
    /** What is really sent: without a provider a message waits, and no page may promise it. */
    sends: z.array(z.enum(['email', 'sms'])),
    payments: z.object({
      provider: z.string().openapi({ description: 'none, sandbox, stripe …' }),
      publishableKey: z.string().nullable(),
    }),
  })
  .openapi('Site');

export const getSite = get('/getSite', {
  summary: 'Name, contact and looks of the chain',
  who: 'anyone',
  answer: z.object({ site }),
});
