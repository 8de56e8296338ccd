import { sql } from 'kysely';
import { jsonWithoutLinks } from '../../platform/http/hide-links.ts';

/** The text of the event of a delivery `d`, as it is stored: parsing it would cost more than sending it. */
export const EVENT_TEXT_SQL = `(
  select coalesce(e.data -> 'order', e.data -> 'reservation',
    e.data || jsonb_build_object('locationId', e.location_id))::text
  from events e where e.id = d.event_id)`;

export const EVENT_TEXT = sql.raw<string | null>(EVENT_TEXT_SQL);

interface SentEvent {
  readonly type: string;
  readonly at: Date;
  readonly event: string;
}

/**
 * What is sent: the object as the API answers it, without links. Other programs store and log what they get, and a link
 * lets anyone who has it cancel the order.
 */
export function webhookBody({ type, at, event }: SentEvent): string {
  const [kind] = type.split('.');
  const data = kind === 'menu' ? event : `{"${kind}":${jsonWithoutLinks(event)}}`;
  return `{"type":"${type}","timestamp":"${at.toISOString()}","data":${data}}`;
}
