import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { DEFAULT_PAY_PERIOD } from '@tiffin/domain/day';
import { locationNotices } from '@tiffin/domain/errors';
import { WEEKDAYS } from '@tiffin/domain/hours';
import { LEGAL_FORMS, MONEY_STATES } from '@tiffin/domain/law';
import { FEATURES, HOME_COUNTRY, LOCATION_CODE } from '@tiffin/domain/locations';
import { ORDER_TYPES, MAX_SLOT_ORDERS, MAX_SLOT_RULES, MAX_SLOT_UNITS } from '@tiffin/domain/order';
import { GUEST_TIP_PRESETS, TILL_TIP_PRESETS } from '@tiffin/domain/pricing';
import { BOOKING_RULE_LIMITS, DEFAULT_STAYS, PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import { DEFAULT_DAY_END_HOUR, LATEST_DAY_END_HOUR } from '@tiffin/domain/stats';
import { defineCalls } from '../call.ts';
import { MAX_DELIVERY_SETTINGS_KB, deliverySettings, deliveryRequest } from '../delivery/delivery.ts';
import { hoursException, location, paySettings, staySettings, weekHours } from './locations.ts';
import { chargeRule, chargeRulesInput } from './charges.ts';
import { taxSettings, tipBase, tipPercents } from './taxes.ts';
import { namedObject, nullableObject } from '../objects.ts';
import { dateText, dollarsToCents, instant, moneyOutput, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Location management');

/** The minutes after which a ticket is shown as due soon or late. */
export const ticketLimits = namedObject('TicketLimits', {
  acceptSoon: z.number().int().min(1).max(600).describe('Minutes until an order that nobody accepted is marked'),
  acceptLate: z.number().int().min(1).max(600).describe('Minutes until an order that nobody accepted is late'),
  dueSoon: z.number().int().min(0).max(600).describe('Minutes before the promised time'),
  passSoon: z.number().int().min(1).max(600).describe('Minutes until an order that is ready is marked'),
  passLate: z.number().int().min(1).max(600).describe('Minutes until an order that is ready is late'),
});

/** How much the kitchen can make in 15 minutes. A rule without limits has no effect. */
const slotRule = namedObject('SlotRule', {
  service: z.enum(ORDER_TYPES).nullable().describe('The order type; null for all types together'),
  days: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length).describe('Leave empty for every day'),
  mostOrders: z.number().int().min(1).max(MAX_SLOT_ORDERS).nullable().describe('null for no limit'),
  mostUnits: z
    .number()
    .int()
    .min(1)
    .max(MAX_SLOT_UNITS)
    .nullable()
    .describe('In `workUnits` of dishes; null for no limit'),
});

/** Which bookings need a deposit or a kept card. What a rule does not name fits every booking. */
const bookingRule = {
  fromPartySize: z.number().int().min(PARTY_MIN).max(PARTY_MAX).optional(),
  weekdays: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length).optional().describe('Absent or empty for every day'),
  from: dateText.optional().describe('The first day'),
  until: dateText.optional().describe('The last day'),
  freeUntilHours: z
    .number()
    .int()
    .min(0)
    .max(BOOKING_RULE_LIMITS.freeUntilHours)
    .describe('Until so many hours before its time a booking is cancelled for free'),
};
const perGuest = dollarsToCents(
  (amount) => amount >= BOOKING_RULE_LIMITS.least && amount <= BOOKING_RULE_LIMITS.most,
  say`Type a deposit or a fee from 1 to 500 for each guest`,
);

const tableOrdering = z.object({
  isOn: z.boolean(),
  firstRoundWaits: z.boolean().describe('True if staff accept the first round of each party'),
});

const legalForm = z.enum(LEGAL_FORMS);
const confirmsAllergies = z
  .boolean()
  .describe('True if a named person must confirm each dish affected by an allergy before it is ready');

/** A location as its owner sees it. */
export const managedLocation = location
  .extend({
    code: z.string().nullable().describe('The prefix of order numbers; null for LOC'),
    manager: z.string().nullable(),
    capacity: z.number().nullable(),
    openingDate: dateText.nullable(),
    totalOrders: z.number().describe('The number of all orders, without cancelled ones'),
    monthlyRevenue: moneyOutput.describe('Revenue of the current calendar month after refunds'),
    averageOrderValue: moneyOutput,
    todaysHours: z.string().describe("'Closed Today', 'Today: open - close' or 'Hours TBD'"),
    taxRateOverride: z.number().nullable().describe('null to use the rate of the postal code'),
    taxLabelOverride: z.string().nullable(),
    taxSettings: taxSettings.nullable().describe('null to use only the postal code'),
    tipBaseOverride: tipBase
      .nullable()
      .describe('null for the amount with tax, unless the law requires the amount before tax'),
    ticketLimits: ticketLimits.nullable().describe('null for the default limits'),
    slotRules: z.array(slotRule).describe('How much the kitchen can make in 15 minutes. Leave empty for no limit'),
    delivery: deliverySettings.nullable().describe('null to deliver everywhere'),
    legalForm: legalForm.nullable().describe('null counts as a company'),
    tillDeclaration: z
      .string()
      .nullable()
      .describe('Why no certified till is needed, where `mayDeclare`. null: nobody declared it'),
    fiscalNote: z.string().nullable().describe('What the accountant said about certified tills'),
    asksTips: z.boolean().describe('True if guests are asked for a tip'),
    guestTipPercents: tipPercents.describe('The tips that guests are offered'),
    tillTipPercents: tipPercents.describe('The tips that the till offers'),
    charges: z.array(chargeRule).describe('The charges that it adds to orders, one of each kind at most'),
    curbside: z.boolean().describe('True if pickup orders are brought to the car'),
    dayEndHour: z.number().describe('The hour at which the business day ends; 4 is four in the morning'),
    confirmsAllergies,
    ...staySettings,
    bookingRules: z
      .array(
        namedObject('BookingRule', {
          ...bookingRule,
          deposit: moneyOutput.optional().describe('For each guest'),
          noShowFee: moneyOutput
            .optional()
            .describe('For each guest of a party that does not come. Its card is kept while it books'),
        }),
      )
      .describe('Which bookings need a deposit or a kept card. The first rule that fits counts'),
    tableOrdering: tableOrdering
      .nullable()
      .describe('How guests order and pay at their tables by phone. null: they do not'),
    ...paySettings,
    isDraft: z.boolean().optional().describe('True until it is activated first: guests do not see it'),
    version: z.number().describe('Send this with a change. If someone else changed it first, the call fails with 409'),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: instant.nullable(),
  })
  .openapi('ManagedLocation');

const id = z.string({ error: locationNotices.idRequired }).trim().min(1, locationNotices.idRequired);

const fields = {
  name: requiredText('Location name is required', 100),
  address: requiredText('Address is required', 200),
  city: z.string().trim().max(100),
  region: z.string().trim().max(60),
  country: z
    .string()
    .length(2, say`Invalid country`)
    .describe('ISO 3166'),
  code: z
    .string()
    .regex(LOCATION_CODE, say`Three letters, A to Z`)
    .nullable(),
  postalCode: requiredText('postalCode is required', 12),
  phone: requiredText('Phone number is required', 40),
  email: requiredText('Email is required', 100),
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
  timeZone: z.string().max(60).describe('A name of the IANA database'),
  rating: z.number().min(0).max(5),
  reviewCount: z.number().int().min(0).max(1_000_000_000),
  taxRateOverride: z.number().min(0).max(1).nullable(),
  taxLabelOverride: z.string().trim().max(40).nullable(),
  taxSettings: taxSettings.nullable(),
  tipBaseOverride: tipBase.nullable(),
  ticketLimits: ticketLimits.nullable(),
  slotRules: z.array(slotRule).max(MAX_SLOT_RULES),
  delivery: deliveryRequest.nullable(),
  legalForm: legalForm.nullable(),
  tillDeclaration: z.string().trim().min(1).max(500).nullable(),
  fiscalNote: z.string().trim().max(500).nullable(),
  asksTips: z.boolean(),
  guestTipPercents: tipPercents,
  tillTipPercents: tipPercents,
  charges: chargeRulesInput,
  curbside: z.boolean(),
  dayEndHour: z.number().int().min(0).max(LATEST_DAY_END_HOUR),
  confirmsAllergies,
  ...staySettings,
  bookingRules: z
    .array(
      z
        .object({ ...bookingRule, deposit: perGuest.optional(), noShowFee: perGuest.optional() })
        .refine(
          ({ deposit, noShowFee }) => (deposit === undefined) !== (noShowFee === undefined),
          say`Type either a deposit or a no-show fee`,
        ),
    )
    .max(BOOKING_RULE_LIMITS.rules),
  tableOrdering: tableOrdering.nullable(),
  ...paySettings,
};

export const newLocation = namedObject('NewLocation', {
  id,
  ...fields,
  city: fields.city.default(''),
  region: fields.region.optional().describe('Defaults to the region of the postal code'),
  country: fields.country.default(HOME_COUNTRY),
  code: fields.code.default(null),
  manager: fields.manager.default(null),
  capacity: fields.capacity.default(null),
  features: fields.features.default([]),
  hours: fields.hours.default(null),
  hoursExceptions: fields.hoursExceptions.default([]),
  openingDate: fields.openingDate.default(null),
  isActive: fields.isActive.default(true),
  isDraft: z.boolean().default(false).describe('True: it is inactive, and guests do not see it until it is activated'),
  timeZone: fields.timeZone.default('America/Halifax'),
  rating: fields.rating.default(0),
  reviewCount: fields.reviewCount.default(0),
  taxRateOverride: fields.taxRateOverride.default(null),
  taxLabelOverride: fields.taxLabelOverride.default(null),
  taxSettings: fields.taxSettings.optional().describe('Defaults to the rates of the province'),
  tipBaseOverride: fields.tipBaseOverride.default(null),
  ticketLimits: fields.ticketLimits.default(null),
  slotRules: fields.slotRules.default([]),
  delivery: fields.delivery.default(null),
  legalForm: fields.legalForm.default(null),
  tillDeclaration: fields.tillDeclaration.default(null),
  fiscalNote: fields.fiscalNote.default(null),
  asksTips: fields.asksTips.default(true),
  guestTipPercents: fields.guestTipPercents.default([...GUEST_TIP_PRESETS]),
  tillTipPercents: fields.tillTipPercents.default([...TILL_TIP_PRESETS]),
  charges: fields.charges.default([]),
  curbside: fields.curbside.default(false),
  dayEndHour: fields.dayEndHour.default(DEFAULT_DAY_END_HOUR),
  confirmsAllergies: fields.confirmsAllergies.default(true),
  countsStays: fields.countsStays.default(true),
  stayMinutes: fields.stayMinutes.default(DEFAULT_STAYS.map((rule) => ({ ...rule }))),
  pacing: fields.pacing.default(null),
  asksConfirmation: fields.asksConfirmation.default(false),
  bookingRules: fields.bookingRules.default([]),
  tableOrdering: fields.tableOrdering.default(null),
  payPeriod: fields.payPeriod.default(DEFAULT_PAY_PERIOD),
  payPeriodFrom: fields.payPeriodFrom.default(null),
  overtimeDailyHours: fields.overtimeDailyHours.default(null),
  overtimeWeeklyHours: fields.overtimeWeeklyHours.default(null),
});

const updates = z
  .object(fields)
  .partial()
  .refine((provided) => Object.keys(provided).length > 0, say`Updates are required`)
  .openapi('LocationUpdates');

export const getAllLocations = get('/getAllLocations', {
  summary: 'Lists all locations that are not deleted, by name, with their figures',
  access: 'admin',
  response: z.object({ locations: z.array(managedLocation) }),
});

export const getTicketLimits = get('/getTicketLimits', {
  summary: 'Returns when tickets turn due soon and late, for the locations where the caller works',
  access: 'staff',
  response: z.object({ locations: z.array(ticketLimits.extend({ locationId: z.string() })) }),
});

const fiscalState = namedObject('FiscalState', {
  locationId: z.string(),
  name: z.string(),
  state: z
    .enum(MONEY_STATES)
    .describe(
      'free: no certified till is required, or none as declared. notice: a rule is coming. grace: the rule applies, and the location goes on until `refusedFrom`. refused: no orders',
    ),
  reason: z.string(),
  source: nullableObject({
    title: z.string(),
    url: z.string().describe('The address of the page or act that states the rule'),
  }),
  refusedFrom: dateText.nullable().describe('The first day without orders, if it lies ahead'),
  mayDeclare: z
    .boolean()
    .describe(
      'True where the law was not looked up or needs a declaration: an admin may declare with `tillDeclaration` that no certified till is needed',
    ),
  openBills: z.number().int().describe('Bills that are not paid yet. They can still be settled'),
});

export const getFiscalStates = get('/getFiscalStates', {
  summary: 'Returns whether the locations where the caller works may take money, and why',
  access: 'staff',
  response: z.object({ locations: z.array(fiscalState) }),
});

export const addLocation = post('/addLocation', {
  summary: 'Adds a location',
  access: 'admin',
  creating: true,
  maxKb: MAX_DELIVERY_SETTINGS_KB,
  body: z.object({
    location: newLocation,
    copyMenuFrom: z.string().optional().describe('The location whose menu it gets'),
  }),
  response: z.object({ location: managedLocation }),
});

export const updateLocation = post('/updateLocation', {
  summary:
    'Changes a location. Fails with 409 and the current `location` if it was changed since `version`. Fails with 409 (`hours-booked`), the `bookings` and the number of planned `orders` if new hours close it at their times, unless `bookings` says what becomes of them',
  access: 'admin',
  maxKb: MAX_DELIVERY_SETTINGS_KB,
  body: z.object({
    locationId: id,
    updates,
    version: z.number().int().optional(),
    bookings: z
      .enum(['keep', 'move', 'cancel'])
      .optional()
      .describe(
        'keep: they stay. move: their guests get a message with the link to choose another time. cancel: they are cancelled, and their guests get a message. Planned orders stay',
      ),
    message: z.string().trim().max(500).optional().describe('What these guests read, such as the reason'),
  }),
  response: z.object({ location: managedLocation }),
});

export const toggleLocationStatus = post('/toggleLocationStatus', {
  summary: 'Activates or deactivates a location',
  access: 'admin',
  body: z.object({ locationId: id, isActive: z.boolean() }),
  response: z.object({ location: managedLocation }),
});

export const deleteLocation = post('/deleteLocation', {
  summary: 'Deletes a location. Its orders and reservations stay readable',
  access: 'admin',
  body: z.object({ locationId: id }),
  response: z.object({ locationId: z.string() }),
});

export const locationIdExists = get('/locationIdExists', {
  summary: 'Checks whether a location id is in use, also by a deleted location',
  access: 'admin',
  query: z.object({ id }),
  response: z.object({ exists: z.boolean() }),
});

export const generateLocationId = get('/generateLocationId', {
  summary: 'Generates an unused location id from a name',
  access: 'admin',
  query: z.object({ name: requiredText(say`Location name is required`, 200) }),
  response: z.object({ locationId: z.string() }),
});
