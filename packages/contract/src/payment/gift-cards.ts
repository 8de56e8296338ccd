import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { TEXT_LIMITS, customerEmailProblem } from '@tiffin/domain/order';
import { GIFT_CARD_MESSAGE_MAX, giftCardAmountProblem } from '@tiffin/domain/payment';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { nullableObject } from '../objects.ts';
import {
  dollarsToCents,
  instant,
  locationFilter,
  locationId,
  moneyOutput,
  nextCursor,
  pageQuery,
  toSchemaCheck,
} from '../wire.ts';
import { reasonText, refund } from './ledger.ts';

const { get, post } = defineCalls('Payments');

const email = z.string().trim().toLowerCase().check(toSchemaCheck(customerEmailProblem));

export const buyGiftCard = post('/buyGiftCard', {
  summary:
    'Buys a gift card on a payment page; its code is mailed once it is paid. Staff sell one at the till with `tender` and get the code at once; for more than 200.00 in a day they need a manager. A card never expires, and has neither fee nor tax',
  access: 'anyone',
  managersPin: true,
  creating: true,
  maxKb: 4,
  rate: CALL_RATE_LIMITS.order,
  body: z.object({
    locationId,
    amount: dollarsToCents((amount) => giftCardAmountProblem(amount) === null, {
      error: () => giftCardAmountProblem(0) ?? '',
    }),
    email: email.nullish().describe('Whose card it is: the code is mailed there. Needed unless staff sell it'),
    name: z.string().trim().max(60).default('').describe('For whom it is'),
    from: z.string().trim().max(60).default('').describe('Who gives it'),
    buyerEmail: email.nullish().describe('Where the receipt of the buyer is mailed; without one there is none'),
    message: z.string().trim().max(GIFT_CARD_MESSAGE_MAX).default('').describe('Words that are mailed with it'),
    tender: z
      .enum(['cash', 'terminal', 'debit'])
      .optional()
      .describe('Only for staff: how the card was paid at the till'),
    reference: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Only for staff: the number on the slip of the card terminal'),
  }),
  response: z.object({
    sessionId: z.string().nullable().describe('null at the till'),
    paymentUrl: z.string().nullable().describe('The provider’s payment page; null at the till'),
    giftCard: nullableObject({
      giftCardId: z.string(),
      code: z.string(),
      last4: z.string(),
      balance: moneyOutput,
    }).describe('The card sold at the till; null until a payment page is paid'),
  }),
});

export const getGiftCardPurchase = get('/getGiftCardPurchase', {
  summary:
    'Returns whether a gift card is paid that was bought on a payment page, and its receipt. Requires the access token of the address to which the payment page returns',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.find,
  query: z.object({
    sessionId: z.string().trim().max(TEXT_LIMITS.id),
    token: z.string().max(200).describe('The access token of the address to which the payment page returns'),
  }),
  response: z.object({
    state: z
      .enum(['waiting', 'paid', 'returned', 'unpaid'])
      .describe('`waiting` until the payment has arrived; `returned` if the money goes back to the buyer'),
    paymentUrl: z.string().nullable().describe('Where the card can still be paid while its payment is awaited'),
    receipt: nullableObject({
      paymentId: z.string(),
      amount: moneyOutput,
      seller: z.string().describe('The legal name of the restaurant'),
    }).describe('Of a card that is paid. There is no tax on a card'),
  }),
});

export const getGiftCardBalance = get('/getGiftCardBalance', {
  summary:
    'Returns what is on a gift card. Fails with 409 `gift-card-unknown` or `gift-card-blocked`, and with 429 after ten wrong codes',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.change,
  query: z.object({
    code: z
      .string({ error: say`Type the code of the card.` })
      .trim()
      .max(TEXT_LIMITS.id),
  }),
  response: z.object({
    last4: z.string(),
    balance: moneyOutput,
    paidOutUpTo: moneyOutput.describe(
      'Up to this balance the law lets the guest have it in cash; 0 where there is no such law',
    ),
  }),
});

const giftCardId = z.string().min(1, 'giftCardId is required').max(TEXT_LIMITS.id);

const giftCard = z.object({
  giftCardId: z.string(),
  last4: z.string().describe('The last characters of its code. No call lists whole codes'),
  locationId: z.string().describe('Where it was sold. It pays everywhere'),
  balance: moneyOutput,
  amount: moneyOutput.describe('What was paid for it, or was on it in another system'),
  refunded: moneyOutput.describe('What went back of that. Without the money the card is empty'),
  tender: z.string().describe('How it was paid: a tender, `online`, or `taken-over` from another system'),
  soldBy: z.string().nullable().describe('null for a card that was bought online'),
  soldAt: instant,
  email: z.string().nullable().describe('Where it was mailed last; null if it was not, or the address was erased'),
  isBlocked: z.boolean(),
  blockedReason: z.string().nullable(),
});

export const getGiftCards = get('/getGiftCards', {
  summary: 'Lists the gift cards that were sold at a location, with what is on them, newest first',
  access: 'manager',
  forAccountants: true,
  query: z.object({
    ...pageQuery,
    locationId: locationFilter,
    search: z
      .string()
      .trim()
      .max(200)
      .default('')
      .describe('The last four characters of the code, or a part of the address of its owner or buyer'),
  }),
  response: z.object({ giftCards: z.array(giftCard), nextCursor }),
});

export const undoGiftCardSale = post('/undoGiftCardSale', {
  summary:
    'Undoes the sale of an unused gift card: the card is empty, and its money goes back as it was paid. Cash leaves the drawer, a card payment is refunded, and what a terminal took is only noted. Staff need a manager',
  access: 'staff',
  managersPin: true,
  creating: true,
  body: z.object({ giftCardId, reason: reasonText.min(1, say`Please give a reason.`) }),
  response: z.object({ giftCard, refund }),
});

export const payOutGiftCard = post('/payOutGiftCard', {
  summary:
    'Pays out in cash what is left on a gift card, where the law gives guests that right (Québec: up to 5.00). The cash leaves a drawer of the location that sold the card',
  access: 'manager',
  creating: true,
  body: z.object({ giftCardId }),
  response: z.object({ giftCard, refund }),
});

export const withdrawGiftCard = post('/withdrawGiftCard', {
  summary:
    'Withdraws from the online purchase of a gift card, as consumers in the European Economic Area may for 14 days: what is left on the card goes back as it was paid, the card is empty, and the receipt of the withdrawal is mailed. Fails with 409 `gift-card-unknown`, and with 429 after ten wrong codes',
  access: 'anyone',
  creating: true,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1, say`Please type your name.`)
      .max(60),
    contract: z
      .string()
      .trim()
      .min(1, say`Type the code of the card, or the number of the payment.`)
      .max(TEXT_LIMITS.id)
      .describe('The code of the card, or the number of the payment in the receipt'),
    email: email.describe('Where the receipt of the withdrawal is mailed'),
  }),
  response: z.object({ withdrawnAt: instant, amount: moneyOutput.describe('What goes back'), last4: z.string() }),
});

export const blockGiftCard = post('/blockGiftCard', {
  summary: 'Blocks a gift card, for example a lost one, so that nobody pays with it; `isBlocked: false` ends that',
  access: 'manager',
  body: z
    .object({ giftCardId, isBlocked: z.boolean().default(true), reason: reasonText.default('') })
    .refine(({ isBlocked, reason }) => !isBlocked || reason !== '', {
      path: ['reason'],
      error: say`Please give a reason.`,
    }),
  response: z.object({ giftCard }),
});

export const mailGiftCard = post('/mailGiftCard', {
  summary: 'Mails a gift card again, with what is on it now',
  access: 'manager',
  creating: true,
  body: z.object({ giftCardId, email }),
  response: z.object({ giftCard }),
});

export const showGiftCardCode = post('/showGiftCardCode', {
  summary: 'Returns the code of a gift card, to print it again. The audit log has who did so',
  access: 'manager',
  body: z.object({ giftCardId }),
  response: z.object({ code: z.string() }),
});
