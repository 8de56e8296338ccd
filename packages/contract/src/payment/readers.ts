import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { defineCalls } from '../call.ts';
import { namedObject } from '../objects.ts';
import { instant, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Payments');

const reader = namedObject('CardReader', {
  readerId: z.string(),
  locationId: z.string(),
  name: z.string(),
  device: z.string().describe('The model of the reader'),
  serial: z.string(),
  addedAt: instant,
});

const locationId = z.string({ error: 'locationId is required' }).trim().min(1, 'locationId is required').max(100);

export const getReaders = get('/getReaders', {
  summary: 'Lists the card readers of a location',
  access: 'staff',
  query: z.object({ locationId }),
  response: z.object({
    readers: z.array(reader),
    canAdd: z.boolean().describe('Whether the payment provider supports card readers'),
  }),
});

export const registerReader = post('/registerReader', {
  summary: 'Adds a card reader to a location with the code shown on the reader',
  access: 'admin',
  creating: true,
  body: z.object({
    locationId,
    code: requiredText(say`Please type the code that the reader shows.`, 100),
    name: requiredText(say`Please give the reader a name.`, 40),
    city: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('The city of the location, required by the provider for its first reader'),
  }),
  response: z.object({ reader }),
});

export const removeReader = post('/removeReader', {
  summary: 'Removes a card reader. Its payments stay',
  access: 'admin',
  body: z.object({ readerId: z.string({ error: 'readerId is required' }).min(1, 'readerId is required').max(100) }),
  response: z.object({ readerId: z.string() }),
});
