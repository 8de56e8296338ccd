import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { WEEKDAYS } from '@tiffin/domain/hours';
import { defineCalls } from '../call.ts';
import { managedMenuItem, itemIds, menuVersion } from './menu-editor.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { dollarsToCents, locationId, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Menu management');
const daypartId = z.string().min(1, 'daypartId is required').max(100);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, say`Please write a time like 11:30.`);

const daypart = namedObject('Daypart', {
  id: z.string(),
  name: z.string(),
  days: z.array(z.enum(WEEKDAYS)),
  from: z.string(),
  until: z.string().describe('A time that is not later than `from` is on the next day'),
  locationId: z.string().nullable().describe('null for all locations'),
  used: z.number().describe('The number of dishes in it at all locations. It can be deleted only if this is 0'),
  version: z.number().describe('Send this with a change. If someone else changed it first, the call fails with 409'),
});

export const getDayparts = get('/getDayparts', {
  summary: 'Lists the dayparts of a location and those of all locations',
  access: 'manager',
  query: z.object({ locationId }),
  response: z.object({ dayparts: z.array(daypart) }),
});

export const saveDaypart = post('/saveDaypart', {
  summary: 'Creates or changes a daypart. Fails with 409 and the current `daypart` if it was changed since `version`',
  access: 'manager',
  // A repeated request with the same `Idempotency-Key` creates no second daypart.
  creating: true,
  body: z.object({
    daypartId: daypartId.optional().describe('Leave out to create a new one'),
    locationId: locationId.nullable().describe('The location it belongs to; null for all locations (admins only)'),
    name: requiredText(say`Name is required`, 40),
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1, say`Choose at least one day.`)
      .max(7),
    from: timeOfDay,
    until: timeOfDay,
    version: z.number().int().optional(),
  }),
  response: z.object({ daypart }),
});

export const deleteDaypart = post('/deleteDaypart', {
  summary: 'Deletes a daypart without dishes',
  access: 'manager',
  body: z.object({ daypartId }),
  response: z.object({ daypartId: z.string() }),
});

export const setDishHours = post('/setDishHours', {
  summary: 'Sets when dishes of a location are sold, and at what price. Changes all of them or none',
  access: 'manager',
  // Room for 400 ids.
  maxKb: 64,
  body: z.object({
    locationId,
    itemIds: itemIds(400),
    onlyInDayparts: z.boolean(),
    dayparts: arrayOf({
      daypartId,
      // Null for the usual price of the dish.
      price: dollarsToCents((dollars) => dollars > 0 && dollars <= 1_000_000, 'Valid price is required').nullable(),
    }).max(20),
  }),
  response: z.object({ items: z.array(managedMenuItem), version: menuVersion }),
});
