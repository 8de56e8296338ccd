import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ROLES, PIN_LENGTH, PIN_PATTERN } from '@tiffin/domain/people';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { instant, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Shared tablets');

const tablet = namedObject('Tablet', {
  id: z.string(),
  name: z.string(),
  locationId: z.string(),
  locationName: z.string(),
  setUpBy: z.string().nullable(),
  setUpAt: instant,
  lastUsedAt: instant.nullable(),
});

export const getTablets = get('/getTablets', {
  summary: 'Lists the shared tablets of the caller’s locations and the people who have a PIN there',
  access: 'manager',
  response: z.object({
    tablets: z.array(tablet),
    people: arrayOf({
      userId: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      hasPin: z.boolean(),
      isLocked: z.boolean().describe('True after five wrong attempts, until a new PIN is created'),
      mayGive: z.boolean().describe('Whether the caller may create a new PIN for this person'),
    }),
  }),
});

export const setUpTablet = post('/setUpTablet', {
  summary: 'Turns this device into a shared tablet of a location. The caller is signed out on it',
  access: 'manager',
  body: z.object({
    locationId: z.string().min(1, 'locationId is required').max(50),
    name: requiredText(say`Name is required`, 60),
  }),
  response: z.object({ tablet }),
});

export const removeTablet = post('/removeTablet', {
  summary: 'Removes a shared tablet. Whoever uses it is signed out',
  access: 'manager',
  body: z.object({ tabletId: z.string().min(1, 'tabletId is required').max(100) }),
  response: z.object({ tabletId: z.string() }),
});

export const createPin = post('/createPin', {
  summary: 'Creates a random PIN, which is shown once',
  access: 'manager',
  body: z.object({ userId: z.string().min(1, 'userId is required').max(100) }),
  response: z.object({ pin: z.string(), name: z.string() }),
});

export const getTablet = get('/getTablet', {
  summary:
    'Returns the shared tablet that sends the request, with its people and the number of waiting orders; null for any other device',
  access: 'anyone',
  response: z.object({
    tablet: nullableObject({
      name: z.string(),
      locationName: z.string(),
      people: arrayOf({ userId: z.string(), name: z.string(), role: z.enum(ROLES) }),
      waiting: z.number().describe('The number of orders that wait to be accepted'),
    }),
  }),
});

/** The header with a manager's approval: user id, colon, PIN. */
export const MANAGER_PIN_HEADER = 'x-manager-pin';
/** The header with which a colleague acts in their own name on a shared tablet: user id, colon, PIN. */
export const COLLEAGUE_PIN_HEADER = 'x-colleague-pin';

const pin = z.string().regex(PIN_PATTERN, { error: () => say`A PIN has ${PIN_LENGTH} digits` });

export const unlockTablet = post('/unlockTablet', {
  summary: 'Unlocks the shared tablet with the person’s PIN, with staff rights. Five wrong attempts lock the PIN',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.link,
  body: z.object({ userId: z.string().min(1, 'userId is required').max(100), pin }),
  response: z.object({ name: z.string() }),
});

export const lockTablet = post('/lockTablet', {
  summary: 'Locks the shared tablet. It stays registered',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({}),
  response: z.object({ locked: z.boolean() }),
});
