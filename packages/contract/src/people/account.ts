import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { getFavorites } from '../menu/menu.ts';
import { order } from '../order/order-answer.ts';
import { passkey } from './passkeys.ts';
import { me } from './people.ts';
import { reservation } from '../reservation/reservation.ts';
import { arrayOf } from '../objects.ts';
import { instant } from '../wire.ts';

const { get, post } = defineCalls('Account');

export const exportMyData = get('/exportMyData', {
  summary: 'Exports everything the restaurant stores about the signed-in person, as one JSON file',
  access: 'customer',
  response: z.object({
    exportedAt: instant,
    profile: me.nullable(),
    orders: z.array(order),
    reservations: z.array(reservation),
    favorites: getFavorites.response.shape.favorites,
    loyaltyPoints: arrayOf({ at: instant, points: z.number(), reason: z.string(), orderId: z.string().nullable() }),
    consents: arrayOf({
      purpose: z.string(),
      channel: z.string(),
      source: z.string(),
      wording: z.string().nullable().describe('What the person agreed to. null in consents of earlier versions'),
      givenAt: instant,
      withdrawnAt: instant.nullable(),
    }),
    messages: arrayOf({
      createdAt: instant,
      channel: z.string(),
      recipient: z.string(),
      subject: z.string().nullable(),
      text: z.string(),
      status: z.string(),
    }),
    sessions: arrayOf({
      startedAt: instant,
      lastUsedAt: instant.nullable(),
      expiresAt: instant,
      address: z.string().nullable(),
      browser: z.string().nullable(),
    }),
    passkeys: z.array(passkey),
  }),
  contentType: 'application/json',
});

export const changePassword = post('/changePassword', {
  summary: 'Changes the password of the signed-in person, who enters the old one. Other sessions end',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ oldPassword: z.string().min(1).max(128), newPassword: z.string().min(1).max(128) }),
  response: z.object({ message: z.string() }),
});

export const deleteMe = post('/deleteMe', {
  summary:
    'Deletes the signed-in person’s account. Sessions end, the profile is emptied, and orders stay without the person',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({
    confirm: z.literal(true, { error: say`Please confirm that you want to delete the account` }),
    /** Required if the person has a password. */
    password: z.string().max(128).optional(),
    code: z
      .string()
      .max(20)
      .optional()
      .describe(
        'The code of `sendClaimCode`. With it, orders, reservations and messages that know only the address are erased too',
      ),
  }),
  response: z.object({ message: z.string() }),
});
