import { z } from '@hono/zod-openapi';
import { DEPOSIT_STATES, GUEST_CONFIRMATIONS, RESERVATION_STATUSES } from '@tiffin/domain/reservation';
import { namedObject, nullableObject, optionalObject } from '../objects.ts';
import { dateText, instant, language, moneyOutput, timeText } from '../wire.ts';

const reservationDetails = z.object({
  date: dateText.describe('The business day: 00:30 belongs to the evening before'),
  time: timeText,
  partySize: z.number(),
  specialRequests: z.string().nullable(),
});

export const reservation = namedObject('Reservation', {
  id: z.string(),
  reservationId: z.string().openapi({ example: 'RES-TRU-20270313-KQWX' }),
  location: z.string().describe("The location's id"),
  locationName: z.string(),
  customerInfo: z.object({
    name: z.string(),
    email: z.string().describe('In lower case; empty for a phone reservation without an email address'),
    phone: z.string(),
    firebaseId: z.string().nullable(),
  }),
  reservationDetails,
  startsAt: instant,
  status: z.enum(RESERVATION_STATUSES),
  tableNumber: z.string().nullable(),
  reservedAt: instant,
  updatedAt: instant,
  seatedAt: instant.nullable(),
  stayMinutes: z.number().optional().describe('How long it sits, where stays are counted'),
  cancelledAt: instant.nullable(),
  cancellationReason: z.string().nullable(),
  guestConfirmation: z
    .enum(GUEST_CONFIRMATIONS)
    .optional()
    .describe('Since the reminder: whether the guest can confirm, is asked to by the location, or has confirmed'),
  moveOfferedAt: instant
    .optional()
    .describe('When the guest was asked to choose another time, because the location is closed at this one'),
  deposit: optionalObject({
    amount: moneyOutput,
    freeUntil: instant.describe('Until then the guest cancels for free'),
    state: z
      .enum(DEPOSIT_STATES)
      .describe(
        'open: it waits for its payment until `heldUntil`. used: it paid a part of the bill. Of a fee, paid: its card is kept; kept: it was charged; returned: the card was let go, or the fee went back',
      ),
    isFee: z.literal(true).optional().describe('A card is kept, which is charged only if the party does not come'),
    heldUntil: instant.optional(),
    waivedFor: z.string().optional().describe('Why a deposit was returned that could have been kept. Only for staff'),
  }).describe('Absent if the booking needs none'),
  source: z.enum(['web', 'phone', 'walk-in']),
  version: z
    .number()
    .describe('Grows with each change, and is the SEQUENCE of its calendar event. See `changeReservation`'),
  lastChange: optionalObject({
    at: instant,
    by: z.enum(['guest', 'staff']),
    before: reservationDetails.extend({ startsAt: instant }),
  }).describe('The last change of date, time, party or requests. Absent if there was none'),
  language: language
    .optional()
    .describe('The language of messages to the guest. Defaults to the restaurant’s language'),
  deviceInfo: nullableObject({ userAgent: z.string(), platform: z.string() }),
});
