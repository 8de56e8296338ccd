import { WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES } from '@tiffin/domain/messages';
import type { Answer } from '../../shared/api/api.ts';

export type ApiKey = Answer<'getApiKeys'>['apiKeys'][number];
export type Webhook = Answer<'getWebhooks'>['webhooks'][number];
export type WebhookDelivery = Answer<'getWebhookDeliveries'>['deliveries'][number];

export const API_KEYS_KEY = ['api-keys'];
export const WEBHOOKS_KEY = ['webhooks'];

export const EVENT_CHOICES = WEBHOOK_EVENTS.map((id) => ({ id, name: WEBHOOK_EVENT_NAMES[id] }));
