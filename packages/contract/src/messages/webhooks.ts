import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { WEBHOOK_EVENTS } from '@tiffin/domain/messages';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { instant } from '../wire.ts';

const { get, post } = defineCalls('Webhooks');

const webhookEvent = z.enum(WEBHOOK_EVENTS, say`This event does not exist`);
const webhookId = z.string({ error: 'webhookId is required' }).min(1, 'webhookId is required').max(100);

const webhook = namedObject('Webhook', {
  webhookId: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isActive: z.boolean(),
  setUpBy: z.string().nullable(),
  setUpAt: instant.describe('When it was saved last'),
  isValid: z.boolean().describe('False if whoever saved it is no longer an admin: it sends nothing until it is saved'),
  failingSince: instant.nullable().describe('When the first attempt failed after the last success'),
  switchedOff: z.string().nullable().describe('Why it was switched off automatically'),
  waiting: z.number().describe('How many deliveries wait, or were given up'),
  hours: arrayOf({ delivered: z.number(), failed: z.number() }).describe(
    'The deliveries of the last 24 hours by the hour of their event, oldest first. `failed`: not delivered',
  ),
});

export const getWebhooks = get('/getWebhooks', {
  summary: 'Lists the webhooks with what waits and how their deliveries went',
  access: 'admin',
  response: z.object({ webhooks: z.array(webhook) }),
});

export const saveWebhook = post('/saveWebhook', {
  summary: 'Adds a webhook, or changes the one named. The secret of a new one is shown once',
  access: 'admin',
  creating: true,
  maxKb: 16,
  body: z.object({
    webhookId: webhookId.nullish(),
    url: z
      .url({ protocol: /^https?$/, error: say`Enter an address that begins with https://` })
      .max(500)
      .describe('Must begin with https. Redirects are not followed'),
    events: z
      .array(webhookEvent)
      .min(1, say`Choose at least one event`)
      .max(WEBHOOK_EVENTS.length),
    isActive: z.boolean().default(true).describe('While it is false, nothing is sent and no new event is noted for it'),
  }),
  response: z.object({
    webhookId: z.string(),
    secret: z.string().nullable().describe('null for a change, and when the same request was repeated'),
  }),
});

export const rotateWebhookSecret = post('/rotateWebhookSecret', {
  summary: 'Replaces the secret of a webhook. For 24 hours both secrets sign',
  access: 'admin',
  body: z.object({ webhookId }),
  response: z.object({ secret: z.string(), previousUntil: instant.describe('Until when the previous one signs, too') }),
});

export const removeWebhook = post('/removeWebhook', {
  summary: 'Deletes a webhook with its deliveries',
  access: 'admin',
  body: z.object({ webhookId }),
  response: z.object({ webhookId: z.string() }),
});

const delivery = namedObject('WebhookDelivery', {
  deliveryId: z.string().describe('The `webhook-id` that the receiver gets, the same with every attempt'),
  type: z.string(),
  subject: z.string().describe('What it is about, for example `order:TRU-20270313-KQWX`. Each subject keeps its order'),
  at: instant.describe('When it happened'),
  state: z.enum(['pending', 'delivered', 'failed']).describe('`failed` was given up and can be sent again'),
  attempts: z.number(),
  nextAttemptAt: instant.nullable(),
  lastAttemptAt: instant.nullable(),
  answer: z.string().nullable().describe('What the receiver answered, or why it could not be reached'),
  body: z.string().nullable().describe('What is sent, if one delivery was requested. null after an erasure'),
});

export const getWebhookDeliveries = get('/getWebhookDeliveries', {
  summary: 'Lists the last deliveries of a webhook, newest first. They are kept for a week',
  access: 'admin',
  query: z.object({
    webhookId,
    deliveryId: z.string().max(100).optional().describe('Returns only this one, with what is sent'),
    waiting: z.stringbool().default(false).describe('Returns only those that wait or were given up, oldest first'),
  }),
  response: z.object({ deliveries: z.array(delivery) }),
});

export const resendWebhook = post('/resendWebhook', {
  summary: 'Sends a delivery again, with the same id; or everything that waits or was given up',
  access: 'admin',
  body: z
    .object({ deliveryId: z.string().min(1).max(100).optional(), webhookId: webhookId.optional() })
    .refine(({ deliveryId, webhookId: all }) => (deliveryId === undefined) !== (all === undefined), {
      error: 'deliveryId or webhookId is required',
    }),
  response: z.object({ resent: z.number() }),
});
