import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { STOCK_MOVE_KINDS } from '@tiffin/domain/menu';
import { OPTION_LIMITS } from '@tiffin/domain/options';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { dateText, instant, instantInput, locationId } from '../wire.ts';

const { get, post } = defineCalls('Stock');

const itemId = z.string().min(1, 'itemId is required').max(100);
const stockItemId = z
  .string()
  .min(1, 'itemId is required')
  .max(OPTION_LIMITS.groupId)
  .describe('The id of a dish; or for an option the id of its group, a slash and its own id');

/** The stock of a dish, as the kitchen sees it. */
const dishStock = namedObject('DishStock', {
  id: z.string(),
  name: z.string(),
  category: z.string(),
  isAvailable: z.boolean().describe('True if the dish is sold at this location, even if it is sold out'),
  soldOut: z.boolean().describe('True if it is sold out now'),
  soldOutUntil: instant.nullable().describe('The time that was set. The year 9999 means until someone changes it'),
  left: z.number().nullable().describe('The number of portions left; null if it is not counted'),
  held: z.number().describe('Further portions that open payment pages reserve'),
});

const optionStock = namedObject('OptionStock', {
  groupId: z.string(),
  groupName: z.string(),
  id: z.string(),
  name: z.string(),
  soldOut: z.boolean(),
  soldOutUntil: instant.nullable().describe('The time that was set. The year 9999 means until someone changes it'),
});

export const getDishStock = get('/getDishStock', {
  summary: 'Returns the stock of a location’s dishes',
  access: 'staff',
  query: z.object({ locationId }),
  response: z.object({
    locationId: z.string(),
    timeZone: z.string(),
    items: z.array(dishStock),
    options: z.array(optionStock).optional(),
  }),
});

const soldOutUntil = z
  .union([z.enum(['closing', 'put-back']), z.int(), dateText, instantInput().transform((text) => new Date(text))])
  .nullable()
  .describe(
    'Until closing time, until it is put back, for a number of minutes, until a day or until a time; null if it is available again',
  );

export const markSoldOut = post('/markSoldOut', {
  summary: 'Marks a dish as sold out for some time, or puts it back on sale',
  access: 'staff',
  body: z.object({ locationId, itemId, until: soldOutUntil }),
  response: z.object({ item: dishStock, version: z.number().describe('Increases with every change of the menu') }),
});

export const markOptionSoldOut = post('/markOptionSoldOut', {
  summary: 'Marks an option as sold out at a location for some time, or puts it back on sale',
  access: 'staff',
  body: z.object({ locationId, groupId: itemId, optionId: itemId, until: soldOutUntil }),
  response: z.object({
    option: optionStock,
    version: z.number().describe('Increases with every change of the menu'),
  }),
});

const portions = z
  .number()
  .int()
  .min(0, say`Portions cannot be below zero`)
  .max(9999);

export const setStock = post('/setStock', {
  summary: 'Sets how many portions of a dish or an option are left, or stops counting',
  access: 'manager',
  body: z.object({
    locationId,
    itemId: stockItemId,
    left: portions.nullable().describe('null for no limit'),
    seen: portions.nullish().describe('The number that the person saw. Portions sold since are subtracted'),
  }),
  response: z.object({ item: dishStock, version: z.number() }),
});

export const getStockMovements = get('/getStockMovements', {
  summary: 'Lists the stock movements of a counted dish or option, newest first',
  access: 'manager',
  query: z.object({ locationId, itemId: stockItemId }),
  response: z.object({
    item: dishStock,
    moves: arrayOf({
      id: z.string(),
      at: instant,
      kind: z.enum(STOCK_MOVE_KINDS),
      amount: z.number(),
      orderId: z.string().nullable(),
      by: z.string().nullable().describe('The person who counted'),
    }),
  }),
});
