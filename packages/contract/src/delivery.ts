import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import {
  EXTRA_MINUTES_MOST,
  FEE_STEPS_MOST,
  PREFIXES_MOST,
  RADIUS_MOST,
  RING_MOST,
  ZONES_MOST,
} from '@tiffin/domain/delivery';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { dollars, locationId, moneyOut } from './wire.ts';

const { get, post } = callsOf('Delivery');

/** A location with areas that follow rivers and roads. */
export const DELIVERY_KB = 512;

export const point = z
  .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
  .openapi('Point', { description: 'A place on earth, in degrees' });

export const postalCode = z
  .string()
  .trim()
  .max(20, say`Postal code must be at most 20 characters`);

export const zoneName = z
  .string()
  .trim()
  .max(60, say`A zone’s name has at most 60 characters`);

/** What bringing it costs and asks for. */
export const zoneTerms = z
  .object({
    id: z.string(),
    name: z.string(),
    minimum: moneyOut,
    freeOver: moneyOut.nullable().openapi({ description: 'null: it is never free' }),
    fees: z
      .array(z.object({ from: moneyOut, fee: moneyOut }))
      .openapi({ description: 'By what the dishes come to, offers taken off; the last one that is reached counts' }),
    extraMinutes: z.number().openapi({ description: 'So much later than next door' }),
  })
  .openapi('DeliveryTerms');

const sum = dollars((amount) => amount >= 0 && amount <= 100_000_00, 'Must be a sum of zero or more');

const zoneArea = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prefix'),
    prefixes: z.array(z.string().trim().min(1).max(12)).max(PREFIXES_MOST).openapi({
      description: 'Postal codes, or how they begin: 1 to 6 letters and digits',
    }),
  }),
  z.object({
    kind: z.literal('radius'),
    metres: z
      .number()
      .int()
      .min(1, say`The distance must be above zero`)
      .max(RADIUS_MOST),
  }),
  z.object({
    kind: z.literal('polygon'),
    ring: z.array(point).max(RING_MOST).openapi({ description: 'From corner to corner; we close it ourselves' }),
  }),
]);

const settingsOf = <Sum extends z.ZodType>(money: Sum) =>
  z.object({
    point: point.nullable().openapi({ description: 'Where the house stands' }),
    zones: z
      .array(
        z.object({
          id: z.string().trim().min(1).max(50),
          name: zoneName.min(1, say`Every zone needs a name: guests read it.`),
          area: zoneArea,
          minimum: money,
          freeOver: money.nullable(),
          fees: z.array(z.object({ from: money, fee: money })).max(FEE_STEPS_MOST),
          extraMinutes: z.number().int().min(0).max(EXTRA_MINUTES_MOST),
          priority: z.number().int().min(0).max(1000).openapi({
            description: 'Where several zones take an address in, the lowest counts',
          }),
          isOn: z.boolean(),
        }),
      )
      .max(ZONES_MOST),
  });

/** How a location delivers, as its owner writes it down, and as it is answered. */
export const deliveryRequest = settingsOf(sum).openapi('DeliveryWish');
export const deliverySettings = settingsOf(moneyOut).openapi('DeliverySettings');

export const quoteDelivery = post('/quoteDelivery', {
  summary: 'What bringing an order there costs and asks for; 409 `outside-delivery` outside every zone',
  who: 'anyone',
  maxKb: 2,
  rate: RATES.form,
  body: z.object({
    locationId,
    postalCode: postalCode.default(''),
    point: point.nullish().openapi({ description: 'Where the guest is, if they showed it' }),
    zoneName: zoneName.nullish().openapi({ description: 'The zone it would be, where nothing better tells' }),
  }),
  answer: z.object({ zone: zoneTerms.nullable().openapi({ description: 'null: this place has no zones' }) }),
});

/** So many of somebody's addresses are told. */
export const ADDRESSES_MOST = 20;

export const getMyAddresses = get('/getMyAddresses', {
  summary: 'Where one had food brought before, each address once, the last one first',
  who: 'customer',
  answer: z.object({
    addresses: z
      .array(z.object({ address: z.string(), postalCode: z.string(), instructions: z.string() }))
      .max(ADDRESSES_MOST),
  }),
});
