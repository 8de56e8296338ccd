import { z } from '@hono/zod-openapi';
import { READ_LIMITS, say } from '@tiffin/domain/core';
import { JOINED_NAME_MAX } from '@tiffin/domain/floor';
import { looksLikeEmail, normaliseEmail, normalisePhone } from '@tiffin/domain/people';
import {
  DATE_FILTERS,
  RESERVATION_STATUSES,
  SPECIAL_REQUESTS_MAX,
  PARTY_MAX,
  PARTY_MIN,
  PARTY_PROBLEM,
} from '@tiffin/domain/reservation';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf, namedObject, nullableObject, optionalObject } from '../objects.ts';
import {
  clientData,
  dateText,
  instant,
  locationFilter,
  locationId,
  moneyOutput,
  nextCursor,
  pageQuery,
  timeText,
} from '../wire.ts';
import { reservation } from './reservation.ts';

const { get, post } = defineCalls('Reservations');

/** The server's clock decides what is past and what is today. */
export const asOf = instant.describe("The server's clock");
export const partySize = z
  .number(PARTY_PROBLEM)
  .int(PARTY_PROBLEM)
  .min(PARTY_MIN, PARTY_PROBLEM)
  .max(PARTY_MAX, PARTY_PROBLEM);
const tableNames = z.string().trim().max(JOINED_NAME_MAX);
const partySizeInQuery = z.coerce
  .number(PARTY_PROBLEM)
  .int(PARTY_PROBLEM)
  .min(PARTY_MIN, PARTY_PROBLEM)
  .max(PARTY_MAX, PARTY_PROBLEM);
/** Accepts the id of a reservation or its number, in this order. */
export const reservationReference = z
  .string(say`No reservation ID found`)
  .trim()
  .min(1, say`No reservation ID found`)
  .max(100);
export const manageToken = z
  .string()
  .max(200)
  .optional()
  .describe('The access token from the link in the confirmation');

export const waitId = z.string().min(1).max(100).describe('The id of a party on the waitlist');

const slot = namedObject('Slot', {
  date: dateText,
  time: timeText,
  label: z.string().openapi({ description: 'In 12-hour format', example: '6:30 p.m.' }),
  seatsLeft: z.number(),
  available: z
    .boolean()
    .optional()
    .describe('Whether this party fits. Only where stays are counted: elsewhere, full times are not listed'),
  startsAt: instant,
  isNextDay: z.boolean().describe('True after midnight, when the calendar shows the day after `date`'),
});

export const getReservationDays = get('/getReservationDays', {
  summary: 'Lists the days that can be booked: which are closed and which are full for this party',
  access: 'anyone',
  queue: 'slow',
  query: z.object({ locationId, partySize: partySizeInQuery }),
  response: z.object({
    days: arrayOf({ date: dateText, state: z.enum(['free', 'full', 'closed']) }),
    timeZone: z.string(),
  }),
});

export const getReservationSlots = get('/getReservationSlots', {
  summary:
    'Lists the times of a day that are available for this party. Where stays are counted, full times are listed too',
  access: 'anyone',
  queue: 'slow',
  query: z.object({
    locationId,
    date: dateText,
    partySize: partySizeInQuery,
    changing: z
      .string()
      .max(100)
      .optional()
      .describe('The id of a reservation that is changed: its seats count as free'),
  }),
  response: z.object({
    slots: z.array(slot),
    isClosed: z.boolean().describe('True if the location is closed on this day'),
    deposit: optionalObject({
      amount: moneyOutput,
      freeUntilHours: z.number(),
      isFee: z.literal(true).optional(),
    }).describe(
      'What this party pays while booking, or, if `isFee`, may pay if it does not come: its card is kept; absent if it needs neither',
    ),
  }),
});

const depositPayment = nullableObject({ url: z.string(), amount: moneyOutput }).describe(
  'The page where the deposit is paid, or a card is kept for a fee (`amount` is 0). The booking holds its seats for ten minutes, and is confirmed by that. null if neither is needed',
);

const guest = z.object({
  name: z.string(say`Customer name is required`).max(200),
  email: z.string(say`Customer email is required`).max(200),
  phone: z.string(say`Customer phone is required`).max(40),
});

const tableRequest = {
  date: dateText,
  time: timeText,
  partySize,
  specialRequests: z.string().max(SPECIAL_REQUESTS_MAX).nullish(),
};
const booking = { locationId, ...tableRequest };

export const createReservation = post('/createReservation', {
  summary:
    'Creates a reservation. No account is needed. Fails with 409 and `alternatives` if the time is full (`time-full` with `nearest` where stays are counted), and with 409 and the existing `reservation` if it belongs to the caller’s account',
  access: 'anyone',
  creating: true,
  maxKb: 16,
  rate: CALL_RATE_LIMITS.book,
  body: z.object({
    ...booking,
    customerInfo: guest,
    deviceInfo: optionalObject({ userAgent: z.string().max(500), platform: z.string().max(100) }),
  }),
  response: z.object({
    reservation,
    manageUrl: z.string().describe('Where the guest can view and cancel it without signing in'),
    payment: depositPayment,
  }),
});

export const addReservationByPhone = post('/addReservationByPhone', {
  summary: 'Creates a reservation for a guest on the phone. The email address is optional',
  access: 'staff',
  creating: true,
  maxKb: 16,
  body: z.object({
    ...booking,
    customerInfo: guest.extend({
      email: z.string().max(200).default(''),
      firebaseId: z.string().max(100).nullish(),
    }),
    tableNumber: tableNames
      .optional()
      .describe('Tables of the plan that staff choose, such as 12 or 12+13, however large the party is'),
    asksDeposit: z
      .boolean()
      .optional()
      .describe('True to send the guest a link to pay the deposit. The table is held until then, for 23 hours at most'),
  }),
  response: z.object({ reservation, manageUrl: z.string() }),
});

export const addWalkIn = post('/addWalkIn', {
  summary:
    'Seats a party without a reservation now. It takes seats of the running time. Fails with 409 and `seatsLeft` if there are too few, unless `evenIfFull`',
  access: 'staff',
  creating: true,
  maxKb: 4,
  body: z.object({
    locationId,
    partySize,
    name: z.string().trim().max(200).default('').describe('The name of the party, if it gave one'),
    tableNumber: tableNames.nullish(),
    evenIfFull: z.boolean().default(false).describe('Seats the party although the seats are taken'),
    waitId: waitId.optional().describe('The party is on the waitlist, and leaves it'),
  }),
  response: z.object({ reservation }),
});

export const getReservation = get('/getReservation', {
  summary: 'Returns a reservation to its guest, to a holder of its link or to staff of its location',
  access: 'anyone',
  query: z.object({ reservationId: reservationReference, token: manageToken }),
  response: z.object({
    reservation,
    canCancel: z.boolean(),
    payment: depositPayment.optional(),
    manageUrl: z.string(),
    confirmation: nullableObject({ to: z.string(), status: z.enum(['on its way', 'sent', 'not sent']) }).describe(
      'The status of the confirmation message; null if there is none',
    ),
    asOf,
  }),
});

export const getReservationCalendar = get('/getReservationCalendar', {
  summary: 'Returns a reservation as a calendar file',
  access: 'anyone',
  query: z.object({ reservationId: reservationReference, token: manageToken }),
  response: z.string(),
  contentType: 'text/calendar',
});

export const cancelReservation = post('/cancelReservation', {
  summary: 'Cancels a reservation. Staff must give a reason',
  access: 'anyone',
  creating: true,
  maxKb: 16,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ reservationId: reservationReference, token: manageToken, reason: z.string().max(500).optional() }),
  response: z.object({ reservation }),
});

export const confirmReservation = post('/confirmReservation', {
  summary: 'Records that the guest confirmed to come, also if staff send it for them. Repeating it changes nothing',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ reservationId: reservationReference, token: manageToken }),
  response: z.object({ reservation }),
});

export const changeReservation = post('/changeReservation', {
  summary:
    'Changes date, time, party or requests of a reservation, which keeps its number. The old seats are released when the new ones are taken. Fails with 409 and `alternatives` if the time is full, and with 409 and the current `reservation` if it was changed since `version`',
  access: 'anyone',
  creating: true,
  maxKb: 16,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({
    reservationId: reservationReference,
    token: manageToken,
    ...tableRequest,
    specialRequests: tableRequest.specialRequests.describe('Stays as it is if absent; null or empty removes it'),
    version: z.number().int().optional().describe('The version on which the change is based'),
  }),
  response: z.object({ reservation }),
});

export const sendReservationLinks = post('/sendReservationLinks', {
  summary:
    'Sends the links to the upcoming reservations of an email address or phone number to it. A number gets them for reservations without an email address. The response is the same if there are none',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.sendReservationLinks,
  body: z
    .object({
      email: z
        .string()
        .max(200)
        .transform(normaliseEmail)
        .refine(looksLikeEmail, say`Please enter a valid email address`)
        .optional(),
      phone: z
        .string()
        .max(40)
        .refine((text) => normalisePhone(text) !== null, say`Please enter a valid phone number`)
        .transform((text) => normalisePhone(text) ?? '')
        .optional(),
    })
    .refine(
      ({ email, phone }) => (email === undefined) !== (phone === undefined),
      say`Enter an email address or a phone number`,
    ),
  response: z.object({ sentTo: z.string() }),
});

export const getMyReservations = get('/getMyReservations', {
  summary: 'Lists the person’s reservations, latest first',
  access: 'customer',
  query: z.object(pageQuery),
  response: z.object({ reservations: z.array(reservation), nextCursor, asOf }),
});

export const getAllReservations = get('/getAllReservations', {
  summary: 'Lists the reservations of the caller’s locations, latest first',
  access: 'staff',
  query: z.object({
    locationId: locationFilter,
    status: z.enum(['all', ...RESERVATION_STATUSES]).default('all'),
    date: z.enum(DATE_FILTERS).default('all'),
    search: z.string().max(200).default(''),
    limit: z.coerce.number().int().min(1).max(READ_LIMITS.reservations).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    cursor: pageQuery.cursor,
  }),
  response: z.object({
    reservations: z.array(reservation),
    total: z.number().describe('The number of matches'),
    nextCursor,
    asOf,
  }),
});

export const createCalendarFeed = post('/createCalendarFeed', {
  summary:
    'Creates the caller’s private address of a calendar with a location’s reservations and special hours. The one before ends',
  access: 'staff',
  creating: true,
  peopleOnly: true,
  body: z.object({ locationId }),
  response: z.object({
    address: z.string().nullable().describe('Shown once; null when the same request was repeated'),
  }),
});

export const getReservationStats = get('/getReservationStats', {
  summary: 'Returns the four figures above the list of reservations',
  access: 'staff',
  query: z.object({ locationId: locationFilter }),
  response: z.object({
    figures: z.object({
      total: z.number(),
      confirmedToday: z.number(),
      guestsToday: z.number(),
      upcoming: z.number(),
      nextAt: instant.nullable(),
      cancelled: z.number(),
    }),
    asOf,
  }),
});

export const getReservationDay = get('/getReservationDay', {
  summary: 'Returns a day by time: reservations, seats taken and seats left',
  access: 'staff',
  query: z.object({ locationId, date: dateText.optional().describe('Defaults to today') }),
  response: z.object({
    day: z.object({
      date: dateText,
      isToday: z.boolean(),
      isClosed: z.boolean(),
      timeZone: z.string(),
      asOf,
      countsStays: z.boolean().optional().describe('True if a party takes its seats for as long as it sits'),
      seatsPerSlot: z.number().describe('How many guests can sit at a time'),
      slots: arrayOf({
        time: timeText,
        label: z.string(),
        startsAt: instant,
        isNextDay: z.boolean(),
        seatsTaken: z.number(),
        seatsLeft: z.number(),
      }),
      reservations: z.array(reservation).describe('Sorted by time, without cancelled ones'),
    }),
  }),
});

export const updateReservationStatus = post('/updateReservationStatus', {
  summary:
    'Sets the status of a reservation, or its table. Fails with 409 (`table-taken`) if another party is expected at the table then, and with 400 if there is a plan without it',
  access: 'staff',
  maxKb: 16,
  body: z.object({
    reservationId: reservationReference,
    status: z.enum(['confirmed', 'seated', 'completed', 'no-show']),
    tableNumber: tableNames.nullish().describe('A table or joined ones, such as 12 or 12+13. Stays as it is if absent'),
    version: z.number().int().optional().describe('Fails with 409 if the reservation has another version by now'),
  }),
  response: z.object({ reservation }),
});

export const chargeNoShow = post('/chargeNoShow', {
  summary:
    'Charges the kept card of a party that did not come, or cancelled too late, once the time of its booking has come. Repeating it charges nothing more. Fails with 409 if the card is declined: charge again later, or waive the fee',
  access: 'staff',
  body: z.object({ reservationId: reservationReference }),
  response: z.object({ reservation }),
});

export const waiveNoShow = post('/waiveNoShow', {
  summary:
    'Returns the deposit or the fee of a no-show, or of a booking that was cancelled late, to its card, or lets a kept card go. Repeating it changes nothing',
  access: 'staff',
  body: z.object({ reservationId: reservationReference, reason: z.string().trim().min(1).max(200) }),
  response: z.object({ reservation }),
});

export const sendReservationConfirmation = post('/sendReservationConfirmation', {
  summary: 'Sends the confirmation of a reservation to its guest again',
  access: 'guest',
  creating: true,
  maxKb: 16,
  rate: CALL_RATE_LIMITS.confirmation,
  body: z.object({
    customerEmail: z.string().max(200).optional(),
    customerName: z.string().max(200).optional(),
    reservationDate: z.string().max(40).optional(),
    reservationTime: z.string().max(40).optional(),
    partySize: z.number().optional(),
    tableNumber: z.union([z.string().max(20), z.number()]).nullish(),
    specialRequests: z.string().max(SPECIAL_REQUESTS_MAX).nullish(),
    restaurantLocation: z
      .union([z.string().max(200), z.object({ id: z.string(), name: z.string(), address: z.string() }).partial()])
      .nullish(),
    metadata: clientData.optional(),
  }),
  response: z.object({
    message: z.string(),
    reservationId: z.string().optional().describe('Only for staff of its location'),
    sentTo: z.string(),
  }),
});
