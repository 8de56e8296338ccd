import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { READY_SHOWN_MINUTES } from '@tiffin/domain/kitchen';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { instant, locationId, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Pick-up screens');

const screen = namedObject('PickupScreen', {
  screenId: z.string(),
  locationId: z.string(),
  name: z.string(),
  keyEnd: z.string().describe('The last characters of its key, to tell keys apart'),
  showsInitials: z.boolean().describe('Whether it shows the first letter of the guest’s name'),
  setUpBy: z.string().nullable(),
  setUpAt: instant,
  lastUsedAt: instant.nullable().describe('To the minute. null if the key was never used'),
  refusedAt: instant.nullable().describe('When its key was last used for something else, which was refused'),
  isValid: z.boolean().describe('False if whoever set it up may no longer do so: then it needs a new key'),
});

export const getPickupScreens = get('/getPickupScreens', {
  summary: 'Lists the televisions of a location that show pickup orders',
  access: 'manager',
  query: z.object({ locationId }),
  response: z.object({ screens: z.array(screen) }),
});

export const addPickupScreen = post('/addPickupScreen', {
  summary: 'Creates the key of a television. It is shown once, and shows order numbers and times, nothing else',
  access: 'manager',
  creating: true,
  peopleOnly: true,
  body: z.object({
    locationId,
    name: requiredText(say`Name is required`, 60),
    showsInitials: z.boolean().default(false),
  }),
  response: z.object({ screen, key: z.string().nullable().describe('null when the same request was repeated') }),
});

export const removePickupScreen = post('/removePickupScreen', {
  summary: 'Ends the key of a television at once. Repeating it changes nothing',
  access: 'manager',
  body: z.object({ screenId: z.string({ error: 'screenId is required' }).min(1, 'screenId is required').max(100) }),
  response: z.object({ screenId: z.string() }),
});

const shownOrder = {
  code: z.string().describe('The five characters that staff call out'),
  initial: z.string().nullable().describe('The first letter of the guest’s name. null if the screen shows none'),
};

export const getPickupOrders = get('/getPickupOrders', {
  summary: 'Returns what a television shows. It needs the key of a pick-up screen; null without one',
  access: 'anyone',
  forScreens: true,
  response: z.object({
    screen: nullableObject({
      name: z.string(),
      locationName: z.string(),
      timeZone: z.string(),
      preparing: arrayOf({
        ...shownOrder,
        minutes: z.number().nullable().describe('In how many minutes, rounded up to five. null if it is due'),
      }).describe('Pickup orders in the kitchen, the most urgent first'),
      ready: arrayOf({ ...shownOrder, readyAt: instant.nullable() }).describe(
        `Those that became ready within ${READY_SHOWN_MINUTES} minutes, the newest first`,
      ),
      serverTime: instant,
    }),
  }),
});
