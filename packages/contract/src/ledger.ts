import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { REFUND_STATUSES, SESSION_KINDS, SESSION_STATUSES } from '@tiffin/domain/payment';
import { callsOf } from './call.ts';
import { optionOfLine } from './options.ts';
import { RATES } from './rates.ts';
import { order } from './order-answer.ts';
import { dateText, dollars, instant, moneyOut, nextCursor, orderId, pageQuery, whichLocations } from './wire.ts';

/** What came in and what goes back, and what about either waits for a person. */
const { get, post } = callsOf('Payments');

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

export const refund = cancelRefund.extend({
  reason: z.string(),
  orderId: z.string().nullable(),
  locationId: z.string(),
  requestedAt: instant,
  settledAt: instant.nullable(),
  attempts: z.number(),
  items: z.array(z.object({ line: z.number(), quantity: z.number(), part: z.number().optional() })),
  isUndo: z.boolean().openapi({ description: 'Its payment was recorded by mistake and taken back: no money went' }),
});

const chosenItems = z
  .array(
    z.object({
      line: z.number().int().min(1),
      quantity: z.number().int().min(1).max(1000),
      part: z
        .number()
        .int()
        .min(1)
        .optional()
        .openapi({ description: 'Of a combo only this part of it, as `parts` counts them' }),
    }),
  )
  .max(100);

export const reasonText = z.string().trim().max(500);

export const cancelOrder = post('/cancelOrder', {
  summary: 'Cancel an order; card money goes back by itself',
  who: 'staff',
  managersPin: true,
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    orderId,
    cancelReason: reasonText.optional(),
    reason: reasonText.optional().openapi({ description: 'The same by its other name' }),
  }),
  answer: z.object({
    orderId: z.string(),
    message: z.string(),
    order,
    refund: cancelRefund.nullable(),
    refunds: z.array(cancelRefund).openapi({ description: 'One for each payment it was paid with' }),
  }),
});

const byHand = z.boolean().optional().openapi({
  description: 'What only goes back with the card in the reader (Interac) is handed back in cash; else 409 card-needed',
});

export const refundOrderItems = post('/refundOrderItems', {
  summary: 'Give chosen dishes back, with their share of tax and tip',
  who: 'staff',
  creating: true,
  managersPin: true,
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    orderId,
    items: chosenItems.min(1, say`Choose at least one item to refund`),
    reason: reasonText.min(1, say`Please provide a reason for the refund`),
    byHand,
  }),
  answer: z.object({
    orderId: z.string(),
    refund,
    refunds: z.array(refund).openapi({ description: 'One for each payment the money goes back to' }),
    order,
  }),
});

export const refundAmount = post('/refundAmount', {
  summary: 'Give an amount back that is no dish, never more than is left of what was paid',
  who: 'staff',
  creating: true,
  managersPin: true,
  maxKb: 4,
  rate: RATES.work,
  body: z.object({
    orderId,
    amount: dollars((amount) => amount > 0 && amount <= 10_000_000, 'amount must be a sum above zero').openapi({
      description: 'With its tax; of cash goes what coins make of it',
    }),
    reason: reasonText.min(1, say`Please provide a reason for the refund`),
    byHand,
  }),
  answer: refundOrderItems.answer,
});

export const retryRefund = post('/retryRefund', {
  summary: 'Try a refund that failed again',
  who: 'manager',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ refundId: z.string().min(1, 'refundId is required').max(100) }),
  answer: z.object({ refund }),
});

export const payment = z.object({
  paymentId: z.string(),
  billId: z.string().nullable().openapi({ description: 'null: money that became no order, and goes back' }),
  orderId: z.string().nullable(),
  locationId: z.string(),
  provider: z.string(),
  method: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: moneyOut.openapi({ description: 'What of the bill it pays' }),
  tip: moneyOut.openapi({ description: 'Given on top of it' }),
  tender: z
    .string()
    .nullable()
    .openapi({ description: 'cash, terminal, debit, link, account; null where nobody said' }),
  reference: z.string().nullable(),
  card: z
    .object({ brand: z.string(), last4: z.string() })
    .nullable()
    .openapi({ description: 'Of a card reader: visa, interac …, and the last four digits' }),
  cashRounding: moneyOut,
  providerPaymentId: z.string().nullable(),
  processedBy: z.string().nullable(),
  createdAt: instant,
  capturedAt: instant.nullable(),
});

export const getOrderPayments = get('/getOrderPayments', {
  summary: 'What came in for an order, what went back, and what each dish would bring back now',
  who: 'staff',
  query: z.object({ orderId }),
  answer: z.object({
    payments: z.array(payment),
    refunds: z.array(refund),
    refundable: moneyOut,
    beside: z
      .object({ tips: moneyOut, cashRounding: moneyOut })
      .optional()
      .openapi({ description: 'What came in beside the bill’s own sum: given on top, and made of it by coins' }),
    items: z.array(
      z.object({
        line: z.number(),
        name: z.string(),
        quantity: z.number(),
        refundableQuantity: z.number(),
        parts: z
          .array(z.object({ part: z.number(), name: z.string(), refundableQuantity: z.number() }))
          .optional()
          .openapi({ description: 'The parts of a combo, each of which may go back alone' }),
        price: moneyOut,
        options: z.array(optionOfLine).optional().openapi({ description: 'As on the order' }),
        note: z.string().optional(),
      }),
    ),
  }),
});

export const previewRefund = post('/previewRefund', {
  summary: 'What chosen dishes would bring back',
  who: 'staff',
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    orderId,
    items: chosenItems,
  }),
  answer: z.object({
    subtotal: moneyOut,
    tax: moneyOut,
    taxes: z.array(z.object({ label: z.string(), amount: moneyOut })).openapi({ description: 'The tax by code' }),
    tip: moneyOut,
    total: moneyOut,
    due: moneyOut.openapi({ description: 'What goes back: of cash, what coins make of the total' }),
  }),
});

export const getPayments = get('/getPayments', {
  summary: 'The ledger: payments newest first, each with its refunds',
  who: 'admin',
  query: z.object({ ...pageQuery, locationId: z.string().max(50).optional(), orderId: orderId.optional() }),
  answer: z.object({ payments: z.array(payment.extend({ refunds: z.array(refund) })), nextCursor }),
});

export const getPaymentIssues = get('/getPaymentIssues', {
  deprecatedPaths: ['/getPaymentAttention'],
  summary: 'What about money waits for a person: odd payments, refunds that failed or do not get through',
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

export const getManualRefunds = get('/getManualRefunds', {
  deprecatedPaths: ['/getOwedByHand'],
  summary: 'What waits for a hand to give it back to its guest, newest first',
  who: 'staff',
  query: z.object({ locationId: whichLocations }),
  answer: z.object({ refunds: z.array(refund.extend({ orderId: z.string(), customerName: z.string() })) }),
});

export const resolvePaymentIssue = post('/resolvePaymentIssue', {
  deprecatedPaths: ['/resolvePaymentAttention'],
  summary: 'Somebody has seen to it',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
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

export const getFailedWebhooks = get('/getFailedWebhooks', {
  summary: 'Payment events that could not be worked off',
  who: 'admin',
  query: z.object({ ...pageQuery, resolved: z.enum(['true', 'false']).default('false') }),
  answer: z.object({ failures: z.array(failedWebhook), nextCursor }),
});

export const retryFailedWebhook = post('/retryFailedWebhook', {
  summary: 'Try an event again that could not be worked off',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
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

export const getReconciliations = get('/getReconciliations', {
  summary: 'Day by day: what our ledger and the provider’s books say, and where they differ',
  who: 'admin',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(31) }),
  answer: z.object({ days: z.array(comparedDay) }),
});

export const reconcilePayments = post('/reconcilePayments', {
  summary: 'Compare a day with the provider’s books now',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ day: dateText.optional() }),
  answer: z.object({ day: comparedDay }),
});
