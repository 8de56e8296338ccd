import { z } from '@hono/zod-openapi';
import { MAX_REASON_LENGTH, OPEN_THING_KINDS } from '@tiffin/domain/day';
import { FIGURES_ACCESS, defineCalls } from '../call.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { dateText, instant, locationId, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Closing');

const line = z.object({
  item: z
    .string()
    .describe('As in the journal: `sales:meal`, `tax:HST`, `tips`, `tender:cash`, `over-short` and so on'),
  label: z.string(),
  amount: moneyOutput.describe('Above zero for a debit, below for a credit. All add up to zero'),
});

const closing = namedObject('Closing', {
  date: dateText,
  closed: nullableObject({
    number: z.number(),
    at: instant,
    by: z.string().nullable(),
    reason: z.string().nullable(),
    hash: z.string(),
    checkCode: z.string().describe('The beginning of the hash, for people'),
  }).describe('null while the day is open'),
  previous: nullableObject({
    number: z.number(),
    date: dateText,
    at: instant,
    by: z.string().nullable(),
    hash: z.string(),
  }).describe('The previous closing'),
  open: arrayOf({
    kind: z.enum(OPEN_THING_KINDS),
    id: z.string(),
    label: z.string(),
    amount: moneyOutput.nullable().describe('null for a drawer that is not counted yet'),
    isMoving: z.boolean().describe('True if nothing can be done but wait, as for a refund to a card'),
  }).describe('What is still open now'),
  unfinished: arrayOf({ kind: z.enum(['order', 'table']), id: z.string(), label: z.string() })
    .optional()
    .describe('Paid orders that are not finished, and tables where guests still sit. They need no reason'),
  service: nullableObject({
    openUntil: instant.nullable().describe('null while the location is closed'),
    going: z.number().describe('Orders of this day that are not finished'),
    toCome: z.number().describe('Orders that guests want later on this day'),
  })
    .optional()
    .describe('Only on the current day, while it is not closed: whoever closes it is asked'),
  lines: z.array(line),
  late: arrayOf({ date: dateText, lines: z.array(line) }).describe(
    'Amounts of closed days that arrived after their closing, for example from devices that were offline',
  ),
  voids: z.object({ count: z.number(), amount: moneyOutput }),
  cashOutside: moneyOutput.describe('Cash that was taken while no drawer was open'),
  shifts: arrayOf({
    drawer: z.string(),
    number: z.number(),
    day: dateText.optional().describe('The business day on which it was opened. Missing in older answers'),
    note: z.string().nullish().describe('That it is of another day, or was moved to another closing'),
    openedAt: instant,
    openedBy: z.string().nullable(),
    float: moneyOutput,
    openingDifference: moneyOutput,
    entries: z.record(z.string(), z.number()).describe('The sums of its entries by kind'),
    late: moneyOutput.describe('What belongs to an earlier shift, because its device was offline'),
    closedAt: instant,
    closedBy: z.string().nullable(),
    expected: moneyOutput,
    counted: moneyOutput,
    difference: moneyOutput,
    left: moneyOutput,
    reason: z.string().nullable(),
    approvedBy: z.string().nullable(),
    payOuts: arrayOf({ amount: moneyOutput, reason: z.string().nullable(), by: z.string().nullable() })
      .optional()
      .describe('What was paid out, line by line. Missing in older answers'),
    remarks: z
      .array(z.string())
      .optional()
      .describe('Another float than was left, and small differences that come again. Missing in older answers'),
    countedBefore: arrayOf({ at: instant, by: z.string().nullable(), amount: moneyOutput })
      .optional()
      .describe('The refused counts before the one that closed it. Missing in older answers'),
  }),
  currency: z.string(),
  today: dateText.describe('The business day of the location'),
});

const day = z.object({ locationId, date: dateText.describe('The business day') });
const anyDay = day.extend({ date: dateText.optional().describe('The business day. Defaults to the current one') });

export const getClosing = get('/getClosing', {
  summary: 'Returns the closing of a day, or what it would be now, with what is still open',
  ...FIGURES_ACCESS,
  query: anyDay,
  response: closing,
});

export const getClosingPdf = get('/getClosingPdf', {
  summary: 'Returns the closing of a day as a PDF',
  ...FIGURES_ACCESS,
  query: day,
  response: z.instanceof(Uint8Array),
  contentType: 'application/pdf',
});

export const closeDay = post('/closeDay', {
  summary:
    'Closes a business day: its sums get a number and the hash of the closing before, and never change. Needs a reason while something is open. Fails with 409 if somebody closed it',
  access: 'manager',
  creating: true,
  body: day.extend({ reason: z.string().trim().max(MAX_REASON_LENGTH).nullish() }),
  response: z.object({ number: z.number(), hash: z.string() }),
});
