import { z } from '@hono/zod-openapi';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@tiffin/domain/messages';
import { menuItem } from '../menu/menu.ts';
import { order } from '../order/order-answer.ts';
import { reservation } from '../reservation/reservation.ts';
import { instant } from '../wire.ts';

export const menuChange = {
  change: z.string(),
  version: z.number().optional().describe('The version of the menu of this location'),
  itemIds: z.array(z.string()),
  items: z
    .array(menuItem)
    .optional()
    .describe('The changed dishes. Absent if there are many: then load the menu again'),
};

const EVENT_DATA = {
  order: z.object({ order }),
  reservation: z.object({ reservation }),
  menu: z.object({ locationId: z.string().nullable().describe('null for all menus'), ...menuChange }),
} as const;

/** What is posted to webhooks, by event. The cast: `Object.fromEntries` does not keep the names of the events. */
export const webhookBodies = Object.fromEntries(
  WEBHOOK_EVENTS.map((type) => [
    type,
    z.object({
      type: z.literal(type),
      timestamp: instant.describe('When it happened'),
      data: EVENT_DATA[type.split('.')[0] as keyof typeof EVENT_DATA],
    }),
  ]),
) as unknown as Readonly<Record<WebhookEvent, z.ZodType>>;
