import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { PRINTER_KINDS, PRINTER_WORK } from '@tiffin/domain/printing';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { instant, locationFilter, locationId, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Printers');

const printerId = z.string({ error: 'printerId is required' }).min(1, 'printerId is required').max(100);

// Without the list, the description of the API would contain only the first value.
const paper = z.literal([80, 58]).openapi({ enum: [80, 58] });

const printer = namedObject('Printer', {
  printerId: z.string(),
  locationId: z.string(),
  name: z.string(),
  kind: z.enum(PRINTER_KINDS),
  prints: z.enum(PRINTER_WORK),
  stationId: z.string().nullable().describe('The station whose dishes it prints; null for whole orders'),
  paper: paper.describe('The width of its paper in millimetres'),
  ownLetters: z.boolean().describe('True if letters that it lacks are drawn instead of transliterated'),
  keyEnd: z.string(),
  setUpBy: z.string().nullable(),
  setUpAt: instant,
  lastPolledAt: instant.nullable().describe('To the minute. null if it never asked'),
  isOnline: z.boolean().describe('True if it asked within the last minutes'),
  trouble: z.string().nullable().describe('What the printer said about itself; null if it is ready'),
  isValid: z.boolean().describe('False if whoever set it up may no longer do so: then it needs a new key'),
  waiting: z.number().describe('How many tickets wait to be fetched for the first time'),
  unconfirmed: z
    .array(z.string())
    .describe('Orders whose tickets are more than a minute old, and were fetched but not confirmed as printed'),
});

export const getPrinters = get('/getPrinters', {
  summary: 'Lists the printers of a location that ask the server for work, and how they are',
  access: 'manager',
  query: z.object({ locationId }),
  response: z.object({ printers: z.array(printer) }),
});

export const getUnconfirmedTickets = get('/getUnconfirmedTickets', {
  summary: 'Lists the tickets of open orders that no printer confirmed for a minute, oldest first',
  access: 'staff',
  query: z.object({ locationId: locationFilter }),
  response: z.object({
    tickets: arrayOf({
      printerId: z.string(),
      locationId: z.string(),
      name: z.string().describe('The name of the printer'),
      orderId: z.string(),
      isFetched: z.boolean().describe('False if the printer did not ask for it. Then it prints when it asks again'),
    }),
  }),
});

export const addPrinter = post('/addPrinter', {
  summary: 'Creates the address under which a printer asks for work. It is shown once',
  access: 'manager',
  creating: true,
  peopleOnly: true,
  body: z.object({
    locationId,
    name: requiredText(say`Name is required`, 60),
    kind: z.enum(PRINTER_KINDS),
    prints: z.enum(PRINTER_WORK).default('tickets'),
    stationId: z.string().max(100).nullish().describe('For tickets: only the dishes of this station'),
    paper: paper.default(80),
    ownLetters: z.boolean().default(false),
  }),
  response: z.object({
    printer,
    address: z.string().nullable().describe('What to enter in the printer; null when the same request was repeated'),
  }),
});

export const removePrinter = post('/removePrinter', {
  summary: 'Ends the address of a printer at once. Repeating it changes nothing',
  access: 'manager',
  body: z.object({ printerId }),
  response: z.object({ printerId: z.string() }),
});

export const testPrinter = post('/testPrinter', {
  summary: 'Lets a printer print a test page when it asks next',
  access: 'manager',
  body: z.object({ printerId }),
  response: z.object({ printerId: z.string() }),
});

export const printOrder = post('/printOrder', {
  summary: 'Prints the ticket or the receipt of an order once more',
  access: 'staff',
  body: z.object({ printerId, orderId: z.string().min(1, 'orderId is required').max(40) }),
  response: z.object({ printerId: z.string() }),
});
