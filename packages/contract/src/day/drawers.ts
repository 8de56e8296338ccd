import { z } from '@hono/zod-openapi';
import { say, type Cents } from '@tiffin/domain/core';
import { DRAWER_KINDS, DRAWER_LIMITS, ENTRY_KINDS, MAX_REASON_LENGTH, WRITTEN_ENTRY_KINDS } from '@tiffin/domain/day';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { dollarsToCents, instant, locationId, moneyOutput } from '../wire.ts';

/** The day's money: drawers, and the closing of a day. */
const { get, post } = defineCalls('Closing');

const drawerId = z.string({ error: 'drawerId is required' }).min(1, 'drawerId is required').max(100);
const reason = z.string().trim().max(MAX_REASON_LENGTH);
const isDrawerAmount = (amount: Cents) => amount >= 0 && amount <= DRAWER_LIMITS.amount;
const counted = z
  .record(z.string().max(10), z.number())
  .refine((value) => Object.keys(value).length <= 30, 'counted has too many entries')
  .describe('How many of each note and coin, by its value, for example `{"20": 3, "0.05": 7}`');

const entry = z.object({
  entryId: z.string(),
  kind: z.enum(ENTRY_KINDS),
  amount: moneyOutput,
  reason: z.string().nullable(),
  by: z.string().nullable().describe('The name of the person'),
  doneAt: instant.describe('When the device says that it happened'),
});

const drawer = namedObject('Drawer', {
  drawerId: z.string(),
  locationId: z.string(),
  name: z.string(),
  kind: z.enum(DRAWER_KINDS),
  personId: z.string().nullable().describe('The driver of a bag'),
  shift: nullableObject({
    number: z.number(),
    openedAt: instant,
    openedBy: z.string().nullable(),
    float: moneyOutput.describe('What was counted when it was opened'),
    openingDifference: moneyOutput.describe('`float` less what the previous shift left in it'),
    entries: z.array(entry).describe('What people wrote. Sales and refunds are not shown before it is counted'),
  }).describe('null while it is closed'),
  last: nullableObject({
    number: z.number(),
    closedAt: instant,
    closedBy: z.string().nullable(),
    expected: moneyOutput,
    counted: moneyOutput,
    difference: moneyOutput,
    left: moneyOutput.describe('What stayed in the drawer'),
    reason: z.string().nullable(),
    approvedBy: z.string().nullable(),
  }).describe('The previous shift'),
});

export const getDrawers = get('/getDrawers', {
  summary: 'Lists the drawers of a location. What must be in an open one is not shown before it is counted',
  access: 'staff',
  query: z.object({ locationId }),
  response: z.object({
    drawers: z.array(drawer),
    denominations: arrayOf({ value: moneyOutput, isCoin: z.boolean() }).describe('Notes and coins'),
    currency: z.string(),
    closedDay: nullableObject({ number: z.number() })
      .optional()
      .describe('The closing of the current business day. null while it is open; missing in older answers'),
  }),
});

export const saveDrawers = post('/saveDrawers', {
  summary: 'Saves the drawers of a location. Closed ones that are left out are removed',
  access: 'manager',
  maxKb: 8,
  body: z.object({
    locationId,
    drawers: arrayOf({
      drawerId: drawerId.optional().describe('Leave out to create a new one'),
      name: z
        .string()
        .trim()
        .min(1, say`Every drawer needs a name.`)
        .max(DRAWER_LIMITS.name),
      personId: z.string().min(1).max(100).nullish().describe('The driver, if it is a bag'),
    }).max(DRAWER_LIMITS.drawers),
  }),
  response: z.object({ drawers: z.array(drawer) }),
});

export const openDrawer = post('/openDrawer', {
  summary: 'Opens a drawer with its counted float. Fails with 409 if it is open',
  access: 'staff',
  creating: true,
  body: z.object({
    drawerId,
    counted: z.union([counted, dollarsToCents(isDrawerAmount, say`Please enter what is in the drawer.`)]),
  }),
  response: z.object({ drawerId: z.string(), number: z.number(), float: moneyOutput, openingDifference: moneyOutput }),
});

export const addDrawerEntry = post('/addDrawerEntry', {
  summary:
    'Records that cash was put into an open drawer or taken out, or that it was opened without a sale. To pay out more than 100.00, or more than is in it, staff need a manager',
  access: 'staff',
  managersPin: true,
  body: z.object({
    drawerId,
    kind: z.enum(WRITTEN_ENTRY_KINDS),
    amount: dollarsToCents(isDrawerAmount, say`Please enter an amount above zero.`).nullish(),
    reason: reason.nullish().describe('Required unless it is a drop'),
    id: z.string().min(1).max(100).describe('Chosen by the device. The same id is recorded once'),
  }),
  response: z.object({
    entryId: z.string(),
    number: z.number().nullable().describe('The shift. null until one is opened'),
  }),
});

export const closeDrawer = post('/closeDrawer', {
  summary:
    'Closes a drawer with its count, and returns what must have been in it. A difference of more than 5.00 needs a reason and a manager, each later count a reason. No refusal says what must be in it. Fails with 409 if somebody closed it',
  access: 'staff',
  managersPin: true,
  creating: true,
  body: z.object({
    drawerId,
    counted,
    left: dollarsToCents(isDrawerAmount, say`Please enter how much stays in the drawer.`)
      .nullish()
      .describe('What stays in the drawer; the rest goes to the safe. Defaults to everything'),
    reason: reason.nullish(),
  }),
  response: z.object({
    expected: moneyOutput,
    counted: moneyOutput,
    difference: moneyOutput.describe('Below zero if cash is missing'),
    number: z.number(),
  }),
});
