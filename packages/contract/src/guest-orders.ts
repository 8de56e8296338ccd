import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { GIVE_BACK_HOURS, ORDER_TEXTS, customerEmailProblem, customerPhoneProblem } from '@tiffin/domain/order';
import { normalisePhone } from '@tiffin/domain/people';
import { callsOf } from './call.ts';
import { order } from './order-answer.ts';
import { RATES } from './rates.ts';
import { moneyOut, orderId, orderToken } from './wire.ts';

const { get, post } = callsOf('Orders without an account');

const code = z.string().trim().max(20);

const sentTo = {
  channel: z.enum(['mail', 'sms']),
  to: z.string().openapi({ description: 'Where it goes, all but its ends left out' }),
  isSent: z.boolean().openapi({ description: 'false: nothing is sent here; the house reads it out' }),
  minutes: z.number().openapi({ description: 'How long it is good for' }),
};

export const sendOrderCode = post('/sendOrderCode', {
  summary: 'A code by text, or by mail, for an order in cash that `code-needed` refused',
  who: 'guest',
  maxKb: 2,
  rate: RATES.sendCode,
  body: z
    .object({
      phone: z
        .string()
        .refine((text) => customerPhoneProblem(text) === null, ORDER_TEXTS.phone)
        .transform((text) => normalisePhone(text) ?? '')
        .nullish(),
      email: z
        .string()
        .trim()
        .toLowerCase()
        .refine((text) => customerEmailProblem(text) === null, ORDER_TEXTS.email)
        .nullish(),
    })
    .refine(({ phone, email }) => phone || email, ORDER_TEXTS.phone),
  answer: z.object(sentTo),
});

export const getEarlierOrders = get('/getEarlierOrders', {
  summary: 'How many orders were placed with one’s confirmed e-mail address and belong to nobody yet',
  who: 'customer',
  answer: z.object({ count: z.number() }),
});

export const sendClaimCode = post('/sendClaimCode', {
  summary: 'A code to one’s confirmed e-mail address, to take earlier orders into the account',
  who: 'customer',
  maxKb: 2,
  rate: RATES.sendCode,
  body: z.object({}),
  answer: z.object(sentTo),
});

export const previewClaim = post('/previewClaim', {
  deprecatedPaths: ['/showEarlierOrders'],
  summary:
    'Which orders a code of `sendClaimCode` takes into one’s account: anybody may have typed the address of these',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({ code }),
  answer: z.object({
    orders: z.array(
      z.object({
        orderId: z.string(),
        orderTime: z.string(),
        locationName: z.string(),
        timeZone: z.string(),
        customerName: z.string(),
        total: moneyOut,
      }),
    ),
  }),
});

/** At a time; what is left is shown the next time. */
export const MOST_CLAIMED = 200;

export const claimOrder = post('/claimOrder', {
  summary: 'Take an order without an account into one’s own, by the key of its link or a code of `sendClaimCode`',
  who: 'customer',
  maxKb: 16,
  rate: RATES.changeOrder,
  body: z
    .object({
      orderId: orderId.nullish().openapi({ description: 'With a code it may be left out: all of the address' }),
      orderIds: z
        .array(orderId)
        .min(1)
        .max(MOST_CLAIMED)
        .nullish()
        .openapi({ description: 'With a code: these of `previewClaim`' }),
      token: orderToken,
      code: code.nullish(),
    })
    .refine((request) => request.token || request.code, say`A token or a code is required`)
    .refine((request) => request.orderId || request.code, { message: 'orderId is required', path: ['orderId'] }),
  answer: z.object({
    orders: z.array(order),
    message: z.string(),
  }),
});

export const undoClaim = post('/undoClaim', {
  summary: `Give back orders that \`claimOrder\` took into one’s account by mistake, for ${GIVE_BACK_HOURS} hours: all of these, or none`,
  who: 'customer',
  maxKb: 16,
  rate: RATES.change,
  body: z.object({ orderIds: z.array(orderId).min(1).max(MOST_CLAIMED) }),
  answer: z.object({ orderIds: z.array(z.string()), message: z.string() }),
});
