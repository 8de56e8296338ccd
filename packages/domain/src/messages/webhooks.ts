import { keysOf, say } from '../core/index.ts';

/** The events that webhooks send, with what a person reads. */
const EVENTS = {
  'order.created': say`New orders`,
  'order.updated': say`Changes of orders`,
  'order.paid': say`Payments`,
  'order.refunded': say`Refunds`,
  'reservation.created': say`New reservations`,
  'reservation.updated': say`Changes of reservations`,
  'menu.updated': say`Changes of the menu`,
} as const;

export type WebhookEvent = keyof typeof EVENTS;

export const WEBHOOK_EVENTS = keysOf<WebhookEvent>(EVENTS);

export const WEBHOOK_EVENT_NAMES: Readonly<Record<WebhookEvent, string>> = EVENTS;

const MINUTE = 60;

/** Seconds until the next attempt, after each failed one; then every hour. */
const RETRY_DELAYS: readonly number[] = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const LAST_RETRY_DELAY = 60 * MINUTE;

/** After this time without a success, a delivery is given up and a webhook is switched off. */
export const WEBHOOK_GIVE_UP_MS = 3 * 24 * 60 * MINUTE * 1_000;

/** When a delivery is tried again, or null when it is given up. `attempts` includes the one that failed. */
export function nextWebhookAttempt(attempts: number, since: Date, now: Date): Date | null {
  if (now.getTime() - since.getTime() >= WEBHOOK_GIVE_UP_MS) return null;
  return new Date(now.getTime() + (RETRY_DELAYS[attempts - 1] ?? LAST_RETRY_DELAY) * 1_000);
}

/** After a rotation, deliveries are also signed with the previous secret for this long. */
export const WEBHOOK_SECRET_OVERLAP_MS = 24 * 60 * MINUTE * 1_000;
