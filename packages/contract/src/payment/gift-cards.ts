import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { TEXT_LIMITS, customerEmailProblem } from '@tiffin/domain/order';
import { GIFT_CARD_MESSAGE_MAX, giftCardAmountProblem } from '@tiffin/domain/payment';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { nullableObject } from '../objects.ts';
import { dollarsToCents, locationId, moneyOutput, toSchemaCheck } from '../wire.ts';

const { get, post } = defineCalls('Payments');

const email = z.string().trim().toLowerCase().check(toSchemaCheck(customerEmailProblem));

export const buyGiftCard = post('/buyGiftCard', {
  summary:
    'Buys a gift card on a payment page; its code is mailed once it is paid. Staff sell one at the till with `tender` and get the code at once. A card never expires, and has neither fee nor tax',
  access: 'anyone',
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
    message: z.string().trim().max(GIFT_CARD_MESSAGE_MAX).default('').describe('Words that are mailed with it'),
    tender: z
      .enum(['cash', 'terminal', 'debit'])
      .optional()
      .describe('Only for staff: how the card was paid at the till'),
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

export const getGiftCardBalance = get('/getGiftCardBalance', {
  summary: 'Returns what is on a gift card. Fails with 409 `gift-card-unknown`, and with 429 after ten wrong codes',
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
