import { z } from '@hono/zod-openapi';
import { DELIVERY_STEPS, FAILED_NOTE_MOST } from '@tiffin/domain/delivery';
import { callsOf } from './call.ts';
import { order } from './order-answer.ts';
import { RATES } from './rates.ts';
import { dollars, instant, locationId, moneyOut, orderId, whichLocations } from './wire.ts';

const { get, post } = callsOf('Delivery');

/** Who brings it. */
const driver = z.object({ driverId: z.string(), name: z.string() });

/** What a driver collected at doors and still has. */
const carried = z
  .object({
    locationId: z.string(),
    driverId: z.string(),
    name: z.string(),
    carries: moneyOut,
    collected: z.array(z.object({ orderId: z.string(), amount: moneyOut, at: instant })),
    toSomebodyElse: z
      .literal(true)
      .optional()
      .openapi({ description: 'It is what whoever asks carries: somebody else receives it' }),
  })
  .openapi('DriverCash');

export const getDeliveries = get('/getDeliveries', {
  summary: 'The orders that are to be brought, with who brings them, and the cash that drivers carry',
  who: 'staff',
  query: z.object({ locationId: whichLocations }),
  answer: z.object({
    deliveries: z
      .array(z.object({ order, driver: driver.nullable() }))
      .openapi({ description: 'Those on their way, and what was brought within twelve hours' }),
    cash: z.array(carried),
  }),
});

export const stepDelivery = post('/stepDelivery', {
  summary: 'A driver takes an order, gives it back, leaves, is at the door, delivered it or could not; each once',
  who: 'staff',
  maxKb: 4,
  rate: RATES.work,
  body: z.object({
    orderId,
    step: z.enum(DELIVERY_STEPS),
    doneAt: z.iso.datetime({ offset: true, error: 'doneAt must be a time' }).nullish().openapi({
      description: 'When it was done, of a device that had no network; now when absent',
    }),
    note: z.string().trim().max(FAILED_NOTE_MOST).nullish().openapi({ description: 'Why it could not be delivered' }),
    paidInCash: z.boolean().nullish().openapi({
      description: 'With `delivered`: what was still due was collected, and the driver carries it',
    }),
    collected: dollars((sum) => sum >= 0 && sum <= 100_000_000, 'collected must be zero or more')
      .nullish()
      .openapi({
        description:
          'With `paidInCash`: the cash that was taken; where another sum is due by now, that is told to the house',
      }),
  }),
  answer: z.object({ orderId: z.string(), order }),
});

export const handInCash = post('/handInCash', {
  summary: 'Somebody else receives all that a driver carries; 409 with the present sum in `carries` when it is another',
  who: 'staff',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    locationId,
    driverId: z.string().min(1).max(100),
    amount: z.number().openapi({ description: 'Dollars, as it was counted' }),
  }),
  answer: z.object({ handedIn: moneyOut }),
});
