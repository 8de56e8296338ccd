import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import {
  MAX_EXTRA_MINUTES,
  MAX_FEE_STEPS,
  MAX_ZONE_NAME,
  MAX_ZONE_PREFIXES,
  MAX_ZONE_RADIUS,
  MAX_RING_POINTS,
  MAX_DELIVERY_ZONES,
} from '@tiffin/domain/delivery';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { dollarsToCents, locationId, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Delivery');

/** Enough for a location with zones that follow rivers and roads. */
export const MAX_DELIVERY_SETTINGS_KB = 512;

export const point = z
  .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
  .openapi('Point', { description: 'A point on the map, in degrees' });

export const postalCode = z
  .string()
  .trim()
  .max(20, say`Postal code must be at most 20 characters`);

export const zoneName = z
  .string()
  .trim()
  .max(MAX_ZONE_NAME, { error: () => say`A zone’s name has at most ${MAX_ZONE_NAME} characters` });

export const zoneTerms = namedObject('DeliveryTerms', {
  id: z.string(),
  name: z.string(),
  minimum: moneyOutput,
  freeOver: moneyOutput.nullable().describe('null if delivery is never free'),
  fees: arrayOf({ from: moneyOutput, fee: moneyOutput }).describe(
    'Depends on the sum of the dishes after offers. The last step that is reached applies',
  ),
  extraMinutes: z.number().describe('Extra time for the way there'),
});

const amountInput = dollarsToCents((amount) => amount >= 0 && amount <= 100_000_00, say`Must be a sum of zero or more`);

const zoneArea = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prefix'),
    prefixes: z
      .array(z.string().trim().min(1).max(12))
      .max(MAX_ZONE_PREFIXES)
      .describe('Postal codes or their beginnings'),
  }),
  z.object({
    kind: z.literal('radius'),
    metres: z
      .number()
      .int()
      .min(1, say`The distance must be above zero`)
      .max(MAX_ZONE_RADIUS),
  }),
  z.object({
    kind: z.literal('polygon'),
    ring: z.array(point).max(MAX_RING_POINTS).describe('The corners of the area. It is closed automatically'),
  }),
]);

const settingsOf = <Sum extends z.ZodType>(money: Sum) =>
  z.object({
    point: point.nullable().describe('The position of the restaurant'),
    zones: arrayOf({
      id: z.string().trim().min(1).max(50),
      name: zoneName.min(1, say`Every zone needs a name. Guests see it.`),
      area: zoneArea,
      minimum: money,
      freeOver: money.nullable(),
      fees: arrayOf({ from: money, fee: money }).max(MAX_FEE_STEPS),
      extraMinutes: z.number().int().min(0).max(MAX_EXTRA_MINUTES),
      priority: z
        .number()
        .int()
        .min(0)
        .max(1000)
        .describe('If an address is in several zones, the lowest number applies'),
      isOn: z.boolean(),
      isProposed: z
        .boolean()
        .optional()
        .describe('True for a zone that was added at an upgrade, until it is saved without this'),
    }).max(MAX_DELIVERY_ZONES),
  });

/** The delivery settings of a location, as sent and as returned. */
export const deliveryRequest = settingsOf(amountInput).openapi('DeliveryRequest');
export const deliverySettings = settingsOf(moneyOutput).openapi('DeliverySettings');

export const quoteDelivery = post('/quoteDelivery', {
  summary:
    'Returns the fee and the minimum order for an address. Fails with 409 `outside-delivery` if no zone covers it',
  access: 'anyone',
  isRead: true,
  rate: CALL_RATE_LIMITS.form,
  body: z.object({
    locationId,
    postalCode: postalCode.default(''),
    point: point.nullish().describe('The guest’s position, if they shared it'),
    zoneName: zoneName.nullish().describe('The name of the zone, if nothing more precise is known'),
  }),
  response: z.object({ zone: zoneTerms }),
});

/** The highest number of addresses returned for one customer. */
export const MAX_SAVED_ADDRESSES = 20;

export const getMyAddresses = get('/getMyAddresses', {
  summary: 'Lists the addresses to which the customer ordered before, each once, latest first',
  access: 'customer',
  response: z.object({
    addresses: arrayOf({ address: z.string(), postalCode: z.string(), instructions: z.string() }).max(
      MAX_SAVED_ADDRESSES,
    ),
  }),
});
