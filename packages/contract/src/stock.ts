import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { STOCK_MOVE_KINDS } from '@tiffin/domain/menu';
import { OPTION_LIMITS } from '@tiffin/domain/options';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { dateText, instant, locationId } from './wire.ts';

const { get, post } = callsOf('Stock');

const itemId = z.string().min(1, 'itemId is required').max(100);
const countedId = z
  .string()
  .min(1, 'itemId is required')
  .max(OPTION_LIMITS.groupId)
  .openapi({ description: 'A dish’s id; or of an option its group’s, a slash, and its own' });

/** A dish as whoever cooks it sees it: whether there is any. */
const dishStock = z
  .object({
    id: z.string(),
    name: z.string(),
    category: z.string(),
    isAvailable: z.boolean().openapi({ description: 'Is sold here at all, whether or not it ran out' }),
    soldOut: z.boolean().openapi({ description: 'There is none of it now' }),
    soldOutUntil: instant
      .nullable()
      .openapi({ description: 'What somebody said; the year 9999: until it is put back' }),
    left: z
      .number()
      .nullable()
      .openapi({ description: 'Portions left; null: nobody counts them, and there is no limit' }),
    held: z.number().openapi({ description: 'Portions besides that open payment pages hold' }),
  })
  .openapi('DishStock');

/** An option of its dishes. */
const optionStock = z
  .object({
    groupId: z.string(),
    groupName: z.string(),
    id: z.string(),
    name: z.string(),
    soldOut: z.boolean(),
    soldOutUntil: instant
      .nullable()
      .openapi({ description: 'What somebody said; the year 9999: until it is put back' }),
  })
  .openapi('OptionStock');

export const getDishStock = get('/getDishStock', {
  summary: 'What there is of the dishes of a location',
  who: 'staff',
  query: z.object({ locationId }),
  answer: z.object({
    locationId: z.string(),
    timeZone: z.string(),
    items: z.array(dishStock),
    options: z.array(optionStock).optional(),
  }),
});

const until = z
  .union([
    z.enum(['closing', 'put-back']),
    z.int(),
    dateText,
    z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  ])
  .nullable()
  .openapi({
    description:
      'Until the doors close, until it is put back, for so many minutes, until a day or an instant; null: it is there again',
  });

export const markSoldOut = post('/markSoldOut', {
  summary: 'Say that a dish ran out, and for how long; or put it back on sale',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    locationId,
    itemId,
    until,
  }),
  answer: z.object({
    item: dishStock,
    version: z.number().openapi({ description: 'Goes up with every change of this menu' }),
  }),
});

export const markOptionSoldOut = post('/markOptionSoldOut', {
  summary: 'Say that an option of dishes ran out at a location, and for how long; or that it is there again',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    locationId,
    groupId: itemId,
    optionId: itemId,
    until,
  }),
  answer: z.object({
    option: optionStock,
    version: z.number().openapi({ description: 'Goes up with every change of this menu' }),
  }),
});

const portions = z
  .number()
  .int()
  .min(0, say`Portions cannot be below zero`)
  .max(9999);

export const setStock = post('/setStock', {
  summary: 'Say how many portions of a dish or an option are left, or that it is not counted',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    locationId,
    itemId: countedId,
    left: portions.nullable().openapi({ description: 'null: no limit' }),
    seen: portions
      .nullable()
      .optional()
      .openapi({ description: 'What stood there before: what was sold since then is taken off what is sent' }),
  }),
  answer: z.object({ item: dishStock, version: z.number() }),
});

export const getStockMovements = get('/getStockMovements', {
  deprecatedPaths: ['/getStockMoves'],
  summary: 'What came and went of a dish or an option that is counted, newest first',
  who: 'manager',
  query: z.object({ locationId, itemId: countedId }),
  answer: z.object({
    item: dishStock,
    moves: z.array(
      z.object({
        id: z.string(),
        at: instant,
        kind: z.enum(STOCK_MOVE_KINDS),
        amount: z.number(),
        orderId: z.string().nullable(),
        by: z.string().nullable().openapi({ description: 'Who counted' }),
      }),
    ),
  }),
});
