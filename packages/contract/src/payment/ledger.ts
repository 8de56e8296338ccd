import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { REFUND_ROUTES, REFUND_STATUSES, SESSION_KINDS, SESSION_STATUSES, tenderFilters } from '@tiffin/domain/payment';
import { defineCalls } from '../call.ts';
import { lineOption } from '../menu/options.ts';
import { sessionIdInput } from './session-id-input.ts';
import { order } from '../order/order-answer.ts';
import { arrayOf, nullableObject, optionalObject } from '../objects.ts';
import {
  dateText,
  dollarsToCents,
  instant,
  locationFilter,
  moneyOutput,
  nextCursor,
  orderId,
  pageQuery,
} from '../wire.ts';

/** Payments, refunds, and issues with them that need attention. */
const { get, post } = defineCalls('Payments');

const refundMethod = z.enum(REFUND_ROUTES);
const refundStatus = z.enum(REFUND_STATUSES);

const cancelRefund = z.object({
  success: z.boolean().describe('True if the money was refunded or will be refunded automatically'),
  refundId: z.string(),
  amount: moneyOutput,
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
  items: arrayOf({ line: z.number(), quantity: z.number(), part: z.number().optional() }),
  isUndo: z.boolean().describe('True if the payment was recorded by mistake and undone. No money was returned'),
  isOverpaid: z
    .boolean()
    .optional()
    .describe('True if money is given back that was taken although nothing was due. Absent otherwise'),
});

const chosenItems = arrayOf({
  line: z.number().int().min(1),
  quantity: z.number().int().min(1).max(1000),
  part: z.number().int().min(1).optional().describe('Only this part of a combo, as numbered in `parts`'),
}).max(100);

export const reasonText = z.string().trim().max(500);

export const cancelOrder = post('/cancelOrder', {
  summary: 'Cancels an order. Card payments are refunded automatically',
  access: 'staff',
  managersPin: true,
  maxKb: 16,
  body: z.object({
    orderId,
    cancelReason: reasonText.optional(),
    reason: reasonText.optional().describe('An alias of the same field'),
  }),
  response: z.object({
    orderId: z.string(),
    message: z.string(),
    order,
    refund: cancelRefund.nullable(),
    refunds: z.array(cancelRefund).describe('One refund for each payment of the order'),
  }),
});

const refundsInCash = z
  .boolean()
  .optional()
  .describe(
    'If true, a payment that can be refunded only with the card at the reader (Interac) is refunded in cash. Otherwise the call fails with 409 `card-needed`',
  );

export const refundOrderItems = post('/refundOrderItems', {
  summary: 'Refunds dishes with their share of tax and tip',
  access: 'staff',
  creating: true,
  managersPin: true,
  maxKb: 16,
  body: z.object({
    orderId,
    items: chosenItems.min(1, say`Choose at least one item to refund`),
    reason: reasonText.min(1, say`Please provide a reason for the refund`),
    byHand: refundsInCash,
  }),
  response: z.object({
    orderId: z.string(),
    refund,
    refunds: z.array(refund).describe('One refund for each payment that is refunded'),
    order,
  }),
});

export const refundAmount = post('/refundAmount', {
  summary: 'Refunds an amount that belongs to no dish, up to the amount still refundable',
  access: 'staff',
  creating: true,
  managersPin: true,
  maxKb: 4,
  body: z.object({
    orderId,
    amount: dollarsToCents((amount) => amount > 0 && amount <= 10_000_000, 'amount must be a sum above zero').describe(
      'Including tax; cash refunds are rounded',
    ),
    reason: reasonText.min(1, say`Please provide a reason for the refund`),
    byHand: refundsInCash,
  }),
  response: refundOrderItems.response,
});

export const retryRefund = post('/retryRefund', {
  summary: 'Retries a failed refund',
  access: 'manager',
  creating: true,
  body: z.object({ refundId: z.string().min(1, 'refundId is required').max(100) }),
  response: z.object({ refund }),
});

export const payment = z.object({
  paymentId: z.string(),
  billId: z.string().nullable().describe('null for a payment without an order, which is refunded'),
  orderId: z.string().nullable(),
  locationId: z.string(),
  provider: z.string(),
  method: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: moneyOutput.describe('The part of the bill that is paid'),
  tip: moneyOutput.describe('Added on top of the amount'),
  tender: z.string().nullable().describe('The code of the tender; null if unknown'),
  reference: z.string().nullable().describe('The number of the slip, or the name of the account'),
  card: nullableObject({ brand: z.string(), last4: z.string() }).describe(
    'For a card reader: the card brand (visa, interac …) and the last four digits',
  ),
  cashRounding: moneyOutput,
  providerPaymentId: z.string().nullable(),
  processedBy: z.string().nullable().describe('Who took it; null if the guest paid online'),
  takenOn: z.string().optional().describe('The shared tablet on which it was taken. Absent if there was none'),
  createdAt: instant,
  capturedAt: instant.nullable(),
});

export const getOrderPayments = get('/getOrderPayments', {
  summary: 'Returns the payments and refunds of an order, and the refundable amount of each dish',
  access: 'staff',
  query: z.object({ orderId }),
  response: z.object({
    payments: z.array(payment),
    refunds: z.array(refund),
    refundable: moneyOutput,
    refundableDue: moneyOutput
      .optional()
      .describe(
        'What the guest gets if all of it is refunded: with tips, and cash rounded. Older servers do not send it',
      ),
    beside: optionalObject({ tips: moneyOutput, cashRounding: moneyOutput }).describe(
      'Money received in addition to the bill: tips and cash rounding',
    ),
    items: arrayOf({
      line: z.number(),
      name: z.string(),
      quantity: z.number(),
      refundableQuantity: z.number(),
      parts: arrayOf({ part: z.number(), name: z.string(), refundableQuantity: z.number() })
        .optional()
        .describe('The parts of a combo, each of which can be refunded alone'),
      price: moneyOutput,
      options: z.array(lineOption).optional().describe('The options as on the order'),
      note: z.string().optional(),
    }),
  }),
});

export const previewRefund = post('/previewRefund', {
  summary: 'Returns the amount that a refund of dishes would return',
  access: 'staff',
  isRead: true,
  maxKb: 16,
  body: z.object({ orderId, items: chosenItems }),
  response: z.object({
    subtotal: moneyOutput,
    charges: moneyOutput.optional().describe('The share of charges by percentage. Absent if there are none'),
    tax: moneyOutput,
    taxes: arrayOf({ label: z.string(), amount: moneyOutput }).describe('The tax by tax code'),
    tip: moneyOutput,
    total: moneyOutput,
    due: moneyOutput.describe('The amount to refund, rounded for cash'),
  }),
});

export const getPayments = get('/getPayments', {
  summary: 'Lists payments with their refunds, newest first',
  access: 'admin',
  forAccountants: true,
  query: z.object({
    ...pageQuery,
    locationId: z.string().max(50).optional().describe('The id of a location, or `all`'),
    orderId: orderId.optional(),
    startDate: dateText.optional().describe('The first business day on which the money came, at the location'),
    endDate: dateText.optional().describe('The last business day, inclusive'),
    tender: z.enum(tenderFilters()).default('all'),
    person: z.string().max(200).default('').describe('A part of the name of the person who took it'),
  }),
  response: z.object({
    payments: z.array(
      payment.extend({
        soldGiftCard: z.string().nullable().optional().describe('The last characters of the gift card that it bought'),
        depositOf: z.string().optional().describe('The number of the booking whose deposit it paid'),
        refunds: z.array(refund),
      }),
    ),
    nextCursor,
  }),
});

export const getPaymentIssues = get('/getPaymentIssues', {
  summary:
    'Lists payments and refunds that need attention: unusual payments, and refunds that failed or are delayed, at the locations of the caller',
  access: 'manager',
  response: z.object({
    sessions: arrayOf({
      sessionId: z.string(),
      kind: z.enum(SESSION_KINDS),
      status: z.enum(SESSION_STATUSES),
      reason: z.string(),
      amount: moneyOutput,
      customerName: z.string(),
      customerEmail: z
        .string()
        .optional()
        .describe('As the guest entered it at checkout, or at the provider if the order is lost'),
      isOrderLost: z
        .boolean()
        .optional()
        .describe(
          'True if the order of the payment was lost and money is left to refund: `refundLostPayment` refunds it. Absent otherwise',
        ),
      locationId: z.string(),
      orderId: z.string().nullable(),
      refund: refund.nullable(),
      at: instant,
    }),
    refunds: z.array(refund),
  }),
});

export const getManualRefunds = get('/getManualRefunds', {
  summary: 'Lists refunds that staff must hand over to the guest, newest first',
  access: 'staff',
  query: z.object({ locationId: locationFilter }),
  response: z.object({ refunds: z.array(refund.extend({ orderId: z.string(), customerName: z.string() })) }),
});

export const settleManualRefund = post('/settleManualRefund', {
  summary: 'Records that staff handed a refund over to the guest. Calling it again has no effect',
  access: 'staff',
  managersPin: true,
  body: z.object({ refundId: z.string().min(1, 'refundId is required').max(100) }),
  response: z.object({ refund, order }),
});

export const refundLostPayment = post('/refundLostPayment', {
  summary: 'Refunds what is left of a payment whose order was lost',
  access: 'manager',
  creating: true,
  body: z.object({ sessionId: sessionIdInput }),
  response: z.object({ refund }),
});

export const resolvePaymentIssue = post('/resolvePaymentIssue', {
  summary: 'Marks an issue as resolved',
  access: 'manager',
  body: z.object({ sessionId: sessionIdInput }),
  response: z.object({ sessionId: z.string() }),
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
  event: z.string().describe('The event as it was received'),
});

export const getFailedWebhooks = get('/getFailedWebhooks', {
  summary: 'Lists payment events that could not be processed',
  access: 'admin',
  query: z.object({ ...pageQuery, resolved: z.enum(['true', 'false']).default('false') }),
  response: z.object({ failures: z.array(failedWebhook), nextCursor }),
});

export const retryFailedWebhook = post('/retryFailedWebhook', {
  summary: 'Processes a failed payment event again',
  access: 'admin',
  body: z.object({ failureId: z.string({ error: 'failureId is required' }).min(1, 'failureId is required').max(100) }),
  response: z.object({ failureId: z.string(), resolved: z.boolean(), message: z.string(), failure: failedWebhook }),
});

const reconciliationDifference = z.object({
  paymentId: z.string(),
  kind: z.enum(['only-ours', 'only-theirs', 'amount', 'refunded']),
  ours: moneyOutput.nullable(),
  theirs: moneyOutput.nullable(),
  orderId: z.string().nullable(),
});

const reconciledDay = z.object({
  provider: z.string(),
  day: dateText,
  checkedAt: instant,
  ours: moneyOutput,
  theirs: moneyOutput,
  compared: z.number().describe('The number of payments'),
  differences: z.array(reconciliationDifference),
});

export const getReconciliations = get('/getReconciliations', {
  summary: 'Returns for each day how the ledger and the provider’s report differ',
  access: 'admin',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(31) }),
  response: z.object({ days: z.array(reconciledDay) }),
});

export const reconcilePayments = post('/reconcilePayments', {
  summary: 'Compares the ledger of a day with the provider’s report now',
  access: 'admin',
  body: z.object({ day: dateText.optional() }),
  response: z.object({ day: reconciledDay }),
});
