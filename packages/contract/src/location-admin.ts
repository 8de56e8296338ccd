import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { locationNotices } from '@tiffin/domain/errors';
import { WEEKDAYS } from '@tiffin/domain/hours';
import { FEATURES, HOME_COUNTRY, LOCATION_CODE } from '@tiffin/domain/locations';
import { ORDER_TYPES, SLOT_ORDERS_MOST, SLOT_RULES_MOST, SLOT_UNITS_MOST } from '@tiffin/domain/order';
import { callsOf } from './call.ts';
import { DELIVERY_KB, deliverySettings, deliveryRequest } from './delivery.ts';
import { RATES } from './rates.ts';
import { hoursException, location, weekHours } from './locations.ts';
import { taxSettings, tipBase } from './taxes.ts';
import { dateText, instant, moneyOut } from './wire.ts';

const { get, post } = callsOf('Location management');

/** Minutes after which a ticket turns soon and late. */
export const ticketLimits = z
  .object({
    acceptSoon: z.number().int().min(1).max(600),
    acceptLate: z.number().int().min(1).max(600),
    dueSoon: z.number().int().min(0).max(600).openapi({ description: 'Before the time it is due' }),
    passSoon: z.number().int().min(1).max(600),
    passLate: z.number().int().min(1).max(600),
  })
  .openapi('TicketLimits');

/** So much a kitchen can have ready in a quarter of an hour; with neither most it limits nothing. */
const slotRule = z
  .object({
    service: z.enum(ORDER_TYPES).nullable().openapi({ description: 'Which orders; null: all together' }),
    days: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length).openapi({ description: 'None: every day' }),
    mostOrders: z.number().int().min(1).max(SLOT_ORDERS_MOST).nullable(),
    mostUnits: z.number().int().min(1).max(SLOT_UNITS_MOST).nullable(),
  })
  .openapi('SlotRule');

/** A location as its owner sees it. */
export const managedLocation = location
  .extend({
    code: z.string().nullable().openapi({ description: 'Begins the numbers of its orders; null: LOC' }),
    manager: z.string().nullable(),
    capacity: z.number().nullable(),
    openingDate: dateText.nullable(),
    totalOrders: z.number().openapi({ description: 'Ever; cancelled ones do not count' }),
    monthlyRevenue: moneyOut.openapi({ description: 'This calendar month, refunds taken off' }),
    averageOrderValue: moneyOut,
    todaysHours: z.string().openapi({ description: "'Closed Today', 'Today: open - close' or 'Hours TBD'" }),
    taxRateOverride: z.number().nullable().openapi({ description: 'null: by postal code' }),
    taxLabelOverride: z.string().nullable(),
    taxSettings: taxSettings.nullable().openapi({ description: 'null: what the postal code alone says' }),
    tipBaseOverride: tipBase.nullable().openapi({ description: 'null: with tax, unless the law wants it before' }),
    ticketLimits: ticketLimits.nullable().openapi({ description: 'null: the usual ones' }),
    slotRules: z.array(slotRule).openapi({ description: 'What a quarter of an hour holds; none: no limit' }),
    delivery: deliverySettings.nullable().openapi({ description: 'null: everywhere, as ever' }),
    asksTips: z.boolean().openapi({ description: 'Guests are asked for a tip' }),
    curbside: z.boolean().openapi({ description: 'Pickups are brought out to cars' }),
    version: z.number().openapi({ description: 'To be sent with a change, so that nobody writes over another' }),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: instant.nullable(),
  })
  .openapi('ManagedLocation');

const id = z.string({ error: locationNotices.idRequired }).trim().min(1, locationNotices.idRequired);

const required = (words: string, most: number) => z.string({ error: words }).trim().min(1, words).max(most);

const fields = {
  name: required('Location name is required', 100),
  address: required('Address is required', 200),
  city: z.string().trim().max(100),
  region: z.string().trim().max(60),
  country: z.string().length(2, say`Invalid country`),
  code: z
    .string()
    .regex(LOCATION_CODE, say`Three letters, A to Z`)
    .nullable(),
  postalCode: required('postalCode is required', 12),
  phone: required('Phone number is required', 40),
  email: required('Email is required', 100),
  manager: z.string().trim().max(100).nullable(),
  capacity: z
    .number('Capacity must be a positive number')
    .int('Capacity must be a positive number')
    .min(0, say`Capacity must be a positive number`)
    .max(10_000)
    .nullable(),
  features: z.array(z.enum(FEATURES)).max(FEATURES.length),
  hours: weekHours.nullable(),
  hoursExceptions: z.array(hoursException.extend({ note: z.string().trim().max(200).nullable() })).max(366),
  openingDate: dateText.nullable(),
  isActive: z.boolean(),
  timeZone: z.string().max(60),
  rating: z.number().min(0).max(5),
  reviewCount: z.number().int().min(0),
  taxRateOverride: z.number().min(0).max(1).nullable(),
  taxLabelOverride: z.string().trim().max(40).nullable(),
  taxSettings: taxSettings.nullable(),
  tipBaseOverride: tipBase.nullable(),
  ticketLimits: ticketLimits.nullable(),
  slotRules: z.array(slotRule).max(SLOT_RULES_MOST),
  delivery: deliveryRequest.nullable(),
  asksTips: z.boolean(),
  curbside: z.boolean(),
};

export const newLocation = z
  .object({
    id,
    ...fields,
    city: fields.city.default(''),
    region: fields.region.optional().openapi({ description: 'Absent: as its postal code says' }),
    country: fields.country.default(HOME_COUNTRY),
    code: fields.code.default(null),
    manager: fields.manager.default(null),
    capacity: fields.capacity.default(null),
    features: fields.features.default([]),
    hours: fields.hours.default(null),
    hoursExceptions: fields.hoursExceptions.default([]),
    openingDate: fields.openingDate.default(null),
    isActive: fields.isActive.default(true),
    timeZone: fields.timeZone.default('America/Halifax'),
    rating: fields.rating.default(0),
    reviewCount: fields.reviewCount.default(0),
    taxRateOverride: fields.taxRateOverride.default(null),
    taxLabelOverride: fields.taxLabelOverride.default(null),
    taxSettings: fields.taxSettings.optional().openapi({ description: 'Absent: as its province’s law proposes' }),
    tipBaseOverride: fields.tipBaseOverride.default(null),
    ticketLimits: fields.ticketLimits.default(null),
    slotRules: fields.slotRules.default([]),
    delivery: fields.delivery.default(null),
    asksTips: fields.asksTips.default(true),
    curbside: fields.curbside.default(false),
  })
  .openapi('NewLocation');

const updates = z
  .object(fields)
  .partial()
  .refine((provided) => Object.keys(provided).length > 0, say`Updates are required`)
  .openapi('LocationUpdates');

export const getAllLocations = get('/getAllLocations', {
  summary: 'All locations but deleted ones, by name, with their figures',
  who: 'admin',
  answer: z.object({ locations: z.array(managedLocation) }),
});

export const getTicketLimits = get('/getTicketLimits', {
  summary: 'When tickets turn soon and late, at the locations one works at',
  who: 'staff',
  answer: z.object({ locations: z.array(ticketLimits.extend({ locationId: z.string() })) }),
});

export const addLocation = post('/addLocation', {
  summary: 'Open a location',
  who: 'admin',
  creating: true,
  maxKb: DELIVERY_KB,
  rate: RATES.work,
  body: z.object({ location: newLocation }),
  answer: z.object({ location: managedLocation }),
});

export const updateLocation = post('/updateLocation', {
  summary: 'Change a location; 409 with the present `location` when it was changed since `version`',
  who: 'admin',
  maxKb: DELIVERY_KB,
  rate: RATES.work,
  body: z.object({ locationId: id, updates, version: z.number().int().optional() }),
  answer: z.object({ location: managedLocation }),
});

export const toggleLocationStatus = post('/toggleLocationStatus', {
  summary: 'Activate or deactivate a location',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ locationId: id, isActive: z.boolean() }),
  answer: z.object({ location: managedLocation }),
});

export const deleteLocation = post('/deleteLocation', {
  summary: 'Take a location out of use; its orders and reservations stay readable',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ locationId: id }),
  answer: z.object({ locationId: z.string() }),
});

export const locationIdExists = get('/locationIdExists', {
  summary: 'Is this id taken, by a deleted location too?',
  who: 'admin',
  query: z.object({ id }),
  answer: z.object({ exists: z.boolean() }),
});

export const generateLocationId = get('/generateLocationId', {
  summary: 'A free id made from a name',
  who: 'admin',
  query: z.object({
    name: z
      .string()
      .trim()
      .min(1, say`Location name is required`)
      .max(200),
  }),
  answer: z.object({ locationId: z.string() }),
});
