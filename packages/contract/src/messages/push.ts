import { z } from '@hono/zod-openapi';
import { isPushEndpoint } from '@tiffin/domain/messages';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { orderId, orderToken } from '../wire.ts';

const { get, post } = defineCalls('Push');

const endpoint = z.string().refine(isPushEndpoint, 'Invalid push endpoint');
/** The subscription as the browser returns it. */
const subscription = z.object({
  endpoint,
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/, 'Invalid push key'),
    auth: z.string().regex(/^[\w-]{20,30}={0,2}$/, 'Invalid push key'),
  }),
});

export const getPushKey = get('/getPushKey', {
  summary: 'Returns the public key for push subscriptions',
  access: 'anyone',
  response: z.object({ publicKey: z.string() }),
});

export const followOrder = post('/followOrder', {
  summary:
    'Subscribes this device to notifications about an order of the customer, or about any order with its access token',
  access: 'guest',
  byLink: true,
  maxKb: 16,
  rate: CALL_RATE_LIMITS.follow,
  body: z.object({ orderId, token: orderToken, subscription }),
  response: z.object({ orderId: z.string() }),
});

export const followLocation = post('/followLocation', {
  summary: 'Subscribes this device to notifications about new orders of a location where the person works',
  access: 'staff',
  maxKb: 16,
  body: z.object({ locationId: z.string().min(1).max(100), subscription }),
  response: z.object({ locationId: z.string() }),
});

export const unfollow = post('/unfollow', {
  summary: 'Ends one or all subscriptions of this device',
  access: 'guest',
  maxKb: 16,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ endpoint, orderId: z.string().max(100).optional(), locationId: z.string().max(100).optional() }),
  response: z.object({ removed: z.number() }),
});
