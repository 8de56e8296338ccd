import { z } from '@hono/zod-openapi';
import { SESSION_STATUSES } from '@tiffin/domain/payment';
import { defineCalls } from '../call.ts';
import { TILL_ORDER_RULES, CALL_RATE_LIMITS } from '../rate-limits.ts';
import { sessionIdInput } from './session-id-input.ts';
import { adjustment, order, orderCharge, paymentStatus } from '../order/order-answer.ts';
import { cartId } from '../order/cart-id.ts';
import { orderPayload, tillPayload } from '../order/order-request.ts';
import { billTax } from '../locations/taxes.ts';
import { nullableObject, optionalObject } from '../objects.ts';
import { dollarsToCents, instant, moneyOutput, orderId, orderToken } from '../wire.ts';

const { get, post } = defineCalls('Payments');

const pricing = z.object({
  subtotal: moneyOutput,
  off: moneyOutput.optional().describe('Discounts given by staff. Absent if there are none'),
  charges: moneyOutput.optional().describe('Charges added to the total. Absent if there are none'),
  tax: moneyOutput,
  tip: moneyOutput,
  total: moneyOutput,
  taxRate: z.number(),
});

/** What the amount on the payment page consists of, besides `pricing`. */
const page = {
  adjustments: z.array(adjustment).optional().describe('What `pricing.off` consists of'),
  charges: z.array(orderCharge).optional().describe('What `pricing.charges` consists of'),
  giftCard: optionalObject({ pays: moneyOutput, card: z.string() }).describe(
    'What a gift card pays of `pricing.total`, and the last characters of its code. Absent without a card',
  ),
  charged: moneyOutput.optional().describe('What is paid on the payment page'),
};

const session = {
  sessionId: z.string(),
  paymentUrl: z.string().describe('The provider’s payment page'),
  pricing,
  taxes: z.array(billTax).describe('`pricing.tax` by tax code'),
  ...page,
};

const link = {
  ...session,
  paymentLink: z.string().describe('An alias of paymentUrl'),
  qrCodeData: z.string().describe('The content of the QR code'),
};

const smsResult = nullableObject({ sent: z.boolean(), error: z.string().nullable() }).describe(
  'Whether the link was sent by text message; null if that was not requested',
);

export const getPaymentOptions = get('/getPaymentOptions', {
  summary: 'Returns whether cards can be used, and the payment provider',
  access: 'anyone',
  response: z.object({
    cards: z.boolean(),
    provider: z.string().nullable().describe('sandbox, stripe …'),
    title: z.string().nullable().describe('The name of the provider for display'),
    movesMoney: z.boolean().describe('False in the sandbox'),
    publishableKey: z.string().nullable(),
  }),
});

export const createCustomerPayment = post('/createCustomerPayment', {
  summary: 'Creates a payment session for an order by card. The order is created once the payment has arrived',
  access: 'guest',
  creating: true,
  maxKb: 64,
  rate: CALL_RATE_LIMITS.order,
  body: z.object({ orderData: orderPayload, cartId }).transform(({ orderData, cartId: outerCartId }) => ({
    orderData: { ...orderData, cartId: orderData.cartId ?? (outerCartId || null) },
  })),
  response: z.object(session),
});

export const createAdminPaymentLink = post('/createAdminPaymentLink', {
  summary: 'Creates a payment link for an order at the counter. The order is created once it is paid',
  ...TILL_ORDER_RULES,
  body: z.object({ orderData: tillPayload, sendSMS: z.boolean().default(false) }),
  response: z.object({ ...link, sms: smsResult }),
});

export const createAdminOrderOnline = post('/createAdminOrderOnline', {
  summary: 'Creates an order on account, which can be paid later with its link',
  ...TILL_ORDER_RULES,
  body: tillPayload,
  response: z.object({
    orderId: z.string(),
    order,
    message: z.string(),
    sessionId: z.string(),
    pricing,
    taxes: session.taxes,
    ...page,
    paymentUrl: z.string().nullable().describe('null if the provider does not respond'),
    paymentLink: z.string().nullable(),
    qrCodeData: z.string().nullable(),
  }),
});

export const renewPaymentLink = post('/renewPaymentLink', {
  summary: 'Returns the payment link of an order on account. Creates a new one if the old one is no longer valid',
  access: 'staff',
  creating: true,
  body: z.object({ orderId, sendSMS: z.boolean().default(false) }),
  response: z.object({ ...link, sms: smsResult }),
});

export const payRestOnline = post('/payRestOnline', {
  summary:
    'Returns the payment page for what is left to pay of a guest’s order that was paid online and then became more expensive',
  access: 'guest',
  byLink: true,
  creating: true,
  rate: CALL_RATE_LIMITS.changeOrder,
  body: z.object({ orderId, token: orderToken }),
  response: z.object({ sessionId: z.string(), paymentUrl: z.string() }),
});

export const cancelPaymentLink = post('/cancelPaymentLink', {
  summary: 'Closes an unpaid payment link. If it was paid in the meantime, the order is returned',
  access: 'staff',
  body: z.object({ sessionId: sessionIdInput }),
  response: z.object({ sessionId: z.string(), status: z.enum(SESSION_STATUSES), orderId: z.string().nullable() }),
});

export const textPaymentLink = post('/textPaymentLink', {
  summary: 'Sends a payment link to its guest by text message',
  access: 'staff',
  body: z.object({ sessionId: sessionIdInput }),
  response: z.object({ sms: smsResult }),
});

export const processOrderPayment = post('/processOrderPayment', {
  summary: 'Records that staff received the payment of an order',
  access: 'staff',
  creating: true,
  maxKb: 16,
  body: z.object({
    orderId,
    paymentData: z
      .object({
        method: z.string().max(50).default('manual'),
        processedBy: z.string().max(200).optional(),
        paymentProcessedAt: z.string().max(50).optional(),
        source: z.string().max(50).optional(),
      })
      .default({ method: 'manual' }),
    collected: dollarsToCents((amount) => amount > 0 && amount <= 1_000_000, 'collected must be a sum above zero')
      .optional()
      .describe(
        'The cash that was collected. If another sum is due now, the rest stays due, or what is too much must be given back',
      ),
    takenAnyway: z
      .boolean()
      .optional()
      .describe(
        'Records the money even if nothing is due, because somebody took it. It is listed by `getManualRefunds` until it was given back',
      ),
  }),
  response: z.object({
    orderId: z.string(),
    paymentStatus,
    overpaid: nullableObject({ refundId: z.string(), amount: moneyOutput })
      .optional()
      .describe('What must be given back because more was taken than was due. null if nothing'),
    transactionId: z.string(),
    amount: moneyOutput.describe('The counted amount; for cash the rounded total'),
    cashRounding: moneyOutput,
    method: z.string(),
    processedAt: instant,
    processedBy: z.string().nullable(),
    order,
  }),
});

export const updateOrderPaymentStatus = post('/updateOrderPaymentStatus', {
  summary: 'Sets the payment status of an order. Only the provider can set a card payment to refunded',
  access: 'staff',
  managersPin: true,
  body: z.object({ orderId, paymentStatus, paymentIntentId: z.string().max(200).optional() }),
  response: z.object({ orderId: z.string(), paymentStatus, message: z.string(), order }),
});
