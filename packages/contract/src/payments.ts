import { z } from '@hono/zod-openapi';
import { SESSION_STATUSES } from '@tiffin/domain/payment';
import { callsOf } from './call.ts';
import { OF_THE_TILL, RATES } from './rates.ts';
import { order, paymentStatus } from './order-answer.ts';
import { cartId, orderPayload, tillPayload } from './order-request.ts';
import { taxOfBill } from './taxes.ts';
import { instant, moneyOut, orderId } from './wire.ts';

const { get, post } = callsOf('Payments');

/** The order some money is about. */

const pricing = z.object({
  subtotal: moneyOut,
  off: moneyOut.optional().openapi({ description: 'What the house takes off; absent when nothing is' }),
  charges: moneyOut.optional().openapi({ description: 'What the house adds; absent when nothing is' }),
  tax: moneyOut,
  tip: moneyOut,
  total: moneyOut,
  taxRate: z.number(),
});

const session = {
  sessionId: z.string(),
  paymentUrl: z.string().openapi({ description: 'The provider’s own page' }),
  pricing,
  taxes: z.array(taxOfBill).openapi({ description: '`pricing.tax` by code' }),
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

export const getPaymentOptions = get('/getPaymentOptions', {
  summary: 'Can one pay by card here, and with which provider',
  who: 'anyone',
  answer: z.object({
    cards: z.boolean(),
    provider: z.string().nullable().openapi({ description: 'sandbox, stripe …' }),
    title: z.string().nullable().openapi({ description: 'The provider as people read it' }),
    movesMoney: z.boolean().openapi({ description: 'False in the sandbox' }),
    publishableKey: z.string().nullable(),
  }),
});

export const createCustomerPayment = post('/createCustomerPayment', {
  summary: 'Go to pay an order by card: the order exists once the money is seen',
  who: 'guest',
  creating: true,
  maxKb: 64,
  rate: RATES.order,
  body: z.object({ orderData: orderPayload, cartId }).transform(({ orderData, cartId: extra }) => ({
    orderData: { ...orderData, cartId: orderData.cartId ?? (extra || null) },
  })),
  answer: z.object(session),
});

export const createAdminPaymentLink = post('/createAdminPaymentLink', {
  summary: 'A card order at the till: a link to pay it; the order appears when it is paid',
  ...OF_THE_TILL,
  body: z.object({ orderData: tillPayload, sendSMS: z.boolean().default(false) }),
  answer: z.object({ ...link, sms: texted }),
});

export const createAdminOrderOnline = post('/createAdminOrderOnline', {
  summary: 'An order on account: made at once, payable later by its own link',
  ...OF_THE_TILL,
  body: tillPayload,
  answer: z.object({
    orderId: z.string(),
    order,
    message: z.string(),
    sessionId: z.string(),
    pricing,
    taxes: session.taxes,
    paymentUrl: z.string().nullable().openapi({ description: 'null while the provider does not answer' }),
    paymentLink: z.string().nullable(),
    qrCodeData: z.string().nullable(),
  }),
});

export const renewPaymentLink = post('/renewPaymentLink', {
  summary: 'The link of an order on account: the one it has while that is good, else a new one',
  who: 'staff',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ orderId, sendSMS: z.boolean().default(false) }),
  answer: z.object({ ...link, sms: texted }),
});

export const cancelPaymentLink = post('/cancelPaymentLink', {
  summary: 'Close a payment link nobody will pay; was it paid meanwhile, the order is there',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ sessionId: z.string().min(1, 'sessionId is required').max(300) }),
  answer: z.object({ sessionId: z.string(), status: z.enum(SESSION_STATUSES), orderId: z.string().nullable() }),
});

export const textPaymentLink = post('/textPaymentLink', {
  summary: 'Text a payment link to the guest it was made for',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ sessionId: z.string().min(1, 'sessionId is required').max(300) }),
  answer: z.object({ sms: texted }),
});

export const processOrderPayment = post('/processOrderPayment', {
  summary: 'The till took the money for an order',
  who: 'staff',
  creating: true,
  maxKb: 16,
  rate: RATES.work,
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

export const updateOrderPaymentStatus = post('/updateOrderPaymentStatus', {
  summary: 'Say how an order’s payment stands; of a card’s money only its provider can say that it went back',
  who: 'staff',
  managersPin: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ orderId, paymentStatus, paymentIntentId: z.string().max(200).optional() }),
  answer: z.object({ orderId: z.string(), paymentStatus, message: z.string(), order }),
});
