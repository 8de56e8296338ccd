import { z } from '@hono/zod-openapi';
import type { Figure } from '@tiffin/domain/pricing';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { order } from './order-answer.ts';
import { orderItems } from './order-items.ts';
import { figure, locationOf, orderPayload, whichLocation } from './order-request.ts';
import { dollars, moneyOut, nextCursor, orderId, orderToken, pageQuery } from './wire.ts';

const { get, post } = callsOf('Orders');

export const createCustomerOrderCash = post('/createCustomerOrderCash', {
  summary: 'Place an order, to be paid in cash',
  who: 'guest',
  creating: true,
  maxKb: 64,
  rate: RATES.order,
  body: orderPayload,
  answer: z.object({ orderId: z.string(), order }),
});

const priceFigures = z.object({
  subtotal: moneyOut,
  tax: moneyOut,
  tip: moneyOut,
  total: moneyOut,
  taxRate: z.number(),
});

const claimed = (name: Figure) =>
  figure(name)
    .nullish()
    .transform((amount) => amount ?? undefined);

/** What somebody wants to have priced, and what they think it costs: figures that are not sent are not compared. */
const pricingQuestion = z
  .object({
    items: orderItems('Items are required for pricing validation'),
    frontendPricing: z.object(
      { subtotal: claimed('subtotal'), tax: claimed('tax'), tip: claimed('tip'), total: claimed('total') },
      'Frontend pricing is required for pricing validation',
    ),
    tipAmount: dollars((amount) => amount >= 0, 'Tip amount must be a number that is not negative'),
    wantedFor: z.iso
      .datetime({ offset: true, error: 'wantedFor must be a time' })
      .nullish()
      .openapi({ description: 'When it shall be ready: dishes and prices are those of that time; absent: of now' }),
    ...whichLocation,
  })
  .transform(({ items, frontendPricing, tipAmount, wantedFor, ...where }) => ({
    items,
    tip: tipAmount,
    figures: frontendPricing,
    wantedFor: wantedFor == null ? null : new Date(wantedFor),
    locationId: locationOf(where).id,
  }))
  .openapi({ description: 'Without a location: wherever all the items are on the menu' });

export const validatePricing = post('/validatePricing', {
  summary: 'Are these figures right? 400 `pricing-mismatch` with the right ones when they are not',
  who: 'guest',
  inTurn: true,
  maxKb: 64,
  rate: RATES.change,
  body: pricingQuestion,
  answer: z.object({
    valid: z.literal(true),
    pricing: priceFigures.extend({ taxLabel: z.string() }),
    items: z.array(z.object({ id: z.string(), name: z.string(), price: moneyOut, quantity: z.number() })),
  }),
});

export const getCustomerOrderDetails = get('/getCustomerOrderDetails', {
  summary: 'One’s own order; with its token anybody’s. An order nobody owns is read without the person’s facts',
  who: 'guest',
  byLink: true,
  rate: RATES.findByLink,
  query: z.object({ orderId, token: orderToken }),
  answer: z.object({ orderId: z.string(), order }),
});

export const getOrderBySessionId = post('/getOrderBySessionId', {
  summary: 'The order a payment session became; 404 until the money was seen',
  who: 'guest',
  maxKb: 2,
  rate: RATES.find,
  body: z.object({
    sessionId: z.string({ error: 'sessionId is required' }).trim().min(1, 'sessionId is required').max(300),
  }),
  answer: z.object({ orderId: z.string(), order }),
});

const receiptQuery = z.object({ orderId, token: z.string().max(200).default('') });

export const getOrderReceipt = get('/getOrderReceipt', {
  summary: 'The receipt: the order’s token opens it, nothing else does',
  who: 'anyone',
  rate: RATES.link,
  query: receiptQuery,
  answer: z.object({
    order,
    receiptUrl: z.string(),
    business: z.object({
      name: z.string(),
      phone: z.string(),
      email: z.string(),
      hstNumber: z.string().nullable(),
      currency: z.string(),
    }),
    cashRounding: moneyOut.openapi({ description: 'What the coins make of the total; 0 unless paid in cash' }),
    cashDue: moneyOut,
    parts: z
      .array(
        z.object({
          tender: z.string(),
          card: z.object({ brand: z.string(), last4: z.string() }).optional(),
          taken: moneyOut,
          tip: moneyOut,
        }),
      )
      .openapi({
        description: 'With what it was paid, when that was in several parts or at a reader; `taken` has the tip in it',
      }),
  }),
});

export const getOrderReceiptPdf = get('/getOrderReceiptPdf', {
  summary: 'The receipt as a PDF of 80 × 200 mm',
  who: 'anyone',
  rate: RATES.link,
  query: receiptQuery,
  answer: z.instanceof(Uint8Array),
  answersWith: 'application/pdf',
});

export const getCustomerOrders = get('/getCustomerOrders', {
  summary: 'One’s own orders, newest first',
  who: 'customer',
  query: z.object(pageQuery),
  answer: z.object({ orders: z.array(order), nextCursor }),
});

export const cancelCustomerOrder = post('/cancelCustomerOrder', {
  summary: 'Cancel one’s own order while it is pending or being prepared; with its token anybody’s',
  who: 'guest',
  byLink: true,
  maxKb: 16,
  rate: RATES.changeOrder,
  body: z.object({ orderId, token: orderToken, reason: z.string().trim().max(500).optional() }),
  answer: z.object({ orderId: z.string(), message: z.string(), order }),
});

export const reportArrival = post('/reportArrival', {
  deprecatedPaths: ['/sayHere'],
  summary: 'A guest is there with the car their pickup is brought out to: the house hears it once',
  who: 'guest',
  byLink: true,
  maxKb: 2,
  rate: RATES.changeOrder,
  body: z.object({ orderId, token: orderToken }),
  answer: z.object({ orderId: z.string(), order }),
});
