import { z } from '@hono/zod-openapi';
import { isPushEndpoint } from '@tiffin/domain/messages';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { orderId, orderToken } from './wire.ts';

const { get, post } = callsOf('Push');

const endpoint = z.string().refine(isPushEndpoint, 'Invalid push endpoint');
/** As the browser gives it. */
const subscription = z.object({
  endpoint,
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/, 'Invalid push key'),
    auth: z.string().regex(/^[\w-]{20,30}={0,2}$/, 'Invalid push key'),
  }),
});

export const getPushKey = get('/getPushKey', {
  summary: 'The public key a browser subscribes with',
  who: 'anyone',
  answer: z.object({ publicKey: z.string() }),
});

export const followOrder = post('/followOrder', {
  summary: 'Be told on this device what becomes of one’s order; with its token anybody’s',
  who: 'guest',
  byLink: true,
  maxKb: 16,
  rate: RATES.follow,
  body: z.object({ orderId, token: orderToken, subscription }),
  answer: z.object({ orderId: z.string() }),
});

export const followLocation = post('/followLocation', {
  summary: 'Be told on this device of new orders of a location one works at',
  who: 'staff',
  maxKb: 16,
  rate: RATES.work,
  body: z.object({ locationId: z.string().min(1).max(100), subscription }),
  answer: z.object({ locationId: z.string() }),
});

export const unfollow = post('/unfollow', {
  summary: 'Nothing more to this device, or nothing more of one thing',
  who: 'guest',
  maxKb: 16,
  rate: RATES.change,
  body: z.object({ endpoint, orderId: z.string().max(100).optional(), locationId: z.string().max(100).optional() }),
  answer: z.object({ removed: z.number() }),
});
