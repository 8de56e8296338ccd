import { z } from '@hono/zod-openapi';
import { recordOf } from '@tiffin/domain/core';
import { PAY_PERIODS } from '@tiffin/domain/day';
import { MOST_MORE_HOURS, WEEKDAYS } from '@tiffin/domain/hours';
import { FEATURES } from '@tiffin/domain/locations';
import { ORDER_TYPES } from '@tiffin/domain/order';
import { PARTY_MAX, PARTY_MIN, STAY_LIMITS } from '@tiffin/domain/reservation';
import { defineCalls } from '../call.ts';
import { point, zoneTerms } from '../delivery/delivery.ts';
import { pacingPeriod } from '../kitchen/order-pacing.ts';
import { promotion } from '../order/promotions.ts';
import { chargeRule } from './charges.ts';
import { taxCode, tipBase, tipPercents } from './taxes.ts';
import { arrayOf, namedObject, nullableObject, optionalObject } from '../objects.ts';
import { dateText, instant, language, locationId, moneyOutput, timeText } from '../wire.ts';

const { get } = defineCalls('Locations');

const close = timeText.describe('HH:mm. Earlier than `open`: on the next day');
const more = arrayOf({ open: timeText, close })
  .max(MOST_MORE_HOURS)
  .readonly()
  .optional()
  .describe('The later hours of the day, such as dinner; `open` and `close` are its first');
const dayHours = z.object({ open: timeText, close, closed: z.boolean(), more });

export const weekHours = namedObject(
  'WeekHours',
  recordOf(WEEKDAYS, () => dayHours.optional()),
);

export const hoursException = z.object({
  date: dateText,
  closed: z.boolean(),
  open: timeText.nullable(),
  close: close.nullable(),
  more,
  note: z.string().nullable(),
});

/** The settings that decide which tables of a location can be booked. */
export const staySettings = {
  countsStays: z
    .boolean()
    .describe('True if a party takes its seats for as long as it sits; false if seats are counted anew at each time'),
  stayMinutes: arrayOf({
    partyFrom: z.number().int().min(PARTY_MIN).max(PARTY_MAX),
    minutes: z.number().int().min(STAY_LIMITS.least).max(STAY_LIMITS.most),
  })
    .min(1)
    .max(STAY_LIMITS.rules)
    .describe('How long a party of at least `partyFrom` guests sits'),
  pacing: nullableObject({ guestsPer15: z.number().int().min(1).max(1000) }).describe(
    'The most guests who may arrive in a quarter of an hour; null for no limit',
  ),
  asksConfirmation: z.boolean().describe('True if the reminder asks guests to confirm their reservation'),
};

/** When people of a location are paid, and from when on their work is overtime. */
export const paySettings = {
  payPeriod: z.enum(PAY_PERIODS).describe('How often people are paid. Half months end on the 15th and on the last day'),
  payPeriodFrom: dateText
    .nullable()
    .describe('The first day of a pay period; null for a Monday. Its weekday begins the weeks of overtime, too'),
  overtimeDailyHours: z.number().int().min(1).max(24).nullable().describe('null for the limit of the province'),
  overtimeWeeklyHours: z.number().int().min(1).max(168).nullable().describe('null for the limit of the province'),
};

/** A location as guests see it. */
export const location = namedObject('Location', {
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  region: z.string().describe('The province or region; in Canada its two letters'),
  country: z.string().describe('ISO 3166: CA, PT'),
  postalCode: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  timeZone: z.string().describe('A name of the IANA database'),
  hours: weekHours.nullable(),
  hoursExceptions: z.array(hoursException),
  features: z.array(z.enum(FEATURES)),
  services: z.array(z.enum(ORDER_TYPES)),
  isActive: z.boolean(),
  rating: z.number(),
  reviewCount: z.number(),
  taxRate: z.number().describe('The total tax rate of a meal'),
  taxLabel: z.string(),
  taxes: z.array(taxCode).describe('The taxes in force today'),
  tipBase,
  pricesIncludeTax: z.boolean().optional().describe('True if prices include `taxes`'),
  asksTips: z.boolean().optional().describe('False if guests are not asked for a tip'),
  guestTipPercents: tipPercents.optional().describe('The tips that guests are offered. Absent: 5, 10 and 15'),
  tillTipPercents: tipPercents.optional().describe('The tips that the till offers. Absent: 10, 15, 18 and 20'),
  takesMoney: z
    .boolean()
    .optional()
    .describe('False where the law requires a certified till and none is connected: no orders'),
  isOpen: z.boolean(),
  openText: z.string().describe("'Open now', 'Closed - Opens …' or 'Location is currently inactive'"),
  nextOpening: instant.nullable(),
  closesAt: instant.optional().describe('When it closes; absent while it is closed'),
  pace: z
    .array(pacingPeriod)
    .optional()
    .describe('Pauses and delays of orders, each until its end. Absent if there are none'),
  point: point.optional().describe('The position of the restaurant; absent if it is not set'),
  updatedAt: instant.optional().describe('When its settings changed last'),
  curbside: z.boolean().optional().describe('True if pickup orders are brought to the car'),
  delivers: optionalObject({
    areas: z.array(z.string()).describe('The names of the delivery zones'),
    byPostalCode: z.boolean().describe('True if the postal code decides the zone'),
    byPlace: z
      .boolean()
      .describe('True if some zones are drawn on the map, so that guests may have to share their position'),
    drawn: z.array(z.string()).optional().describe('The names of the drawn zones; absent if there are none'),
    zones: z
      .array(
        zoneTerms.extend({
          prefixes: z
            .array(z.string())
            .optional()
            .describe('The postal codes it covers, or how they begin; absent if it is drawn'),
        }),
      )
      .optional()
      .describe('The fees of all zones, to show what delivery costs before the address is known'),
  }).describe('The delivery zones; absent if the location does not deliver, or delivers everywhere'),
  dayEndHour: z.number().optional().describe('The hour at which the business day ends. Only for staff'),
  countsStays: staySettings.countsStays.optional().describe('Only for staff, and for guests if it is true'),
  stayMinutes: staySettings.stayMinutes.optional().describe('Only for staff'),
  pacing: staySettings.pacing.optional().describe('Only for staff'),
  asksConfirmation: staySettings.asksConfirmation.optional().describe('Only for staff'),
  payPeriod: paySettings.payPeriod.optional().describe('Only for staff'),
  payPeriodFrom: paySettings.payPeriodFrom.optional().describe('Only for staff'),
  charges: z
    .array(chargeRule)
    .optional()
    .describe('The charges that it adds to orders, one of each kind at most. Absent if there are none'),
  promotions: z
    .array(promotion)
    .optional()
    .describe('The promotions that apply by themselves. The one with which the guest pays least counts'),
});

export const getLocations = get('/getLocations', {
  summary: 'Lists the active locations by name, and whether they are open',
  access: 'anyone',
  response: z.object({ locations: z.array(location) }),
});

export const getLocation = get('/getLocation', {
  summary: 'Returns one location',
  access: 'anyone',
  query: z.object({ locationId }),
  response: z.object({ location }),
});

export const site = namedObject('Site', {
  name: z.string(),
  tagline: z.string(),
  cuisine: z.string(),
  headline: z.string(),
  heroUrl: z.string().nullable(),
  priceRange: z.string(),
  brandColour: z.string().nullable().describe('null for the default colour'),
  accentColour: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
  supportEmail: z.string(),
  address: z.string(),
  hstNumber: z.string().nullable(),
  country: z.string().describe('The country of the default location, ISO 3166'),
  currency: z.string().describe('ISO 4217: EUR, USD'),
  points: optionalObject({ step: z.number(), worth: moneyOutput }).describe(
    '`step` points take `worth` off an order; absent if points buy nothing',
  ),
  welcomePercent: z
    .number()
    .optional()
    .describe('What new accounts that agree to offers get off their first order; absent if nothing'),
  coin: z.number().describe('The smallest coin to which cash is rounded, in cents'),
  nextCoin: optionalObject({ coin: z.number(), from: z.string() }).describe(
    'The smallest coin from a coming business day on; absent if it stays',
  ),
  locale: z.string(),
  languages: z.array(language).describe('The languages of the restaurant, the main one first: en, fr'),
  timeZone: z.string(),
  logoUrl: z.string().nullable(),
  defaultLocationId: z.string().describe('The location shown to guests who have not chosen one; empty for the first'),
  guestCheckout: z.boolean().describe('True if guests may order without an account'),
  signInProviders: z.array(z.enum(['google', 'facebook'])),
  staffSignIn: nullableObject({ name: z.string() }).optional(),
  /** Which messages are sent. Without a provider they stay in the outbox, and no page may promise them. */
  sends: z.array(z.enum(['email', 'sms'])),
  payments: z.object({
    provider: z.string().describe('none, sandbox, stripe …'),
    publishableKey: z.string().nullable(),
  }),
});

export const getSite = get('/getSite', {
  summary: 'Returns the name, contact details and branding of the restaurant',
  access: 'anyone',
  response: z.object({ site }),
});
