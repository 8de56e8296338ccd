import { z } from '@hono/zod-openapi';
import type { LiveEventType } from './events.ts';
import { location } from './locations/locations.ts';
import { progress } from './messages/messages.ts';
import { menuChange } from './messages/webhook-bodies.ts';
import { order } from './order/order-answer.ts';
import { user } from './people/users.ts';
import { reservation } from './reservation/reservation.ts';
import { instant } from './wire.ts';

const loadAgain = {};

/** What an event contains beside its id, type, location and time. */
const DATA: Readonly<Record<Exclude<LiveEventType, 'reset'>, z.ZodRawShape>> = {
  'menu.changed': menuChange,
  'location.changed': {
    change: z.string().describe('added, updated, activated, deactivated, deleted or pace'),
    location: location.optional().describe('Absent for a draft'),
  },
  'order.created': { orderId: z.string(), order },
  'order.updated': {
    order: order.optional().describe('Absent for a pick-up screen'),
    payment: z.enum(['paid', 'refunded']).optional().describe('If the payment changed'),
  },
  'reservation.created': { reservation },
  'reservation.updated': {
    reservation,
    isConfirmed: z.boolean().optional().describe('True if it waited for its deposit until now'),
    hasNewDetails: z.boolean().optional().describe('True if the date, the time, the party or the table changed'),
  },
  'floor.changed': { sittingId: z.string().optional().describe('The party, if it is about one alone') },
  'day.changed': loadAgain,
  'site.changed': loadAgain,
  'user.changed': { user },
  'message.failed': { messageId: z.string(), template: z.string(), mailingId: z.string().nullable() },
  'mailing.updated': { mailing: progress },
  'payment.attention': {
    attention: z.object({ reason: z.string(), amount: z.number(), orderId: z.string().nullable() }),
  },
};

const variants = Object.entries(DATA).map(([type, data]) =>
  z.object({
    id: z.string().describe('Send it as `last-event-id` to continue after this event'),
    type: z.literal(type),
    locationId: z.string().nullable().describe('null if it is about the whole restaurant'),
    at: instant,
    ...data,
  }),
);

/** The JSON that a live event carries, by its type. More fields and types may follow. */
export const liveEvent = z
  // The table is not empty.
  .discriminatedUnion('type', variants as [(typeof variants)[number], ...typeof variants])
  .openapi('LiveEvent');
