import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { RULE_KINDS } from '@tiffin/domain/order';
import { TENDERS } from '@tiffin/domain/payment';
import { defineCalls } from '../call.ts';
import { giftCardCode } from '../order/order-offers.ts';
import { payment, reasonText, refund } from './ledger.ts';
import { order, orderCharge } from '../order/order-answer.ts';
import { adjustedBill, adjustedId, orderDiscountRequest, staffDiscountResponse } from '../order/staff-discounts.ts';
import { sessionIdInput } from './session-id-input.ts';
import { arrayOf, namedObject, nullableObject, optionalObject } from '../objects.ts';
import { dollarsToCents, instant, locationId, moneyOutput } from '../wire.ts';

/** Bills of one or several orders, and their payments. */
const { get, post } = defineCalls('Payments');

export const billId = z.string({ error: 'billId is required' }).trim().min(1, 'billId is required').max(100);

export const billParts = arrayOf({
  billId: z.string().describe('The id of the part, e.g. `T0K3.2`. `getBill` and payments accept it'),
  label: z.string().describe('Seat 2, a name, or the number of the part'),
  total: moneyOutput,
  paid: moneyOutput,
  due: moneyOutput,
  lines: arrayOf({
    orderId: z.string(),
    line: z.number(),
    name: z.string(),
    quantity: z.number(),
    amount: moneyOutput,
    isShared: z.boolean().optional().describe('True if the part has a share of a dish for the whole table'),
  }).describe('Its dishes before tax; empty for equal parts. A shared dish has its quantity in each part'),
});

export const bill = namedObject('Bill', {
  billId: z.string(),
  locationId: z.string(),
  state: z.enum(['open', 'settled', 'void']),
  orderIds: z.array(z.string()),
  subtotal: moneyOutput,
  discount: moneyOutput.describe('The amount taken off the subtotal'),
  charges: z.array(orderCharge).optional().describe('The charges of its orders. Older servers do not send it'),
  tax: moneyOutput,
  tip: moneyOutput.describe('The tips of the orders. Tips added with a payment are listed with the payment'),
  total: moneyOutput,
  tipOn: moneyOutput.optional().describe('What percentages of a tip apply to, when all of it is paid'),
  paid: moneyOutput,
  held: moneyOutput.describe('The amount reserved by open payment pages'),
  due: moneyOutput.describe('The amount left to pay, including the reserved part'),
  part: z
    .string()
    .optional()
    .describe('For a part of a split bill: its id. total, paid, held and due are then those of the part'),
  parts: billParts.optional().describe('The parts of a split bill. Absent if it is not split'),
  deposit: moneyOutput.optional().describe('What the party paid while booking and can be taken off this bill'),
  tab: optionalObject({
    label: z.string(),
    tableName: z.string(),
    sittingId: z.string().nullable(),
    billOutAt: instant.nullable(),
    continues: z.string().nullable(),
    mergedInto: z.string().nullable(),
  }).describe('Set for a tab'),
  payments: z.array(
    payment.extend({
      part: z.string().nullish().describe('The part of a split bill that it pays'),
      given: moneyOutput.nullable(),
      sessionId: z.string().nullable().describe('The session of an open payment page, needed to close the page'),
      paymentUrl: z.string().nullable(),
      reader: nullableObject({
        readerId: z.string(),
        name: z.string(),
        said: z.string().nullable().describe('Why the reader stopped asking for a card; null while it asks'),
      }).describe('Set for a payment that a card reader is processing'),
      undone: nullableObject({ at: instant, reason: z.string() }).describe(
        'Set if the payment was recorded by mistake and undone. It no longer pays the bill',
      ),
    }),
  ),
  refunds: z.array(refund),
  given: z.array(staffDiscountResponse).describe('Discounts given by staff that are still in effect'),
});

export const getBill = get('/getBill', {
  summary: 'Returns a bill: its totals, its payments and the amount due',
  access: 'staff',
  query: z.object({ billId }),
  response: z.object({ bill }),
});

const readerId = z.string({ error: 'readerId is required' }).min(1, 'readerId is required').max(100);

const partAmount = dollarsToCents(
  (amount) => amount > 0 && amount <= 10_000_000,
  'amount must be a sum above zero',
).describe('The part of the bill that is paid');

const partTip = dollarsToCents((tip) => tip >= 0 && tip <= 10_000_000, 'tip must be zero or more')
  .optional()
  .describe('Added on top of the amount');

export const addPayment = post('/addPayment', {
  summary:
    'Records a payment for a bill. Fails with 409 `more-than-due` when the amount is too high, and with 403 `manager-needed` when staff exceed their limit on account',
  access: 'staff',
  creating: true,
  managersPin: true,
  body: z.object({
    billId,
    tender: z.enum(TENDERS),
    amount: partAmount,
    tip: partTip,
    given: dollarsToCents((amount) => amount >= 0 && amount <= 100_000_000, 'given must be zero or more')
      .nullish()
      .describe('For cash: the amount the guest handed over'),
    reference: z.string().trim().max(100).optional().describe('The number of the slip, or the name of the account'),
    giftCardCode: giftCardCode.describe(
      'For a gift card: its code. Fails with 409 `gift-card-short` and the `balance` if less is on it',
    ),
  }),
  response: z.object({
    paymentId: z.string(),
    taken: moneyOutput.describe('The amount and the tip, after cash rounding'),
    change: moneyOutput,
    paymentUrl: z.string().nullable().describe('For a link: the address of the payment page; otherwise null'),
    bill,
    order,
  }),
});

export const payWithDeposit = post('/payWithDeposit', {
  summary: 'Pays a bill with the deposit of its booking. What the bill does not need is returned to the card',
  access: 'staff',
  creating: true,
  body: z.object({ billId }),
  response: z.object({ bill, order }),
});

export const payOnTerminal = post('/payOnTerminal', {
  summary: 'Sends a payment to a card reader. Poll `getBill` for the result',
  access: 'staff',
  creating: true,
  body: z
    .object({
      billId,
      readerId,
      amount: partAmount,
      tip: partTip,
      askTip: z.boolean().optional().describe('If true, the reader asks for a tip. Only allowed when no tip is sent'),
    })
    .refine(({ tip, askTip }) => !askTip || !tip, {
      message: say`Enter the tip here or let the reader ask for it, not both.`,
      path: ['askTip'],
    }),
  response: z.object({
    paymentId: z.string(),
    sessionId: z.string().nullable().describe('Needed to retry or cancel the payment'),
    bill,
    order,
  }),
});

export const retryTerminalPayment = post('/retryTerminalPayment', {
  summary: 'Retries a payment that failed at a card reader, at the same or another reader',
  access: 'staff',
  body: z.object({ sessionId: sessionIdInput, readerId: readerId.optional() }),
  response: z.object({ bill }),
});

export const undoPayment = post('/undoPayment', {
  summary:
    'Undoes a payment that was recorded by mistake, so that its amount is due again. Use a refund for card payments',
  access: 'staff',
  managersPin: true,
  creating: true,
  maxKb: 4,
  body: z.object({
    billId,
    paymentId: z.string().min(1, 'paymentId is required').max(100).describe('An id from `bill.payments`'),
    reason: reasonText.min(1, say`Please give a reason.`),
  }),
  response: z.object({ undone: moneyOutput.describe('The amount and the tip, after cash rounding'), bill, order }),
});

const discountResponse = z.object({
  bill,
  order,
  refunds: z.array(refund).describe('The refunds, if the bill was already paid'),
});

export const approveDiscount = post('/approveDiscount', {
  summary:
    'Checks the discounts of an order that is not placed yet, with the PIN of a manager if they exceed the limit. Records nothing',
  access: 'staff',
  managersPin: true,
  body: z.object({
    locationId,
    subtotal: dollarsToCents((amount) => amount >= 0 && amount <= 10_000_000, 'subtotal must be zero or more'),
    off: partAmount.describe('What all discounts take off'),
  }),
  response: z.object({}),
});

export const addDiscount = post('/addDiscount', {
  summary:
    'Adds a discount with a reason to a bill or a dish. If the bill of one order is paid, the difference is refunded. On a tab it is spread over the dishes that are on the bill now, and later rounds come without it',
  access: 'staff',
  managersPin: true,
  creating: true,
  maxKb: 4,
  body: orderDiscountRequest,
  response: discountResponse,
});

export const removeDiscount = post('/removeDiscount', {
  summary: 'Removes a discount from an unpaid bill',
  access: 'staff',
  creating: true,
  body: z
    .object({
      ...adjustedBill,
      discountId: z.string().min(1, 'discountId is required').max(100).describe('An id from `bill.given`'),
      version: z.int().min(1).nullish().describe('See `addDiscount`'),
    })
    .transform(({ discountId, version = null, ...ids }, context) => ({
      billId: adjustedId(ids, context),
      discountId,
      version,
    })),
  response: discountResponse,
});

export const removeCharge = post('/removeCharge', {
  summary:
    'Takes a charge of the location off an unpaid bill, on a tab off all its rounds so far. Fails with 400 if the settings of the location do not let staff remove it',
  access: 'staff',
  creating: true,
  maxKb: 4,
  body: z
    .object({
      ...adjustedBill,
      kind: z.enum(RULE_KINDS),
      reason: reasonText.min(1, say`Please give a reason.`),
      version: z.int().min(1).nullish().describe('See `addDiscount`'),
    })
    .transform(({ kind, reason, version = null, ...ids }, context) => ({
      billId: adjustedId(ids, context),
      kind,
      reason,
      version,
    })),
  response: discountResponse,
});
