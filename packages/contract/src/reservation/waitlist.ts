import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { WAIT_STATES } from '@tiffin/domain/reservation';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { asOf, manageToken, partySize, waitId } from './reservations.ts';
import { arrayOf } from '../objects.ts';
import { instant, locationId } from '../wire.ts';

const { get, post } = defineCalls('Reservations');

const wait = {
  waitId: z.string(),
  state: z.enum(WAIT_STATES),
  partySize: z.number(),
  quotedMinutes: z.number().describe('How long it was told to wait'),
  joinedAt: instant,
  answerBy: instant.nullable().describe('Until when its table is kept without an answer'),
};

export const joinWaitlist = post('/joinWaitlist', {
  summary:
    'Puts a party on the waitlist of a location. A phone number that waits there already keeps its place, and gets its link again. Staff may leave out the number',
  access: 'anyone',
  creating: true,
  rate: CALL_RATE_LIMITS.confirmation,
  body: z.object({
    locationId,
    name: z
      .string()
      .trim()
      .min(1, say`Please enter your name`)
      .max(100),
    phone: z.string().trim().max(40),
    partySize,
  }),
  response: z.object({
    waitId: z.string(),
    quotedMinutes: z.number().describe('About how long it will wait'),
    partiesAhead: z.number(),
    manageUrl: z.string().describe('Where the guest sees the place, and answers. Empty if the number waited already'),
  }),
});

export const getWait = get('/getWait', {
  summary: 'Returns a party on the waitlist to the holder of its link',
  access: 'anyone',
  queue: 'none',
  rate: CALL_RATE_LIMITS.findWait,
  query: z.object({ waitId, token: manageToken }),
  response: z.object({ wait: z.object({ ...wait, locationId: z.string(), partiesAhead: z.number() }) }),
});

export const getWaitlist = get('/getWaitlist', {
  summary: 'Lists the parties that wait at a location, in their order, and how often the quoted times were kept',
  access: 'staff',
  query: z.object({ locationId }),
  response: z.object({
    waits: arrayOf({
      ...wait,
      name: z.string(),
      phone: z.string(),
      reservationId: z.string().nullable().describe('The number of the reservation that keeps its table'),
      tableNumber: z.string().nullable(),
    }),
    texts: z
      .object({ sent: z.number(), most: z.number() })
      .optional()
      .describe('Texts to unconfirmed numbers at this location in the last hour, and how many there may be'),
    quotes: z
      .object({ told: z.number(), kept: z.number() })
      .describe('Parties of the last eight weeks, and how many of them were called in the time that they were told'),
    asOf,
  }),
});

export const callWaiting = post('/callWaiting', {
  summary:
    'Keeps a table for a party on the waitlist, and texts it to answer within ten minutes. Then the next party that fits is called. Fails with 409 if nothing is free; repeating it changes nothing',
  access: 'staff',
  body: z.object({ waitId }),
  response: z.object({ state: z.enum(WAIT_STATES), answerBy: instant.nullable() }),
});

export const answerCall = post('/answerCall', {
  summary:
    'Answers a call, by the link of the party or for it by staff. Without a call, `coming: false` leaves the waitlist',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.answerCall,
  body: z.object({ waitId, token: manageToken, coming: z.boolean() }),
  response: z.object({ state: z.enum(WAIT_STATES) }),
});
