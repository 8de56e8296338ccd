import { say } from '@tiffin/domain/core';
import { isPhoneOfCountries } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { prepared } from '../../platform/db/prepared-statements.ts';
import { readSite } from '../locations/restaurant/site.ts';
import type { MailContent } from '../../platform/db/stored-json.ts';

/** A message from a use case: stored in its transaction and sent after the commit. */
export interface NewMessage {
  /** For callers that track the message. */
  readonly id?: string;
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: string;
  readonly subject?: string;
  readonly text: string;
  readonly content?: MailContent;
  /** The same key never creates a second message. */
  readonly onceKey?: string;
  readonly orderId?: string;
  readonly reservationId?: string;
  /** Its texts to unproven numbers count for this location; without one, those of all locations count. */
  readonly locationId?: string;
  readonly userId?: string | null;
  /** Triggered by a person who did not prove that the address is theirs. Such recipients get only a few messages. */
  readonly unproven?: boolean;
  readonly mailingId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Send not before this time; at once if absent. */
  readonly notBefore?: Date;
}

/**
 * Messages that unproven guests can trigger to one recipient per hour; more are listed as not sent. Links that
 * confirm an address have their own count, so that nobody can be kept from confirming.
 */
const MAX_UNPROVEN = 5;
/** The mailbox of an address: name+anything@house.test is read by the owner of name@house.test. */
const mailboxOf = (recipient: string): string => `regexp_replace(${recipient}, '[+][^@]*@', '@')`;
/**
 * The key in `rate_limits` of how many messages a recipient got because of accounts that are deleted since: an SQL
 * expression over a row's channel, template and recipient.
 */
export const UNPROVEN_KEY = `'unproven:' || encode(sha256(convert_to(
  concat_ws(' ', channel, (template = 'verify_email')::text, ${mailboxOf('recipient')}), 'UTF8')), 'hex')`;
/** Why a message was not sent. */
export const NOT_SENT_REASONS = {
  tooMany: say`Not sent: at most ${MAX_UNPROVEN} messages an hour go to an address that is not confirmed.`,
  elsewhere: say`Not sent: texts to this country go only to confirmed numbers (Settings).`,
  over: say`Not sent: the hourly limit of texts to unconfirmed numbers was reached (Settings).`,
} as const;

/** A condition on `messages s`: a text to an unproven number that was sent, or will be, in the hour before `now`. */
const sentTextsSql = (now: string) =>
  `s.unproven and s.channel = 'sms' and s.created_at > ${now}::timestamptz - interval '1 hour' and s.status <> 'cancelled'`;

/** How many texts went to unproven numbers in the last hour, by location. */
export async function countUnprovenTexts({ db, clock }: { db: Db | Tx; clock: Clock }): Promise<Map<string, number>> {
  const { rows } = await sql<{ locationId: string; count: number }>`
    select s.location_id as "locationId", count(*)::int as count from messages s
    where ${sql.raw(sentTextsSql(`'${clock.now().toISOString()}'`))} and s.location_id is not null
    group by s.location_id`.execute(db);
  return new Map(rows.map(({ locationId, count }) => [locationId, count]));
}

/**
 * One array per column, because a busy minute queues hundreds of messages with fifteen values each. A message of an
 * unproven guest is stored as cancelled if the recipient got too many (`is_too_many`), if texts do not go to this
 * number (`is_elsewhere`), or if too many texts were sent for the location (`is_over`).
 */
const insertStatement = prepared(
  'queue-messages',
  `with candidates as (
     select m.*, m.unproven and (
         row_number() over (partition by m.channel, ${mailboxOf('m.recipient')}, m.unproven, m.template = 'verify_email' order by m.position)
         + (select count(*) from messages s where s.unproven and ${mailboxOf('s.recipient')} = ${mailboxOf('m.recipient')} and s.channel = m.channel
              and (s.template = 'verify_email') = (m.template = 'verify_email') and s.created_at > $15::timestamptz - interval '1 hour' and s.status <> 'cancelled')
         + coalesce((select r.count from rate_limits r where r.key = (select ${UNPROVEN_KEY} from (select m.channel, m.template, m.recipient) it)
              and r.window_started_at > $15::timestamptz - interval '1 hour'), 0)
       ) > ${MAX_UNPROVEN} as is_too_many,
       m.unproven and m.channel = 'sms' and (
         row_number() over (partition by m.channel, m.unproven, m.location_id order by m.position)
         + (select count(*) from messages s where ${sentTextsSql('$15')} and (m.location_id is null or s.location_id = m.location_id))
       ) > $18::int as is_over
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $16::boolean[], $17::boolean[], $19::text[]) with ordinality
       as m (id, channel, recipient, template, subject, body_text, content, next_try_at,
         order_id, reservation_id, user_id, mailing_id, headers, once_key, unproven, is_elsewhere, location_id, position)
   ), decided as (
     select *, case when is_elsewhere then '${NOT_SENT_REASONS.elsewhere}' when is_too_many then '${NOT_SENT_REASONS.tooMany}'
       when is_over then '${NOT_SENT_REASONS.over}' end as not_sent
     from candidates
   )
   insert into messages (id, channel, recipient, template, subject, body_text, mail_content, status, next_try_at,
     last_error, order_id, reservation_id, user_id, mailing_id, headers, once_key, created_at, unproven, location_id)
   select m.id, m.channel, m.recipient, m.template, m.subject, m.body_text, m.content::jsonb,
     case when not_sent is not null then 'cancelled' when m.next_try_at is null then 'outbox' else 'queued' end,
     case when not_sent is null then m.next_try_at end, not_sent,
     m.order_id, m.reservation_id, m.user_id, m.mailing_id, m.headers::jsonb, m.once_key, $15, m.unproven, m.location_id
   from decided m
   on conflict (once_key) do nothing`,
);

interface Parts extends Partial<Pick<Context, 'mailer' | 'sms'>> {
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Stores messages in the transaction of their use case; the worker sends them after the commit. Without a provider they
 * go to the outbox at once. Later ones wait first, because they may be withdrawn, and mailings announce their progress.
 */
export async function queueMessages(db: Db | Tx, parts: Parts, written: readonly NewMessage[]) {
  // A booking of another system may have no contact.
  const messages = written.filter(({ to }) => to !== '');
  if (messages.length === 0) return;
  const providerOf = ({ channel }: NewMessage) => (channel === 'mail' ? parts.mailer : parts.sms);
  const staysInOutbox = (message: NewMessage) =>
    providerOf(message) === null && message.notBefore === undefined && message.mailingId === undefined;
  const now = parts.clock.now();
  const hasUnprovenTexts = messages.some(({ unproven, channel }) => unproven && channel === 'sms');
  const site = hasUnprovenTexts ? await readSite(db) : null;
  const column = <Value>(valueOf: (message: NewMessage) => Value) => messages.map(valueOf);
  await insertStatement(db, [
    column(({ id }) => id ?? parts.ids.uuid()),
    column(({ channel }) => channel),
    column(({ to }) => to),
    column(({ template }) => template),
    column(({ subject }) => subject ?? null),
    column(({ text }) => text),
    column(({ content }) => (content ? JSON.stringify(content) : null)),
    column((message) => (staysInOutbox(message) ? null : (message.notBefore ?? now))),
    column(({ orderId }) => orderId ?? null),
    column(({ reservationId }) => reservationId ?? null),
    column(({ userId }) => userId ?? null),
    column(({ mailingId }) => mailingId ?? null),
    column(({ headers }) => (headers ? JSON.stringify(headers) : null)),
    column(({ onceKey }) => onceKey ?? null),
    now,
    column(({ unproven }) => unproven ?? false),
    column(({ unproven, channel, to }) =>
      Boolean(unproven && channel === 'sms' && site && !isPhoneOfCountries(to, site.textsTo)),
    ),
    site?.strangersTextsMost ?? 0,
    column(({ locationId }) => locationId ?? null),
  ]);
}
