import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { MAX_EXTRA_MINUTES } from '@tiffin/domain/delivery';
import {
  ORDER_TYPES,
  PACE_KINDS,
  MAX_PACING_MINUTES,
  MAX_PACING_REASON_LENGTH,
  MAX_BUSY_EXTRA_MINUTES,
} from '@tiffin/domain/order';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject, nullableObject, optionalObject } from '../objects.ts';
import { dateText, instant, locationId } from '../wire.ts';

const { get, post } = defineCalls('Kitchen');

/** A pause or delay of guest orders, which ends automatically. */
export const pacingPeriod = z.object({
  kind: z.enum(PACE_KINDS),
  service: z.enum(ORDER_TYPES).nullable().describe('The order type; null for all types'),
  plus: z.number().describe('The delay in minutes; 0 for a pause'),
  until: instant,
});

const activePace = pacingPeriod.extend({
  from: instant,
  reason: z.string(),
  by: z.string().describe('Who set it'),
});

const locationPace = namedObject('KitchenPace', {
  locationId: z.string(),
  timeZone: z.string(),
  services: z.array(z.enum(ORDER_TYPES)),
  paces: z.array(activePace).describe('Empty if orders are taken as usual'),
});

export const getOrderPacing = get('/getOrderPacing', {
  summary: 'Lists pauses and delays of guest orders for the locations where the caller works',
  access: 'staff',
  response: z.object({ locations: z.array(locationPace) }),
});

export const setOrderPacing = post('/setOrderPacing', {
  summary: 'Pauses or delays guest orders, or takes them as usual again. Staff may pause for up to one hour',
  access: 'staff',
  body: z.object({
    locationId,
    service: z
      .enum(ORDER_TYPES)
      .nullable()
      .default(null)
      .describe('The order type; null for all types, which replaces the settings of each type'),
    kind: z.enum(['open', ...PACE_KINDS]),
    ends: z.enum(PACE_KINDS).optional().describe('With `open`: ends only pauses, or only busy times'),
    plus: z.number().int().min(0).max(MAX_BUSY_EXTRA_MINUTES).default(0),
    until: z
      .union([z.literal('closing'), z.number().int().min(1).max(MAX_PACING_MINUTES)])
      .nullish()
      .describe('For this many minutes, or until the location closes. Defaults to one hour'),
    reason: z
      .string()
      .trim()
      .max(MAX_PACING_REASON_LENGTH, say`The reason must be at most ${MAX_PACING_REASON_LENGTH} characters`)
      .default(''),
  }),
  response: z.object({ location: locationPace }),
});

export const getReadyTimes = get('/getReadyTimes', {
  summary:
    'Returns when an order of this many dishes can be ready: as soon as possible, and at which times in the next seven days',
  access: 'anyone',
  queue: 'slow',
  query: z.object({
    locationId,
    orderType: z.enum(ORDER_TYPES),
    dishes: z.coerce.number().int().min(0).max(1000),
    by: z.enum(['guest', 'till']).default('guest').describe('Pauses do not apply to `till`. Defaults to `guest`'),
    wayMinutes: z.coerce
      .number()
      .int()
      .min(0)
      .max(MAX_EXTRA_MINUTES)
      .default(0)
      .describe('The extra time for the way there, from `quoteDelivery`'),
    agreesToWait: z
      .literal('true')
      .optional()
      .describe('While the location is closed, return the time after its next opening'),
    only: z.literal('soonest').optional().describe('Leave out the times of each day'),
  }),
  response: z.object({
    timeZone: z.string(),
    soonest: nullableObject({
      readyAt: instant.describe('The same as `to`'),
      from: instant.describe('The start of the window that an order would be promised'),
      to: instant.describe('The end of that window'),
    })
      .optional()
      .describe('As soon as possible; null if no order can be promised for now'),
    lastOrders: optionalObject({
      at: instant.describe('Until when an order as soon as possible is ready before the location closes'),
      nextOpening: instant.nullable().describe('When the location opens after that'),
    }).describe('Absent while the location is closed, and for `till`'),
    days: arrayOf({ date: dateText, times: z.array(instant).describe('The available times') }),
  }),
});
