import { z } from '@hono/zod-openapi';
import { REFUND_STATUSES, SESSION_KINDS, SESSION_STATUSES } from '@tiffin/domain/payment';
import { call } from './call.ts';
import { order, paymentStatus } from './order.ts';
import { orderPayload } from './orders.ts';
import { dateText, instant, moneyOut, nextCursor, pageQuery } from './wire.ts';

const area = 'Payments';

const orderId = z.string({ error: 'orderId is required' }).trim().min(1, 'orderId is required').max(100);

const pricing = z.object({
  subtotal: moneyOut,
  tax: moneyOut,
  tip: moneyOut,
  total: moneyOut,
  taxRate: z.number(),
});

const session = {
  sessionId: z.string(),
  paymentUrl: z.string().openapi({ description: 'The provider’s own page' }),
  pricing,
};

const link = {
  ...session,
  paymentLink: z.string().openapi({ description: 'The same as paymentUrl' }),
  qrCodeData: z.string().openapi({ description: 'What the QR picture holds' }),
};

const texted = z
  .object({ sent: z.boolean(), error: z.string().nullable() })
  .nullable()
  .openapi({ description: 'Whether the link was texted; null when that was not asked for' });

export const getPaymentOptions = call({
  method: 'get',
  path: '/getPaymentOptions',
  summary: 'Can one pay by card here, and with which provider',
  area,
  who: 'anyone',
  answer: z.object({
    cards: z.boolean(),
    provider: z.enum(['sandbox', 'stripe']).nullable(),
    publishableKey: z.string().nullable(),
  }),
});

export const createCustomerPayment = call({
  method: 'post',
  path: '/createCustomerPayment',
  summary: 'Go to pay an order by card: the order exists once the money is seen',
  area,
  who: 'guest',
  creating: true,
  body: z.object({ orderData: orderPayload }),
  answer: z.object(session),
});

export const createAdminPaymentLink = call({
  method: 'post',
  path: '/createAdminPaymentLink',
  summary: 'A card order at the till: a link to pay it; the order appears when it is paid',
  area,
  who: 'staff',
  creating: true,
  body: z.object({ orderData: orderPayload, sendSMS: z.boolean().default(false) }),
  answer: z.object({ ...link, sms: texted }),
});

export const createAdminOrderOnline = call({
  method: 'post',
  path: '/createAdminOrderOnline',
  summary: 'An order on account: made at once, payable later by its own link',
  area,
  who: 'staff',
  creating: true,
  body: orderPayload,
  answer: z.object({
    orderId: z.string(),
    order,
    message: z.string(),
    sessionId: z.string(),
    pricing,
    paymentUrl: z.string().nullable().openapi({ description: 'null while the provider does not answer' }),
    paymentLink: z.string().nullable(),
    qrCodeData: z.string().nullable(),
  }),
});

export const renewPaymentLink = call({
  method: 'post',
  path: '/renewPaymentLink',
  summary: 'The link of an order on account: the one it has while that is good, else a new one',
  area,
  who: 'staff',
  creating: true,
  body: z.object({ orderId, sendSMS: z.boolean().default(false) }),
  answer: z.object({ ...link, sms: texted }),
});

export const cancelPaymentLink = call({
  method: 'post',
  path: '/cancelPaymentLink',
  summary: 'Close a payment link nobody will pay; was it paid meanwhile, the order is there',
  area,
  who: 'staff',
  body: z.object({ sessionId: z.string().min(1, 'sessionId is required').max(300) }),
  answer: z.object({ sessionId: z.string(), status: z.enum(SESSION_STATUSES), orderId: z.string().nullable() }),
});

export const textPaymentLink = call({
  method: 'post',
  path: '/textPaymentLink',
  summary: 'Text a payment link to the guest it was made for',
  area,
  who: 'staff',
  body: z.object({ sessionId: z.string().min(1, 'sessionId is required').max(300) }),
  answer: z.object({ sms: texted }),
});

export const processOrderPayment = call({
  method: 'post',
  path: '/processOrderPayment',
  summary: 'The till took the money for an order',
  area,
  who: 'staff',
  creating: true,
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
  }),
  answer: z.object({
    orderId: z.string(),
    paymentStatus,
    transactionId: z.string(),
    amount: moneyOut.openapi({ description: 'What was counted; for cash the total rounded to coins' }),
    cashRounding: moneyOut,
    method: z.string(),
    processedAt: instant,
    processedBy: z.string().nullable(),
    order,
  }),
});

export const updateOrderPaymentStatus = call({
  method: 'post',
  path: '/updateOrderPaymentStatus',
  summary: 'Say how an order’s payment stands; of a card’s money only its provider can say that it went back',
  area,
  who: 'staff',
  body: z.object({ orderId, paymentStatus, paymentIntentId: z.string().max(200).optional() }),
  answer: z.object({ orderId: z.string(), paymentStatus, message: z.string(), order }),
});

const refundMethod = z.enum(['card', 'cash', 'manual']);
const refundStatus = z.enum(REFUND_STATUSES);

const cancelRefund = z.object({
  success: z.boolean().openapi({ description: 'The money is back or on its way by itself' }),
  refundId: z.string(),
  amount: moneyOut,
  status: refundStatus,
  method: refundMethod,
  error: z.string().nullable(),
});

const refund = cancelRefund.extend({
  reason: z.string(),
  orderId: z.string().nullable(),
  locationId: z.string(),
  requestedAt: instant,
  settledAt: instant.nullable(),
  attempts: z.number(),
  items: z.array(z.object({ line: z.number(), quantity: z.number() })),
});

const reasonText = z.string().trim().max(500);

export const cancelOrder = call({
  method: 'post',
  path: '/cancelOrder',
  summary: 'Cancel an order; card money goes back by itself',
  area,
  who: 'staff',
  body: z.object({
    orderId,
    cancelReason: reasonText.optional(),
    reason: reasonText.optional().openapi({ description: 'The same by its other name' }),
  }),
  answer: z.object({ orderId: z.string(), message: z.string(), order, refund: cancelRefund.nullable() }),
});

export const refundOrderItems = call({
  method: 'post',
  path: '/refundOrderItems',
  summary: 'Give chosen dishes back, with their share of tax and tip',
  area,
  who: 'manager',
  creating: true,
  body: z.object({
    orderId,
    items: z
      .array(z.object({ line: z.number().int().min(1), quantity: z.number().int().min(1).max(1000) }))
      .min(1, 'Choose at least one item to refund')
      .max(100),
    reason: reasonText.min(1, 'Please provide a reason for the refund'),
  }),
  answer: z.object({ orderId: z.string(), refund, order }),
});

export const retryRefund = call({
  method: 'post',
  path: '/retryRefund',
  summary: 'Try a refund that failed again',
  area,
  who: 'manager',
  creating: true,
  body: z.object({ refundId: z.string().min(1, 'refundId is required').max(100) }),
  answer: z.object({ refund }),
});

const payment = z.object({
  paymentId: z.string(),
  orderId: z.string().nullable(),
  locationId: z.string(),
  provider: z.string(),
  method: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: moneyOut,
  cashRounding: moneyOut,
  providerPaymentId: z.string().nullable(),
  processedBy: z.string().nullable(),
  createdAt: instant,
  capturedAt: instant.nullable(),
});

export const getOrderPayments = call({
  method: 'get',
  path: '/getOrderPayments',
  summary: 'What came in for an order, what went back, and what each dish would bring back now',
  area,
  who: 'staff',
  query: z.object({ orderId }),
  answer: z.object({
    payments: z.array(payment),
    refunds: z.array(refund),
    refundable: moneyOut,
    items: z.array(
      z.object({
        line: z.number(),
        name: z.string(),
        quantity: z.number(),
        refundableQuantity: z.number(),
        price: moneyOut,
      }),
    ),
  }),
});

export const previewRefund = call({
  method: 'post',
  path: '/previewRefund',
  summary: 'What chosen dishes would bring back',
  area,
  who: 'manager',
  body: z.object({
    orderId,
    items: z.array(z.object({ line: z.number().int().min(1), quantity: z.number().int().min(1).max(1000) })).max(100),
  }),
  answer: z.object({ subtotal: moneyOut, tax: moneyOut, tip: moneyOut, total: moneyOut }),
});

export const getPayments = call({
  method: 'get',
  path: '/getPayments',
  summary: 'The ledger: payments newest first, each with its refunds',
  area,
  who: 'admin',
  query: z.object({ ...pageQuery, locationId: z.string().max(50).optional(), orderId: orderId.optional() }),
  answer: z.object({ payments: z.array(payment.extend({ refunds: z.array(refund) })), nextCursor }),
});

export const getPaymentAttention = call({
  method: 'get',
  path: '/getPaymentAttention',
  summary: 'What about money waits for a person: odd payments, refunds that failed or do not get through',
  area,
  who: 'admin',
  answer: z.object({
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        kind: z.enum(SESSION_KINDS),
        status: z.enum(SESSION_STATUSES),
        reason: z.string(),
        amount: moneyOut,
        customerName: z.string(),
        locationId: z.string(),
        orderId: z.string().nullable(),
        refund: refund.nullable(),
        at: instant,
      }),
    ),
    refunds: z.array(refund),
  }),
});

export const resolvePaymentAttention = call({
  method: 'post',
  path: '/resolvePaymentAttention',
  summary: 'Somebody has seen to it',
  area,
  who: 'admin',
  body: z.object({ sessionId: z.string().min(1, 'sessionId is required').max(300) }),
  answer: z.object({ sessionId: z.string() }),
});

const failedWebhook = z.object({
  failureId: z.string(),
  provider: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  reason: z.string(),
  attempts: z.number(),
  receivedAt: instant,
  lastTryAt: instant,
  nextTryAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  event: z.string().openapi({ description: 'As it came' }),
});

export const getFailedWebhooks = call({
  method: 'get',
  path: '/getFailedWebhooks',
  summary: 'Payment events that could not be worked off',
  area,
  who: 'admin',
  query: z.object({ ...pageQuery, resolved: z.enum(['true', 'false']).default('false') }),
  answer: z.object({ failures: z.array(failedWebhook), nextCursor }),
});

export const retryFailedWebhook = call({
  method: 'post',
  path: '/retryFailedWebhook',
  summary: 'Try an event again that could not be worked off',
  area,
  who: 'admin',
  body: z.object({ failureId: z.string({ error: 'failureId is required' }).min(1, 'failureId is required').max(100) }),
  answer: z.object({ failureId: z.string(), resolved: z.boolean(), message: z.string(), failure: failedWebhook }),
});

const difference = z.object({
  paymentId: z.string(),
  kind: z.enum(['only-ours', 'only-theirs', 'amount', 'refunded']),
  ours: moneyOut.nullable(),
  theirs: moneyOut.nullable(),
  orderId: z.string().nullable(),
});

const comparedDay = z.object({
  provider: z.string(),
  day: dateText,
  checkedAt: instant,
  ours: moneyOut,
  theirs: moneyOut,
  compared: z.number(),
  differences: z.array(difference),
});

export const getReconciliations = call({
  method: 'get',
  path: '/getReconciliations',
  summary: 'Day by day: what our ledger and the provider’s books say, and where they differ',
  area,
  who: 'admin',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(31) }),
  answer: z.object({ days: z.array(comparedDay) }),
});

export const reconcilePayments = call({
  method: 'post',
  path: '/reconcilePayments',
  summary: 'Compare a day with the provider’s books now',
  area,
  who: 'admin',
  body: z.object({ day: dateText.optional() }),
  answer: z.object({ day: comparedDay }),
});

export const paymentCalls = {
  getPaymentOptions,
  createCustomerPayment,
  createAdminPaymentLink,
  createAdminOrderOnline,
  renewPaymentLink,
  cancelPaymentLink,
  textPaymentLink,
  processOrderPayment,
  updateOrderPaymentStatus,
  cancelOrder,
  refundOrderItems,
  retryRefund,
  getOrderPayments,
  previewRefund,
  getPayments,
  getPaymentAttention,
  resolvePaymentAttention,
  getFailedWebhooks,
  retryFailedWebhook,
  getReconciliations,
  reconcilePayments,
};
