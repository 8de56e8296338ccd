import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { WEEKDAYS } from '@tiffin/domain/hours';
import { callsOf } from './call.ts';
import { editedItem, itemIds, menuVersion } from './menu-editor.ts';
import { RATES } from './rates.ts';
import { dollars, locationId } from './wire.ts';

const { get, post } = callsOf('Menu management');
const daypartId = z.string().min(1, 'daypartId is required').max(100);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, say`Please write a time like 11:30.`);

const daypart = z
  .object({
    id: z.string(),
    name: z.string(),
    days: z.array(z.enum(WEEKDAYS)),
    from: z.string(),
    until: z.string().openapi({ description: 'No later than `from`: on the next day' }),
    locationId: z.string().nullable().openapi({ description: 'null: of all places' }),
    used: z.number().openapi({ description: 'Dishes in it, over all places: with any, it cannot be deleted' }),
    version: z.number().openapi({ description: 'To be sent with a change, so that nobody writes over another' }),
  })
  .openapi('Daypart');

export const getDayparts = get('/getDayparts', {
  summary: 'Parts of the day with dishes or prices of their own: those of a place, and those of all places',
  who: 'manager',
  query: z.object({ locationId }),
  answer: z.object({ dayparts: z.array(daypart) }),
});

export const saveDaypart = post('/saveDaypart', {
  summary: 'Make a daypart, or change one; 409 with the present `daypart` when it was changed since `version`',
  who: 'manager',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    daypartId: daypartId.optional().openapi({ description: 'Absent: a new one' }),
    locationId: locationId.nullable().openapi({ description: 'Whose it is; null: of all places, by an admin' }),
    name: z
      .string({ error: say`Name is required` })
      .trim()
      .min(1, say`Name is required`)
      .max(40),
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1, say`Choose at least one day.`)
      .max(7),
    from: clock,
    until: clock,
    version: z.number().int().optional(),
  }),
  answer: z.object({ daypart }),
});

export const deleteDaypart = post('/deleteDaypart', {
  summary: 'Delete a daypart that no dish is in',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ daypartId }),
  answer: z.object({ daypartId: z.string() }),
});

export const setDishHours = post('/setDishHours', {
  summary: 'Say when dishes of a place are sold, and for how much then; all of them or none',
  who: 'manager',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    locationId,
    itemIds: itemIds(400),
    onlyInDayparts: z.boolean(),
    dayparts: z
      .array(
        z.object({
          daypartId,
          price: dollars((amount) => amount > 0 && amount <= 1_000_000, 'Valid price is required').nullable(),
        }),
      )
      .max(20),
  }),
  answer: z.object({ items: z.array(editedItem), version: menuVersion }),
});
