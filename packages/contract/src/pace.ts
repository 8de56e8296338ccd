import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { EXTRA_MINUTES_MOST } from '@tiffin/domain/delivery';
import { ORDER_TYPES, PACE_KINDS, PACE_MINUTES_MOST, PACE_PLUS_MOST } from '@tiffin/domain/order';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { dateText, instant, locationId } from './wire.ts';

const { get, post } = callsOf('Kitchen');

/** Something that holds guests' orders back, and ends by itself. */
export const pace = z.object({
  kind: z.enum(PACE_KINDS),
  service: z.enum(ORDER_TYPES).nullable().openapi({ description: 'Which orders; null: all' }),
  plus: z.number().openapi({ description: 'So many minutes later than usual; 0 for a pause' }),
  until: instant,
});

const heldBack = pace.extend({
  from: instant,
  reason: z.string(),
  by: z.string().openapi({ description: 'Who said so' }),
});

const paceAt = z
  .object({
    locationId: z.string(),
    timeZone: z.string(),
    services: z.array(z.enum(ORDER_TYPES)),
    paces: z.array(heldBack).openapi({ description: 'None: orders are taken as usual' }),
  })
  .openapi('KitchenPace');

export const getOrderPacing = get('/getOrderPacing', {
  deprecatedPaths: ['/getPace'],
  summary: 'Where guests’ orders are paused or promised later, at the locations one works at',
  who: 'staff',
  answer: z.object({ locations: z.array(paceAt) }),
});

export const setOrderPacing = post('/setOrderPacing', {
  deprecatedPaths: ['/setPace'],
  summary: 'Pause guests’ orders, promise them later, or take them as usual again; staff may pause for an hour',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    locationId,
    service: z.enum(ORDER_TYPES).nullable().default(null).openapi({
      description: 'Which orders; null: all, and takes the place of what was said of each',
    }),
    kind: z.enum(['open', ...PACE_KINDS]),
    plus: z.number().int().min(0).max(PACE_PLUS_MOST).default(0),
    until: z
      .union([z.literal('closing'), z.number().int().min(1).max(PACE_MINUTES_MOST)])
      .nullish()
      .openapi({ description: 'For so many minutes, or until the doors close; an hour when absent' }),
    reason: z
      .string()
      .trim()
      .max(100, say`The reason must be at most 100 characters`)
      .default(''),
  }),
  answer: z.object({ location: paceAt }),
});

/** A cart holds so many dishes. */
const dishes = z.coerce.number().int().min(0).max(1000);

export const getReadyTimes = get('/getReadyTimes', {
  summary: 'When an order of so many dishes is ready: as soon as possible, and the times up to seven days ahead',
  who: 'anyone',
  inTurn: true,
  query: z.object({
    locationId,
    orderType: z.enum(ORDER_TYPES),
    dishes,
    by: z.enum(['guest', 'till']).default('guest').openapi({
      description: 'Whoever stands at the till knows better than a pause; `guest` when it is left out',
    }),
    wayMinutes: z.coerce.number().int().min(0).max(EXTRA_MINUTES_MOST).default(0).openapi({
      description: 'So much later than next door, as `quoteDelivery` tells of where it is brought',
    }),
    only: z.literal('soonest').optional().openapi({ description: 'The times of the days are not asked: none is told' }),
  }),
  answer: z.object({
    timeZone: z.string(),
    soonest: z
      .object({
        readyAt: instant,
        from: instant.optional().openapi({ description: 'Between this' }),
        to: instant.optional().openapi({ description: 'and this it mostly is; absent where nothing was learned' }),
      })
      .nullable()
      .optional()
      .openapi({ description: 'As soon as possible; null while nothing is promised for now' }),
    days: z.array(
      z.object({ date: dateText, times: z.array(instant).openapi({ description: 'Those that can be had' }) }),
    ),
  }),
});
