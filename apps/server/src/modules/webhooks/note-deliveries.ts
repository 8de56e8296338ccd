import type { EventType } from '@tiffin/contract/events';
import { asRecord, asText } from '@tiffin/domain/core';
import type { WebhookEvent } from '@tiffin/domain/messages';
import type { LoggedEvent } from '../../platform/events/log.ts';
import { positionOf } from '../../platform/events/log.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { unnamedStatement } from '../../platform/db/prepared-statements.ts';
import { activeWebhooks } from './webhooks.ts';

/** Notes each event once for each webhook that sends it. Events from before a webhook existed are not noted for it. */
export const noteDeliveries: Reaction = {
  name: 'webhooks',
  types: ['order.created', 'order.updated', 'reservation.created', 'reservation.updated', 'menu.changed'],
  async react(context, tx, events) {
    const webhooks = await activeWebhooks(tx, context.clock.now());
    if (webhooks.length === 0) return;
    const deliveries = events.flatMap((event) =>
      webhookEventsOf(event).flatMap((type) =>
        webhooks
          .filter((webhook) => webhook.events.includes(type) && webhook.created_at <= event.at)
          .map((webhook) => ({ webhookId: webhook.id, type, event })),
      ),
    );
    if (deliveries.length === 0) return;
    await insertDeliveries(tx, [
      deliveries.map(() => `msg_${context.ids.uuid().replaceAll('-', '')}`),
      deliveries.map(({ webhookId }) => webhookId),
      deliveries.map(({ event }) => positionOf(event.cursor)?.id),
      deliveries.map(({ type }) => type),
      deliveries.map(({ event }) => subjectOf(event)),
      deliveries.map(({ event }) => event.at),
      context.clock.now(),
    ]);
  },
};

const insertDeliveries = unnamedStatement(`
  insert into webhook_deliveries (id, webhook_id, event_id, type, subject, at, next_attempt_at)
  select d.id, d.webhook_id, d.event_id, d.type, d.subject, d.at, $7
  from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
    with ordinality as d (id, webhook_id, event_id, type, subject, at, place)
  order by d.place`);

/** The events of webhooks that an event of the log stands for. What was erased has no status. */
function webhookEventsOf({ type, data }: LoggedEvent): WebhookEvent[] {
  const { status, paymentStatus } = asRecord(data[kindOf(type)]) ?? {};
  if (type === 'menu.changed') return ['menu.updated'];
  if (status === undefined) return [];
  const isPaid = data['payment'] === 'paid' || (type === 'order.created' && paymentStatus === 'paid');
  return [
    // Of the types of this reaction, all but `menu.changed` are also webhook events.
    type as WebhookEvent,
    ...(isPaid ? (['order.paid'] as const) : []),
    ...(data['payment'] === 'refunded' ? (['order.refunded'] as const) : []),
  ];
}

/** Deliveries about the same subject are sent in order. */
function subjectOf({ type, locationId, data }: LoggedEvent): string {
  const kind = kindOf(type);
  const about = asRecord(data[kind]);
  return `${kind}:${asText(about?.['reservationId'] ?? about?.['id']) || (locationId ?? 'all')}`;
}

const kindOf = (type: EventType): string => type.slice(0, type.indexOf('.'));
