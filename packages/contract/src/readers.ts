import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { instant } from './wire.ts';

const { get, post } = callsOf('Payments');

const reader = z
  .object({
    readerId: z.string(),
    locationId: z.string(),
    name: z.string(),
    device: z.string().openapi({ description: 'What kind of machine it is' }),
    serial: z.string(),
    addedAt: instant,
  })
  .openapi('CardReader');

const locationId = z.string({ error: 'locationId is required' }).trim().min(1, 'locationId is required').max(100);

export const getReaders = get('/getReaders', {
  summary: 'The card readers of a location',
  who: 'staff',
  query: z.object({ locationId }),
  answer: z.object({
    readers: z.array(reader),
    canAdd: z.boolean().openapi({ description: 'Whether the card provider in use has card readers' }),
  }),
});

export const registerReader = post('/registerReader', {
  summary: 'Add a card reader to a location by the code that it shows',
  who: 'admin',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    locationId,
    code: z
      .string({ error: 'code is required' })
      .trim()
      .min(1, say`Please type the code that the reader shows.`)
      .max(100),
    name: z
      .string({ error: 'name is required' })
      .trim()
      .min(1, say`Please give the reader a name.`)
      .max(40),
    city: z
      .string()
      .trim()
      .max(100)
      .optional()
      .openapi({ description: 'Where the location is, for the provider; asked for with its first reader' }),
  }),
  answer: z.object({ reader }),
});

export const removeReader = post('/removeReader', {
  summary: 'Remove a card reader; what it took stays',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ readerId: z.string({ error: 'readerId is required' }).min(1, 'readerId is required').max(100) }),
  answer: z.object({ readerId: z.string() }),
});
