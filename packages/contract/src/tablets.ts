import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ROLES } from '@tiffin/domain/people';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { instant } from './wire.ts';

const { get, post } = callsOf('Shared tablets');

const tablet = z
  .object({
    id: z.string(),
    name: z.string(),
    locationId: z.string(),
    locationName: z.string(),
    setUpBy: z.string().nullable(),
    setUpAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .openapi('Tablet');

export const getTablets = get('/getTablets', {
  summary: 'The shared tablets of the places one works at, and who has a PIN there',
  who: 'manager',
  answer: z.object({
    tablets: z.array(tablet),
    people: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        role: z.enum(ROLES),
        hasPin: z.boolean(),
        isLocked: z.boolean().openapi({ description: 'After five wrong tries: only a new PIN opens it' }),
        mayGive: z.boolean().openapi({ description: 'Whether who asks may give them a new one' }),
      }),
    ),
  }),
});

export const setUpTablet = post('/setUpTablet', {
  summary: 'Make the device that asks a shared tablet of a place; who asks is signed out on it',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    locationId: z.string().min(1, 'locationId is required').max(50),
    name: z
      .string()
      .trim()
      .min(1, say`Name is required`)
      .max(60),
  }),
  answer: z.object({ tablet }),
});

export const removeTablet = post('/removeTablet', {
  deprecatedPaths: ['/endTablet'],
  summary: 'A shared tablet is one no longer, and whoever works at it is signed out',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ tabletId: z.string().min(1, 'tabletId is required').max(100) }),
  answer: z.object({ tabletId: z.string() }),
});

export const createPin = post('/createPin', {
  deprecatedPaths: ['/givePin'],
  summary: 'A new PIN, drawn by the server and shown this once',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ userId: z.string().min(1, 'userId is required').max(100) }),
  answer: z.object({ pin: z.string(), name: z.string() }),
});

export const getTablet = get('/getTablet', {
  summary:
    'The shared tablet that asks, by its cookie: who works there, how many orders wait; null for any other device',
  who: 'anyone',
  answer: z.object({
    tablet: z
      .object({
        name: z.string(),
        locationName: z.string(),
        people: z.array(z.object({ userId: z.string(), name: z.string(), role: z.enum(ROLES) })),
        waiting: z.number().openapi({ description: 'Orders that are to be accepted' }),
      })
      .nullable(),
  }),
});

/** The header of a request that a manager allows: who they are, a colon, their PIN. */
export const MANAGERS_PIN = 'x-manager-pin';

const pin = z.string().regex(/^\d{6}$/, say`A PIN has 6 digits`);

export const unlockTablet = post('/unlockTablet', {
  summary: 'Work at the shared tablet under one’s own PIN, with the rights of staff; five wrong tries end it',
  who: 'anyone',
  maxKb: 2,
  rate: RATES.link,
  body: z.object({ userId: z.string().min(1, 'userId is required').max(100), pin }),
  answer: z.object({ name: z.string() }),
});

export const lockTablet = post('/lockTablet', {
  summary: 'Whoever works at the shared tablet goes; it stays the tablet it is',
  who: 'anyone',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({}),
  answer: z.object({ locked: z.boolean() }),
});
