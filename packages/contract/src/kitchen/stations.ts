import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { RECALLABLE_TICKETS, STATION_KINDS, STATION_LIMITS } from '@tiffin/domain/kitchen';
import { OPTION_LIMITS } from '@tiffin/domain/options';
import { defineCalls } from '../call.ts';
import { order, orderItem } from '../order/order-answer.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { instant, locationId, orderId, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Kitchen');

const stationId = z.string({ error: 'stationId is required' }).min(1, 'stationId is required').max(100);
/** The id of a category, dish, option group or option whose dishes a rule sends to a station. */
const targetId = z.string().min(1).max(OPTION_LIMITS.groupId);
const optionRule = z.object({ groupId: targetId, optionId: targetId });

const station = namedObject('Station', {
  stationId: z.string(),
  locationId: z.string(),
  name: z.string(),
  kind: z.enum(STATION_KINDS).describe('The pass sees every dish; a cook sees those of the rules'),
  isDefault: z.boolean().describe('True if dishes without a rule go there'),
  fallbackId: z
    .string()
    .nullable()
    .describe('The station that shows its dishes while its screen is offline; null for the pass'),
  categories: z.array(z.string()).describe('The ids of the categories that go there'),
  itemIds: z.array(z.string()).describe('The ids of dishes that go there, whatever their category'),
  options: arrayOf({ groupId: z.string(), optionId: z.string() }).describe(
    'Options that bring a dish there, whatever dish it is',
  ),
  seenAt: instant.describe('When a screen showed it last, or when it was created'),
  wasSeen: z.boolean().optional().describe('False if no screen has shown it yet. Older servers do not send it'),
  isOnline: z.boolean().describe('False if no screen showed it in the last minute'),
  openDishes: z.number().describe('How many dishes it still has to make'),
  version: z.number(),
});

export const getStations = get('/getStations', {
  summary: 'Lists the stations of a kitchen, and whether their screens are online',
  access: 'staff',
  query: z.object({
    locationId,
    screenOf: stationId.optional().describe('The station that this screen shows. It counts as seen now'),
  }),
  response: z.object({ stations: z.array(station) }),
});

export const saveStation = post('/saveStation', {
  summary:
    'Creates or changes a station. Open dishes stay where they are. Fails with 409 and the current `station` if it was changed since `version`',
  access: 'manager',
  creating: true,
  maxKb: 64,
  body: z.object({
    stationId: stationId.optional().describe('Leave out to create a new one'),
    locationId,
    name: requiredText(say`Name is required`, STATION_LIMITS.name),
    kind: z.enum(STATION_KINDS).default('cook'),
    isDefault: z
      .boolean()
      .default(false)
      .describe('True if dishes without a rule go there. The station that had them loses them'),
    fallbackId: stationId
      .nullish()
      .describe('The station that shows its dishes while its screen is offline. Leave out for the pass'),
    categories: z.array(targetId).max(STATION_LIMITS.rules).default([]),
    itemIds: z.array(targetId).max(STATION_LIMITS.rules).default([]),
    options: z.array(optionRule).max(STATION_LIMITS.rules).default([]),
    version: z.number().int().optional(),
  }),
  response: z.object({ station }),
});

export const deleteStation = post('/deleteStation', {
  summary: 'Deletes a station. Its open dishes and its rules move to another station or to the pass',
  access: 'manager',
  body: z.object({
    stationId,
    moveTo: stationId.nullish().describe('The station that takes over. Leave out for its fallback'),
  }),
  response: z.object({
    stationId: z.string(),
    movedTo: z.string().nullable().describe('The station that took over; null for the pass'),
    movedDishes: z.number().describe('How many open dishes moved'),
  }),
});

/** A line as the kitchen reads it: without prices. */
const ticketLine = orderItem
  .pick({
    line: true,
    id: true,
    name: true,
    quantity: true,
    category: true,
    selectedSpiceLevel: true,
    spiceLevelName: true,
    doneAt: true,
    isCooked: true,
    seat: true,
    note: true,
    allergies: true,
    allergyCheck: true,
    refundedQuantity: true,
  })
  .extend({
    options: z.array(z.string()).describe('How the dish differs from the standard, as texts'),
    stationId: z.string().nullable().describe('The station that makes it; null for the pass'),
  });

const ticket = namedObject('StationTicket', {
  orderId: z.string(),
  status: order.shape.status,
  orderType: order.shape.orderType,
  servedAt: z.string().optional().describe('The table as “Table 12”, or the name of the tab. Absent without either'),
  orderTime: instant,
  heldAt: instant.optional().describe('Set while its course is held: it must not be made yet'),
  estimatedReady: order.shape.estimatedReady,
  allergies: z.array(z.string()).describe('The allergies as texts, to show first'),
  awaitsAllergyCheck: z.boolean().describe('True while one of these lines must be confirmed with `confirmAllergies`'),
  note: z.string().describe('The special instructions'),
  lines: z.array(ticketLine).describe('The lines of this station; of the pass, all lines'),
  coveredFor: arrayOf({ stationId: z.string(), name: z.string() }).describe(
    'The stations whose lines are shown here because their screens are offline',
  ),
  waitingFor: arrayOf({
    stationId: z.string().nullable().describe('null for the pass'),
    name: z.string(),
    open: z.number().describe('How many of its lines are not done'),
    done: z.number().describe('How many of its lines are done'),
  }).describe('What the rest of the order is waiting for'),
  changes: arrayOf({
    kind: z.enum(['added', 'void', 'changed']),
    line: z.number(),
    name: z.string(),
    quantity: z.number(),
    was: z.number().nullable().describe('The quantity before, if it changed'),
    how: z.string().describe('The heat level and options now'),
    at: instant,
  }).describe('What changed since the kitchen started, each line once'),
  version: z.number(),
});

export const getStationTickets = get('/getStationTickets', {
  summary: 'Returns the open tickets of a station, its counts and the tickets that can be recalled. It counts as seen',
  access: 'staff',
  query: z.object({ stationId }),
  response: z.object({
    station,
    tickets: z.array(ticket).describe('The most urgent first'),
    allDay: arrayOf({
      id: z.string(),
      name: z.string(),
      count: z.number().describe('How many portions are left to make'),
      options: arrayOf({ name: z.string(), count: z.number() }).describe('How many of them with each option'),
    }).describe('What is left to make on all tickets, the most first'),
    recallable: arrayOf({
      orderId: z.string(),
      status: order.shape.status,
      readyTime: instant.nullable(),
      whyNot: z.string().nullable().describe('Why it cannot be recalled; null if it can'),
    }).describe(`The last ${RECALLABLE_TICKETS} tickets that left the station, newest first`),
    serverTime: instant,
  }),
});

const lines = z
  .array(z.number().int().min(1))
  .min(1)
  .max(200)
  .nullish()
  .describe('The numbers of the lines. Leave out for all lines of the station');

export const bumpLines = post('/bumpLines', {
  summary:
    'Marks lines as done, or not done. Once all lines of an order are done, the order is ready. Repeating it changes nothing',
  access: 'staff',
  maxKb: 4,
  body: z.object({
    orderId,
    lines,
    stationId: stationId.nullish().describe('The station; without it and without lines, all lines'),
    done: z.boolean().default(true),
  }),
  response: z.object({ orderId: z.string(), order }),
});

export const recallTicket = post('/recallTicket', {
  summary:
    'Brings a ticket back to a station, or to the pass. A guest who was told that the order is ready gets one correction. Fails once the order was handed over or cancelled',
  access: 'staff',
  maxKb: 4,
  body: z.object({
    orderId,
    stationId: stationId.nullish().describe('The station that recalls it. Leave out for the pass'),
    lines,
  }),
  response: z.object({ orderId: z.string(), order }),
});
