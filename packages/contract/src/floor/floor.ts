import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { FLOOR_LIMITS, PARTY_STATES, RESUME_MINUTES, TABLE_SHAPES, TABLE_STATES } from '@tiffin/domain/floor';
import { TABLE_CALLS } from '@tiffin/domain/tabs';
import { statedAllergies } from '../order/allergies.ts';
import { defineCalls } from '../call.ts';
import { partySize, reservationReference, waitId } from '../reservation/reservations.ts';
import { arrayOf, namedObject, optionalObject } from '../objects.ts';
import { instant, locationId, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Floor');

const id = z.string().min(1).max(100);
const tableId = id.describe('The id of a table of the plan');
const sittingId = id.describe('The id of a party at a table');
const partyName = z.string().trim().max(200);

/** Not limited here: `saveFloor` checks whether a table fits on the plan, and its error names the table. */
const planUnits = z.number().int();
const box = { x: planUnits, y: planUnits, width: planUnits, height: planUnits };

const sitting = z.object({
  sittingId: z.string(),
  partySize: z.number(),
  name: z.string().describe('Empty for a party that gave no name'),
  reservationId: z
    .string()
    .nullable()
    .describe('The number of its reservation. Walk-ins get one, too, where tables can be booked'),
  seatedAt: instant,
  tableIds: z.array(z.string()).optional().describe('Its tables; several if they are joined'),
  allergies: statedAllergies.optional().describe('What the rounds of the party stated'),
  due: moneyOutput.optional().describe('What is left to pay on all bills of the party, in dollars'),
  state: z
    .enum(PARTY_STATES)
    .optional()
    .describe(
      'What the party waits for: its waiter (nothing is ordered, or a held course can be fired), the kitchen, dishes on the pass, its bill, or nothing more',
    ),
  since: instant.optional().describe('When `state` began'),
  code: z.string().optional().describe('With this code the phones of the party join its tab. It ends with the sitting'),
  longCode: z
    .string()
    .optional()
    .describe('Joins like `code`, also while too many wrong codes were typed. Staff tell it then'),
  calls: arrayOf({ callId: z.string(), about: z.enum(TABLE_CALLS), at: instant })
    .optional()
    .describe('For what guests of the party call a waiter, oldest first'),
  waitingRounds: arrayOf({
    roundId: z.string(),
    guestName: z.string(),
    at: instant,
    items: arrayOf({ name: z.string(), quantity: z.number() }),
    allergies: statedAllergies,
  })
    .optional()
    .describe('Rounds from phones that the kitchen gets once staff accept them, oldest first'),
});

const booking = { reservationId: z.string(), name: z.string(), partySize: z.number(), startsAt: instant };
const movedBooking = {
  ...booking,
  tableNumber: z.string().nullable().describe('null if no other table is free for it'),
};

const floorTable = z.object({
  tableId: z.string(),
  name: z.string(),
  area: z.string().describe('The name of its area'),
  seats: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  shape: z.enum(TABLE_SHAPES),
  state: z.enum(TABLE_STATES).describe('What is going on there. It is reserved from 90 minutes before a booking'),
  sitting: sitting.optional().describe('The party at the table'),
  booking: optionalObject({
    ...booking,
    isCalled: z
      .boolean()
      .optional()
      .describe('True if the table is kept for a party that was called from the waitlist'),
  }).describe('The next party that is awaited at the table'),
});

const joins = z
  .array(z.array(z.string().trim().max(FLOOR_LIMITS.name)).max(FLOOR_LIMITS.joined))
  .max(FLOOR_LIMITS.joins);

const floor = namedObject('Floor', {
  version: z.number().describe('Grows with each saved plan, and is 0 without one'),
  areas: arrayOf({ areaId: z.string(), name: z.string() }),
  tables: z.array(floorTable),
  joins: joins.optional().describe('Tables that may be joined for a large party, by name'),
});

export const getFloor = get('/getFloor', {
  summary: 'Returns the plan of a location, with the state of each table and the party at it',
  access: 'staff',
  query: z.object({ locationId }),
  response: floor,
});

export const saveFloor = post('/saveFloor', {
  summary:
    'Saves the plan of a location. Tables that are left out are removed. Fails with 409 and the current `floor` if it was changed since `version`, with 409 and the `tableIds` if people sit at removed tables, and with 409 (`table-booked`), the `tableIds` and the `bookings` at removed tables, each with a `proposedTable` that fits and is free, or null',
  access: 'manager',
  creating: true,
  maxKb: 64,
  body: z.object({
    locationId,
    version: z.number().int().describe('The version on which the plan is based'),
    areas: arrayOf({
      areaId: id.optional().describe('Leave out to create a new one'),
      name: z
        .string()
        .trim()
        .min(1, say`An area has no name. Give it one, or remove it.`)
        .max(FLOOR_LIMITS.areaName),
    }).max(FLOOR_LIMITS.areas),
    tables: arrayOf({
      tableId: id.optional().describe('Leave out to create a new one'),
      name: z.string().trim().max(FLOOR_LIMITS.name),
      area: z.string().trim().max(100).describe('The name of one of `areas`'),
      seats: z.number().int().min(1).max(FLOOR_LIMITS.seats),
      ...box,
      shape: z.enum(TABLE_SHAPES),
    }).max(FLOOR_LIMITS.tables),
    joins: joins.optional().describe('Tables that may be joined for a party, by name. They stay as they are if absent'),
    moveBookings: z
      .boolean()
      .optional()
      .describe('Removes tables although they are booked. Their bookings get others that fit and are free, or none'),
  }),
  response: z.object({
    version: z.number(),
    bookings: arrayOf(movedBooking).optional().describe('The bookings that were moved'),
  }),
});

/** A client can send both: during an upgrade, a server of the previous version may know only `tableId`. */
const targetTables = {
  tableId: tableId.optional(),
  tableIds: z
    .array(id)
    .min(1)
    .max(FLOOR_LIMITS.joined)
    .optional()
    .describe('Several tables of one location, joined for this party. They count instead of `tableId`'),
};

export const seatParty = post('/seatParty', {
  summary:
    'Seats a party at a table, or at joined ones: a walk-in, or the guests of a reservation. Fails with 409 (`table-taken`) and the `sitting` of the party that is there',
  access: 'staff',
  creating: true,
  body: z.object({
    ...targetTables,
    sittingId: sittingId.optional().describe('If the caller chooses the id. Rounds can name the party before it sits'),
    partySize,
    reservationId: reservationReference.nullish(),
    name: partyName.nullish().describe('The name of a party without a reservation'),
    waitId: waitId.optional().describe('The party is on the waitlist, and leaves it'),
  }),
  response: z.object({ sittingId: z.string() }),
});

export const moveSitting = post('/moveSitting', {
  summary:
    'Moves a party to another table of the location, or to joined ones. Fails with 409 (`table-taken`) if somebody sits there',
  access: 'staff',
  body: z.object({ sittingId, ...targetTables }),
  response: z.object({ sittingId: z.string() }),
});

export const endSitting = post('/endSitting', {
  summary:
    'Frees the table of a party that has left, and completes its reservation. Repeating it changes nothing. Fails with 409 and the sum that is `due` if something is left to pay at the table',
  access: 'staff',
  body: z.object({
    sittingId,
    evenIfUnpaid: z.boolean().optional().describe('Frees it anyway. Unpaid tabs stay open without a table'),
  }),
  response: z.object({ sittingId: z.string() }),
});

export const resumeSitting = post('/resumeSitting', {
  summary: `Takes back that a party left, for ${RESUME_MINUTES} minutes: it sits at its tables again. Fails with 409 (\`table-taken\`) if others sat down there`,
  access: 'staff',
  body: z.object({
    sittingId,
    name: partyName.nullish().describe('The name of a party without a reservation, which is forgotten when it leaves'),
  }),
  response: z.object({ sittingId: z.string() }),
});
