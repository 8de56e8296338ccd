import { z } from '@hono/zod-openapi';
import { DELIVERY_STEPS, MAX_DELIVERY_NOTE_LENGTH } from '@tiffin/domain/delivery';
import { defineCalls } from '../call.ts';
import { order } from '../order/order-answer.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { dollarsToCents, instant, instantInput, locationFilter, locationId, moneyOutput, orderId } from '../wire.ts';

const { get, post } = defineCalls('Delivery');

const driver = z.object({ driverId: z.string(), name: z.string() });

/** The cash that a driver collected and has not handed in. */
const carriedCash = namedObject('DriverCash', {
  locationId: z.string(),
  driverId: z.string(),
  name: z.string(),
  carries: moneyOutput,
  collected: arrayOf({ orderId: z.string(), amount: moneyOutput, at: instant }),
  toSomebodyElse: z
    .literal(true)
    .optional()
    .describe('True if the caller carries this cash. Someone else must receive it'),
});

export const getDeliveries = get('/getDeliveries', {
  summary: 'Lists deliveries with their drivers, and the cash that each driver carries',
  access: 'staff',
  query: z.object({ locationId: locationFilter }),
  response: z.object({
    deliveries: arrayOf({ order, driver: driver.nullable() }).describe(
      'Deliveries under way, and those delivered within the last twelve hours',
    ),
    cash: z.array(carriedCash),
    colleagues: z
      .array(driver.extend({ locationIds: z.array(z.string()).nullable() }))
      .optional()
      .describe('Who can take over a delivery, and where; null for everywhere'),
  }),
});

export const stepDelivery = post('/stepDelivery', {
  summary:
    'Records a step of a delivery: the driver accepts it, returns it, departs, arrives, delivers it, fails or brings it back. Each step happens once',
  access: 'staff',
  maxKb: 4,
  body: z.object({
    orderId,
    step: z.enum(DELIVERY_STEPS),
    doneAt: instantInput('doneAt must be a time')
      .nullish()
      .describe('When it happened, if the device was offline. Defaults to now'),
    note: z.string().trim().max(MAX_DELIVERY_NOTE_LENGTH).nullish().describe('Why it could not be delivered'),
    paidInCash: z.boolean().nullish().describe('With `delivered`: the driver collected the amount due in cash'),
    collected: dollarsToCents((sum) => sum >= 0 && sum <= 100_000_000, 'collected must be zero or more')
      .nullish()
      .describe('With `paidInCash`: the cash collected. If the amount due has changed, staff are notified'),
  }),
  response: z.object({ orderId: z.string(), order }),
});

export const handOverDelivery = post('/handOverDelivery', {
  summary:
    'Hands a delivery over to a colleague, wherever it is on its way. Repeating it changes nothing. Fails with 409 if somebody else delivers it',
  access: 'staff',
  body: z.object({
    orderId,
    driverId: z.string({ error: 'driverId is required' }).min(1, 'driverId is required').max(100),
  }),
  response: z.object({ orderId: z.string(), order }),
});

export const handInCash = post('/handInCash', {
  summary:
    'Records that someone else received all cash of a driver, also if less or more was counted. More than 5.00 off needs a manager. Fails with 409 and the current sum in `carries` if the list has changed',
  access: 'staff',
  managersPin: true,
  creating: true,
  body: z.object({
    locationId,
    driverId: z.string().min(1).max(100),
    amount: z.number().describe('What the driver carries by the list, in dollars'),
    counted: dollarsToCents((sum) => sum >= 0 && sum <= 100_000_000, 'counted must be zero or more')
      .nullish()
      .describe('The cash that was counted. Defaults to `amount`'),
    reason: z.string().trim().max(MAX_DELIVERY_NOTE_LENGTH).nullish().describe('Why it differs. Required if it does'),
  }),
  response: z.object({ handedIn: moneyOutput.describe('The cash that was counted') }),
});
