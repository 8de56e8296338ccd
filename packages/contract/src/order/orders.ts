import { z } from '@hono/zod-openapi';
import type { PriceFigure } from '@tiffin/domain/pricing';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { adjustment, order, orderCharge, orderItem, orderPricing, orderType, promisedWindow } from './order-answer.ts';
import { orderItems } from './order-items.ts';
import {
  pricingFigure,
  parseLocationReference,
  orderPayload,
  locationReference,
  quotePayload,
} from './order-request.ts';
import { billTax } from '../locations/taxes.ts';
import { arrayOf, optionalObject } from '../objects.ts';
import { dollarsToCents, instantInput, moneyOutput, nextCursor, orderId, orderToken, pageQuery } from '../wire.ts';

const { get, post } = defineCalls('Orders');

export const createCustomerOrderCash = post('/createCustomerOrderCash', {
  summary: 'Places an order that is paid in cash',
  access: 'guest',
  creating: true,
  maxKb: 64,
  rate: CALL_RATE_LIMITS.order,
  body: orderPayload,
  response: z.object({ orderId: z.string(), order }),
});

export const quoteOrder = post('/quoteOrder', {
  summary:
    'Returns what an order would cost and when it would be ready. Fails as the order would. Nothing is reserved or promised',
  access: 'guest',
  isRead: true,
  queue: 'slow',
  maxKb: 64,
  rate: CALL_RATE_LIMITS.change,
  body: quotePayload,
  response: z.object({
    orderType: orderType.describe('Pickup if the location does not offer the requested type'),
    pricing: orderPricing.describe('Can be sent as the `pricing` of the order'),
    lines: z
      .array(
        orderItem.pick({
          line: true,
          id: true,
          name: true,
          price: true,
          unitPrice: true,
          quantity: true,
          lineTotal: true,
          options: true,
          note: true,
        }),
      )
      .describe('The dishes with their names and prices on the menu, in the order of the request'),
    adjustments: z
      .array(adjustment)
      .describe('What promotions and points take off. The offer of a welcome mail is in the prices of the lines too'),
    pointsWorth: moneyOutput.optional().describe('What the points take off; absent without points'),
    giftCard: optionalObject({ pays: moneyOutput, rest: moneyOutput }).describe(
      'What the gift card pays of `pricing.total`, and the rest; absent without a card',
    ),
    charges: z.array(orderCharge).describe('Added to the dishes, for example the delivery fee'),
    taxes: z.array(billTax).describe('`pricing.tax` by tax code'),
    promised: promisedWindow
      .nullable()
      .describe('When the guest would get the order. null while `missing` is above zero'),
    missing: moneyOutput.describe('How much more must be ordered for a delivery to this address; otherwise 0'),
  }),
});

const priceFigures = z.object({
  subtotal: moneyOutput,
  tax: moneyOutput,
  tip: moneyOutput,
  total: moneyOutput,
  taxRate: z.number().describe('Of all taxes together: 0.14 for 14 %'),
});

const clientAmount = (name: PriceFigure) =>
  pricingFigure(name)
    .nullish()
    .transform((amount) => amount ?? undefined);

/** A cart with the prices that the client shows. Missing prices are not compared. */
const pricingCheck = z
  .object({
    items: orderItems('Items are required for pricing validation'),
    frontendPricing: z
      .object(
        {
          subtotal: clientAmount('subtotal'),
          tax: clientAmount('tax'),
          tip: clientAmount('tip'),
          total: clientAmount('total'),
        },
        'Frontend pricing is required for pricing validation',
      )
      .describe('Sums that are left out are not compared'),
    tipAmount: dollarsToCents((amount) => amount >= 0, 'Tip amount must be a number that is not negative'),
    wantedFor: instantInput('wantedFor must be a time')
      .nullish()
      .describe('Price the dishes for this time. Defaults to now'),
    ...locationReference,
  })
  .transform(({ items, frontendPricing, tipAmount, wantedFor, ...where }) => ({
    items,
    tip: tipAmount,
    figures: frontendPricing,
    wantedFor: wantedFor == null ? null : new Date(wantedFor),
    locationId: parseLocationReference(where).id,
  }))
  .describe('Without a location: any location that has all items on its menu');

export const validatePricing = post('/validatePricing', {
  summary: 'Checks the prices of an order. Fails with 400 `pricing-mismatch` and the right prices if they differ',
  access: 'guest',
  isRead: true,
  queue: 'slow',
  maxKb: 64,
  rate: CALL_RATE_LIMITS.change,
  body: pricingCheck,
  response: z.object({
    valid: z.literal(true),
    pricing: priceFigures.extend({ taxLabel: z.string() }),
    items: arrayOf({ id: z.string(), name: z.string(), price: moneyOutput, quantity: z.number() }),
  }),
});

export const getCustomerOrderDetails = get('/getCustomerOrderDetails', {
  summary:
    'Returns an order of the customer, or any order with its access token. Orders without an account are returned without personal data',
  access: 'guest',
  byLink: true,
  rate: CALL_RATE_LIMITS.findByLink,
  query: z.object({ orderId, token: orderToken }),
  response: z.object({ orderId: z.string(), order }),
});

export const getOrderBySessionId = post('/getOrderBySessionId', {
  summary:
    'Returns the order of a payment session. Fails with 404 until the payment has arrived; `sessionStatus` then says how the provider reports it',
  access: 'guest',
  byLink: true,
  isRead: true,
  rate: CALL_RATE_LIMITS.find,
  body: z.object({
    sessionId: z.string({ error: 'sessionId is required' }).trim().min(1, 'sessionId is required').max(300),
    token: orderToken.describe('The access token of the address to which the payment page returns'),
  }),
  response: z.object({
    orderId: z.string(),
    order,
    payment: optionalObject({ amount: moneyOutput, left: moneyOutput, isReturned: z.boolean() }).describe(
      'For a payment of a part of a bill or one that is returned: what was paid, and what is left to pay of the bill. The order is then without personal data',
    ),
  }),
});

const receiptQuery = z.object({ orderId, token: z.string().max(200).default('') });

export const getOrderReceipt = get('/getOrderReceipt', {
  summary: 'Returns the receipt of an order. Requires the access token of the order',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.link,
  query: receiptQuery,
  response: z.object({
    order,
    receiptUrl: z.string(),
    business: z.object({
      name: z.string(),
      phone: z.string(),
      email: z.string(),
      hstNumber: z.string().nullable(),
      currency: z.string(),
    }),
    cashRounding: moneyOutput.describe('The rounding of a cash total; otherwise 0'),
    cashDue: moneyOutput,
    parts: arrayOf({
      tender: z.string(),
      card: optionalObject({ brand: z.string(), last4: z.string() }),
      taken: moneyOutput,
      tip: moneyOutput,
    }).describe('The payments, if there were several or if a card reader was used. `taken` includes the tip'),
  }),
});

export const getOrderReceiptPdf = get('/getOrderReceiptPdf', {
  summary: 'Returns the receipt as a PDF of 80 × 200 mm',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.link,
  query: receiptQuery,
  response: z.instanceof(Uint8Array),
  contentType: 'application/pdf',
});

export const getCustomerOrders = get('/getCustomerOrders', {
  summary: 'Lists the customer’s orders, newest first',
  access: 'customer',
  query: z.object(pageQuery),
  response: z.object({ orders: z.array(order), nextCursor }),
});

export const cancelCustomerOrder = post('/cancelCustomerOrder', {
  summary:
    'Cancels an order of the customer that is pending or being prepared, or any such order with its access token',
  access: 'guest',
  byLink: true,
  maxKb: 16,
  rate: CALL_RATE_LIMITS.changeOrder,
  body: z.object({ orderId, token: orderToken, reason: z.string().trim().max(500).optional() }),
  response: z.object({ orderId: z.string(), message: z.string(), order }),
});

export const reportArrival = post('/reportArrival', {
  summary: 'Tells staff that the guest has arrived with the car. Staff are notified once',
  access: 'guest',
  byLink: true,
  rate: CALL_RATE_LIMITS.changeOrder,
  body: z.object({ orderId, token: orderToken }),
  response: z.object({ orderId: z.string(), order }),
});
