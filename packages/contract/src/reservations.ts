import { z } from '@hono/zod-openapi';
import { isDate } from '@tiffin/domain/hours';
import { READ_LIMITS, say } from '@tiffin/domain/core';
import { PARTY_MAX, PARTY_MIN, PARTY_PROBLEM } from '@tiffin/domain/order';
import { DATE_FILTERS, RESERVATION_STATUSES, SPECIAL_REQUESTS_MAX } from '@tiffin/domain/reservation';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import {
  dateText,
  instant,
  language,
  locationId,
  nextCursor,
  pageQuery,
  whichLocations,
  timeText,
  ownFacts,
} from './wire.ts';

const { get, post } = callsOf('Reservations');

/** The server's clock: what is past and what is today is told by it, not by the browser's. */
const asOf = instant.openapi({ description: "The server's clock" });
const calendarDate = dateText.refine(isDate, say`Invalid date, expected YYYY-MM-DD`);
const partySize = z
  .number(PARTY_PROBLEM)
  .int(PARTY_PROBLEM)
  .min(PARTY_MIN, PARTY_PROBLEM)
  .max(PARTY_MAX, PARTY_PROBLEM);
const partySizeInQuery = z.coerce
  .number(PARTY_PROBLEM)
  .int(PARTY_PROBLEM)
  .min(PARTY_MIN, PARTY_PROBLEM)
  .max(PARTY_MAX, PARTY_PROBLEM);
/** A reservation by its document id or by its number; both are tried, in this order. */
const anyId = z
  .string(say`No reservation ID found`)
  .trim()
  .min(1, say`No reservation ID found`)
  .max(100);
const manageToken = z.string().max(200).optional().openapi({ description: 'From the link in the confirmation' });

export const reservation = z
  .object({
    id: z.string(),
    reservationId: z.string().openapi({ example: 'RES-TRU-20270313-KQWX' }),
    location: z.string().openapi({ description: "The location's id" }),
    locationName: z.string(),
    customerInfo: z.object({
      name: z.string(),
      email: z.string().openapi({ description: 'Lower case; empty for a booking by phone without one' }),
      phone: z.string(),
      firebaseId: z.string().nullable(),
    }),
    reservationDetails: z.object({
      date: dateText.openapi({ description: 'The day that opened: 00:30 belongs to the evening before' }),
      time: timeText,
      partySize: z.number(),
      specialRequests: z.string().nullable(),
    }),
    startsAt: instant,
    status: z.enum(RESERVATION_STATUSES),
    tableNumber: z.string().nullable(),
    reservedAt: instant,
    updatedAt: instant,
    seatedAt: instant.nullable(),
    cancelledAt: instant.nullable(),
    cancellationReason: z.string().nullable(),
    source: z.enum(['web', 'phone']),
    language: language
      .optional()
      .openapi({ description: 'What its guest is written to in; absent: the language of the house' }),
    deviceInfo: z.object({ userAgent: z.string(), platform: z.string() }).nullable(),
  })
  .openapi('Reservation');

const slot = z
  .object({
    date: dateText,
    time: timeText,
    label: z.string().openapi({ description: '12-hour clock', example: '6:30 p.m.' }),
    seatsLeft: z.number(),
    startsAt: instant,
    isNextDay: z.boolean().openapi({ description: 'After midnight: the calendar shows the day after `date`' }),
  })
  .openapi('Slot');

export const getReservationDays = get('/getReservationDays', {
  summary: 'The days a table can be booked for: which are closed, which have no room for this party',
  who: 'anyone',
  inTurn: true,
  query: z.object({ locationId, partySize: partySizeInQuery }),
  answer: z.object({
    days: z.array(z.object({ date: dateText, state: z.enum(['free', 'full', 'closed']) })),
    timeZone: z.string(),
  }),
});

export const getReservationSlots = get('/getReservationSlots', {
  summary: 'The times of a day that have room for this party',
  who: 'anyone',
  inTurn: true,
  query: z.object({ locationId, date: calendarDate, partySize: partySizeInQuery }),
  answer: z.object({
    slots: z.array(slot),
    isClosed: z.boolean().openapi({ description: 'The location does not open on this day' }),
  }),
});

const guest = z.object({
  name: z.string(say`Customer name is required`).max(200),
  email: z.string(say`Customer email is required`).max(200),
  phone: z.string(say`Customer phone is required`).max(40),
});

const booking = {
  locationId,
  date: calendarDate,
  time: timeText,
  partySize,
  specialRequests: z.string().max(SPECIAL_REQUESTS_MAX).nullable().optional(),
};

export const createReservation = post('/createReservation', {
  summary: 'Book a table; an account is not needed. 409 with `alternatives` when the time has no room left',
  who: 'anyone',
  creating: true,
  maxKb: 16,
  rate: RATES.book,
  body: z.object({
    ...booking,
    customerInfo: guest,
    deviceInfo: z.object({ userAgent: z.string().max(500), platform: z.string().max(100) }).optional(),
  }),
  answer: z.object({
    reservation,
    manageUrl: z.string().openapi({ description: 'Where the guest sees and cancels it, without signing in' }),
  }),
});

export const addReservationByPhone = post('/addReservationByPhone', {
  summary: 'A host books for somebody on the telephone; an e-mail address is welcome, not needed',
  who: 'staff',
  creating: true,
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    ...booking,
    customerInfo: guest.extend({
      email: z.string().max(200).default(''),
      firebaseId: z.string().max(100).nullable().optional(),
    }),
  }),
  answer: z.object({ reservation, manageUrl: z.string() }),
});

export const getReservation = get('/getReservation', {
  summary: 'One reservation: for its guest, the holder of its link, and the staff of its location',
  who: 'anyone',
  query: z.object({ reservationId: anyId, token: manageToken }),
  answer: z.object({
    reservation,
    canCancel: z.boolean(),
    manageUrl: z.string(),
    confirmation: z
      .object({ to: z.string(), status: z.enum(['on its way', 'sent', 'not sent']) })
      .nullable()
      .openapi({ description: 'What became of the message that confirms it; null while there is none' }),
    asOf,
  }),
});

export const getReservationCalendar = get('/getReservationCalendar', {
  summary: 'The reservation as a calendar file',
  who: 'anyone',
  query: z.object({ reservationId: anyId, token: manageToken }),
  answer: z.string(),
  answersWith: 'text/calendar',
});

export const cancelReservation = post('/cancelReservation', {
  summary: 'Cancel a reservation; staff say why, guests need not',
  who: 'anyone',
  creating: true,
  maxKb: 16,
  rate: RATES.change,
  body: z.object({ reservationId: anyId, token: manageToken, reason: z.string().max(500).optional() }),
  answer: z.object({ reservation }),
});

export const getMyReservations = get('/getMyReservations', {
  summary: 'One’s own reservations, the latest booking first',
  who: 'customer',
  query: z.object(pageQuery),
  answer: z.object({ reservations: z.array(reservation), nextCursor, asOf }),
});

export const getAllReservations = get('/getAllReservations', {
  summary: 'The reservations of one’s locations, the latest booking first',
  who: 'staff',
  query: z.object({
    locationId: whichLocations,
    status: z.enum(['all', ...RESERVATION_STATUSES]).default('all'),
    date: z.enum(DATE_FILTERS).default('all'),
    search: z.string().max(200).default(''),
    limit: z.coerce.number().int().min(1).max(READ_LIMITS.reservations).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    cursor: pageQuery.cursor,
  }),
  answer: z.object({
    reservations: z.array(reservation),
    total: z.number().openapi({ description: 'How many match' }),
    nextCursor,
    asOf,
  }),
});

export const getReservationStats = get('/getReservationStats', {
  deprecatedPaths: ['/getReservationFigures'],
  summary: 'The four figures above the list',
  who: 'staff',
  query: z.object({ locationId: whichLocations }),
  answer: z.object({
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
  summary: 'A day by time: who comes, seats taken and seats left',
  who: 'staff',
  query: z.object({ locationId, date: calendarDate.optional().openapi({ description: 'Today when absent' }) }),
  answer: z.object({
    day: z.object({
      date: dateText,
      isToday: z.boolean(),
      isClosed: z.boolean(),
      timeZone: z.string(),
      asOf,
      seatsPerSlot: z.number(),
      slots: z.array(
        z.object({
          time: timeText,
          label: z.string(),
          startsAt: instant,
          isNextDay: z.boolean(),
          seatsTaken: z.number(),
          seatsLeft: z.number(),
        }),
      ),
      reservations: z.array(reservation).openapi({ description: 'By time; cancelled ones are left out' }),
    }),
  }),
});

export const updateReservationStatus = post('/updateReservationStatus', {
  summary: 'The guests were seated, are done, or did not come',
  who: 'staff',
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    reservationId: anyId,
    status: z.enum(['confirmed', 'seated', 'completed', 'no-show']),
    tableNumber: z.string().trim().max(20).nullable().optional(),
  }),
  answer: z.object({ reservation }),
});

export const sendReservationConfirmation = post('/sendReservationConfirmation', {
  summary: 'Send the confirmation of a reservation (again) to the guest it belongs to',
  who: 'guest',
  creating: true,
  maxKb: 16,
  rate: RATES.confirmation,
  body: z.object({
    customerEmail: z.string().max(200).optional(),
    customerName: z.string().max(200).optional(),
    reservationDate: z.string().max(40).optional(),
    reservationTime: z.string().max(40).optional(),
    partySize: z.number().optional(),
    tableNumber: z
      .union([z.string().max(20), z.number()])
      .nullable()
      .optional(),
    specialRequests: z.string().max(SPECIAL_REQUESTS_MAX).nullable().optional(),
    restaurantLocation: z
      .union([z.string().max(200), z.object({ id: z.string(), name: z.string(), address: z.string() }).partial()])
      .nullable()
      .optional(),
    metadata: ownFacts.optional(),
  }),
  answer: z.object({
    message: z.string(),
    reservationId: z.string().optional().openapi({ description: 'Only for the hosts of its location' }),
    sentTo: z.string(),
  }),
});
