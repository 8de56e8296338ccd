import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { TENDERS } from '@tiffin/domain/payment';
import { callsOf } from './call.ts';
import { payment, reasonText, refund } from './ledger.ts';
import { order } from './order-answer.ts';
import { discountOfOrder, staffDiscountResponse } from './given.ts';
import { RATES } from './rates.ts';
import { dollars, instant, moneyOut, orderId } from './wire.ts';

/** What is to be paid, of one order or of several, and the parts it is paid in. */
const { get, post } = callsOf('Payments');

const billId = z.string({ error: 'billId is required' }).trim().min(1, 'billId is required').max(100);

const bill = z
  .object({
    billId: z.string(),
    locationId: z.string(),
    state: z.enum(['open', 'settled', 'void']),
    orderIds: z.array(z.string()),
    subtotal: moneyOut,
    discount: moneyOut.openapi({ description: 'What is taken off the subtotal' }),
    tax: moneyOut,
    tip: moneyOut.openapi({ description: 'Of its orders; tips given with a payment stand there' }),
    total: moneyOut,
    paid: moneyOut,
    held: moneyOut.openapi({ description: 'By payment pages that are open' }),
    due: moneyOut.openapi({ description: 'What is left to pay, held or not' }),
    payments: z.array(
      payment.extend({
        given: moneyOut.nullable(),
        sessionId: z.string().nullable().openapi({ description: 'Of a page that is open: with it, it is closed' }),
        paymentUrl: z.string().nullable(),
        reader: z
          .object({
            readerId: z.string(),
            name: z.string(),
            said: z
              .string()
              .nullable()
              .openapi({ description: 'Why it asks for no card any more; null while it does' }),
          })
          .nullable()
          .openapi({ description: 'Of a payment that a card reader has in hand' }),
        undone: z
          .object({ at: instant, reason: z.string() })
          .nullable()
          .openapi({ description: 'Recorded by mistake and taken back: it pays nothing of the bill' }),
      }),
    ),
    refunds: z.array(refund),
    given: z.array(staffDiscountResponse).openapi({ description: 'What the house took off, and stands' }),
  })
  .openapi('Bill');

export const getBill = get('/getBill', {
  summary: 'A bill: its sums, what was paid of it with what, and what is left',
  who: 'staff',
  query: z.object({ billId }),
  answer: z.object({ bill }),
});

const readerId = z.string({ error: 'readerId is required' }).min(1, 'readerId is required').max(100);

const partAmount = dollars((amount) => amount > 0 && amount <= 10_000_000, 'amount must be a sum above zero').openapi({
  description: 'What of the bill it pays',
});

const partTip = dollars((tip) => tip >= 0 && tip <= 10_000_000, 'tip must be zero or more')
  .optional()
  .openapi({ description: 'On top of the amount' });

export const addPayment = post('/addPayment', {
  summary:
    'Take a part of a bill: more than is left answers 409 more-than-due, on a house account more than staff may give 403 manager-needed',
  who: 'staff',
  creating: true,
  managersPin: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    billId,
    tender: z.enum(TENDERS),
    amount: partAmount,
    tip: partTip,
    given: dollars((provided) => provided >= 0 && provided <= 100_000_000, 'given must be zero or more')
      .nullish()
      .openapi({ description: 'Of cash: what was put on the counter' }),
    reference: z.string().trim().max(100).optional().openapi({ description: 'A slip’s number; whose account' }),
  }),
  answer: z.object({
    paymentId: z.string(),
    taken: moneyOut.openapi({ description: 'Amount, tip, and what the coins make of them' }),
    change: moneyOut,
    paymentUrl: z.string().nullable().openapi({ description: 'Of a link: where it is paid; null otherwise' }),
    bill,
    order,
  }),
});

export const payOnTerminal = post('/payOnTerminal', {
  summary: 'Hand a part of a bill to a card reader, which asks for the card; `getBill` says how it goes',
  who: 'staff',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z
    .object({
      billId,
      readerId,
      amount: partAmount,
      tip: partTip,
      askTip: z.boolean().optional().openapi({ description: 'The reader asks for a tip; only where none is sent' }),
    })
    .refine(({ tip, askTip }) => !askTip || !tip, {
      message: say`A tip is said here or on the reader, not both.`,
      path: ['askTip'],
    }),
  answer: z.object({
    paymentId: z.string(),
    sessionId: z.string().nullable().openapi({ description: 'With it, it is asked for again or cancelled' }),
    bill,
    order,
  }),
});

export const retryTerminalPayment = post('/retryTerminalPayment', {
  deprecatedPaths: ['/askReaderAgain'],
  summary: 'A payment that a reader gave up is asked for again, there or at another reader',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ sessionId: z.string().min(1, 'sessionId is required').max(100), readerId: readerId.optional() }),
  answer: z.object({ bill }),
});

export const undoPayment = post('/undoPayment', {
  summary: 'Take back a payment that was recorded by mistake: what it paid is due again. Card money goes by a refund',
  who: 'staff',
  managersPin: true,
  creating: true,
  maxKb: 4,
  rate: RATES.work,
  body: z.object({
    billId,
    paymentId: z.string().min(1, 'paymentId is required').max(100).openapi({ description: 'Of `bill.payments`' }),
    reason: reasonText.min(1, say`Please say why.`),
  }),
  answer: z.object({
    undone: moneyOut.openapi({ description: 'Amount, tip, and what the coins made of them' }),
    bill,
    order,
  }),
});

const adjusted = z.object({
  bill,
  order,
  refunds: z.array(refund).openapi({ description: 'What goes back, where the bill was paid' }),
});

export const addDiscount = post('/addDiscount', {
  summary: 'Take something off an order with a reason; of a paid bill the difference goes back',
  who: 'staff',
  managersPin: true,
  creating: true,
  maxKb: 4,
  rate: RATES.work,
  body: discountOfOrder,
  answer: adjusted,
});

export const removeDiscount = post('/removeDiscount', {
  deprecatedPaths: ['/takeBackDiscount'],
  summary: 'Take back what was taken off an order that is not paid',
  who: 'staff',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    orderId,
    discountId: z.string().min(1, 'discountId is required').max(100).openapi({ description: 'Of `bill.given`' }),
    version: z.int().min(1).nullish().openapi({ description: 'As for addDiscount' }),
  }),
  answer: adjusted,
});
