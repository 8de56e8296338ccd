import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { UNDO_CLAIM_HOURS, ORDER_TEXTS, customerEmailProblem, customerPhoneProblem } from '@tiffin/domain/order';
import { normalisePhone } from '@tiffin/domain/people';
import { defineCalls } from '../call.ts';
import { order } from './order-answer.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf } from '../objects.ts';
import { locationId, moneyOutput, orderId, orderToken } from '../wire.ts';

const { get, post } = defineCalls('Orders without an account');

const code = z.string().trim().max(20);

const sentCode = {
  channel: z.enum(['mail', 'sms']),
  to: z.string().describe('The address or number, partly hidden'),
  isSent: z.boolean().describe('False if messages are not sent; staff then read the code to the guest'),
  minutes: z.number().describe('How long the code is valid'),
};

export const sendOrderCode = post('/sendOrderCode', {
  summary: 'Sends a code by text message or mail for a cash order that failed with `code-needed`',
  access: 'guest',
  rate: CALL_RATE_LIMITS.sendCode,
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
      locationId: locationId.nullish().describe('Where the guest orders. Texts are limited for each location'),
    })
    .refine(({ phone, email }) => phone || email, say`A phone number or an email address is required`),
  response: z.object(sentCode),
});

export const getEarlierOrders = get('/getEarlierOrders', {
  summary: 'Returns how many orders were placed with the customer’s confirmed email address and belong to no account',
  access: 'customer',
  response: z.object({ count: z.number() }),
});

export const sendClaimCode = post('/sendClaimCode', {
  summary: 'Sends a code to the customer’s confirmed email address, for claiming earlier orders',
  access: 'customer',
  rate: CALL_RATE_LIMITS.sendCode,
  body: z.object({}),
  response: z.object(sentCode),
});

export const previewClaim = post('/previewClaim', {
  summary:
    'Lists the orders that a code of `sendClaimCode` would add to the account, because anyone could have entered this email address',
  access: 'customer',
  isRead: true,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ code }),
  response: z.object({
    orders: arrayOf({
      orderId: z.string(),
      orderTime: z.string(),
      locationName: z.string(),
      timeZone: z.string(),
      customerName: z.string(),
      total: moneyOutput,
    }),
  }),
});

/** The highest number of orders claimed in one request. The others are offered the next time. */
export const MAX_CLAIMED_ORDERS = 200;

export const claimOrder = post('/claimOrder', {
  summary:
    'Adds orders placed without an account to the customer’s account, with the access token of the order link or a code of `sendClaimCode`',
  access: 'customer',
  maxKb: 16,
  rate: CALL_RATE_LIMITS.changeOrder,
  body: z
    .object({
      orderId: orderId.nullish().describe('With a code this may be left out to claim all orders of the address'),
      orderIds: z
        .array(orderId)
        .min(1)
        .max(MAX_CLAIMED_ORDERS)
        .nullish()
        .describe('With a code: only these orders, from `previewClaim`'),
      token: orderToken,
      code: code.nullish(),
    })
    .refine((request) => request.token || request.code, say`A token or a code is required`)
    .refine((request) => request.orderId || request.code, { message: 'orderId is required', path: ['orderId'] }),
  response: z.object({ orders: z.array(order), message: z.string() }),
});

export const undoClaim = post('/undoClaim', {
  summary: `Removes orders that \`claimOrder\` added by mistake, within ${UNDO_CLAIM_HOURS} hours. Removes all of them or none`,
  access: 'customer',
  maxKb: 16,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ orderIds: z.array(orderId).min(1).max(MAX_CLAIMED_ORDERS) }),
  response: z.object({ orderIds: z.array(z.string()), message: z.string() }),
});
