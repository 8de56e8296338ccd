import { say } from '@tiffin/domain/core';
import type { Clock } from '../../clock.ts';
import type { Ids } from '../../ids.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { readSite } from '../settings/site.ts';
import type { MailContent } from '../../platform/db/kept-json.ts';

/** A message as a use case hands it over: written into its transaction, delivered after the commit. */
export interface NewMessage {
  /** For a caller who wants to follow it. */
  readonly id?: string;
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly template: string;
  readonly subject?: string;
  readonly text: string;
  /** What a mail is made of. */
  readonly content?: MailContent;
  /** The same happening never makes the same message twice. */
  readonly onceKey?: string;
  readonly orderId?: string;
  readonly reservationId?: string;
  readonly userId?: string | null;
  /** Made to go out by somebody who never showed that the recipient is theirs: such a recipient gets few. */
  readonly unproven?: boolean;
  /** Part of a mail to many. */
  readonly mailingId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Not before this instant; at once when absent. */
  readonly notBefore?: Date;
}

/**
 * What strangers may make us send to one recipient within an hour; what is over stays unsent in the list
 * of messages. Links that confirm an address have a count of their own, so that nobody is kept from confirming.
 */
const MOST_UNPROVEN = 5;
/** The mailbox an address leads to: name+anything@house.test is read by whoever reads name@house.test. */
const mailbox = (recipient: string): string => `regexp_replace(${recipient}, '[+][^@]*@', '@')`;
/**
 * Under which key of `rate_limits` it is kept how much an account that is gone had sent to a recipient:
 * an expression over a row's channel, template and recipient.
 */
export const UNPROVEN_KEY = `'unproven:' || encode(sha256(convert_to(
  concat_ws(' ', channel, (template = 'verify_email')::text, ${mailbox('recipient')}), 'UTF8')), 'hex')`;
/** Why it stays unsent. */
export const NOT_SENT = {
  tooMany: say`Not sent: ${MOST_UNPROVEN} messages an hour go to somebody who may not have asked for them.`,
  elsewhere: say`Not sent: texts to this country go only to guests whose number we know (Settings).`,
  over: say`Not sent: so many texts to guests we do not know went out within the hour (Settings).`,
} as const;

/** A column each, for hundreds of messages follow from a busy minute and each has fifteen values. */
const write = prepared(
  'queue-messages',
  `with asked as (
     select m.*, m.unproven and (
         row_number() over (partition by m.channel, ${mailbox('m.recipient')}, m.unproven, m.template = 'verify_email' order by m.position)
         + (select count(*) from messages s where s.unproven and ${mailbox('s.recipient')} = ${mailbox('m.recipient')} and s.channel = m.channel
              and (s.template = 'verify_email') = (m.template = 'verify_email') and s.created_at > $15::timestamptz - interval '1 hour' and s.status <> 'cancelled')
         + coalesce((select r.count from rate_limits r where r.key = (select ${UNPROVEN_KEY} from (select m.channel, m.template, m.recipient) it)
              and r.window_started_at > $15::timestamptz - interval '1 hour'), 0)
       ) > ${MOST_UNPROVEN} as is_too_many,
       m.unproven and m.channel = 'sms' and not exists (select from unnest($17::text[]) code where starts_with(m.recipient, code)) as is_elsewhere,
       m.unproven and m.channel = 'sms' and (
         row_number() over (partition by m.channel, m.unproven order by m.position)
         + (select count(*) from messages s where s.unproven and s.channel = 'sms'
              and s.created_at > $15::timestamptz - interval '1 hour' and s.status <> 'cancelled')
       ) > $18::int as is_over
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $16::boolean[]) with ordinality
       as m (id, channel, recipient, template, subject, body_text, content, next_try_at,
         order_id, reservation_id, user_id, mailing_id, headers, once_key, unproven, position)
   ), told as (
     select *, case when is_elsewhere then '${NOT_SENT.elsewhere}' when is_too_many then '${NOT_SENT.tooMany}'
       when is_over then '${NOT_SENT.over}' end as not_sent
     from asked
   )
   insert into messages (id, channel, recipient, template, subject, body_text, mail_content, status, next_try_at,
     last_error, order_id, reservation_id, user_id, mailing_id, headers, once_key, created_at, unproven)
   select m.id, m.channel, m.recipient, m.template, m.subject, m.body_text, m.content::jsonb,
     case when not_sent is null then 'queued' else 'cancelled' end, case when not_sent is null then m.next_try_at end,
     not_sent,
     m.order_id, m.reservation_id, m.user_id, m.mailing_id, m.headers::jsonb, m.once_key, $15, m.unproven
   from told m
   on conflict (once_key) do nothing`,
);

export async function queueMessages(
  db: Db | Tx,
  parts: { clock: Clock; ids: Ids },
  messages: readonly NewMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const now = parts.clock.now();
  const isToStrangers = messages.some(({ unproven, channel }) => unproven && channel === 'sms');
  const site = isToStrangers ? await readSite(db) : null;
  const each = <Value>(valueOf: (message: NewMessage) => Value) => messages.map(valueOf);
  await write(db, [
    each(({ id }) => id ?? parts.ids.uuid()),
    each(({ channel }) => channel),
    each(({ to }) => to),
    each(({ template }) => template),
    each(({ subject }) => subject ?? null),
    each(({ text }) => text),
    each(({ content }) => (content ? JSON.stringify(content) : null)),
    each(({ notBefore }) => notBefore ?? now),
    each(({ orderId }) => orderId ?? null),
    each(({ reservationId }) => reservationId ?? null),
    each(({ userId }) => userId ?? null),
    each(({ mailingId }) => mailingId ?? null),
    each(({ headers }) => (headers ? JSON.stringify(headers) : null)),
    each(({ onceKey }) => onceKey ?? null),
    now,
    each(({ unproven }) => unproven ?? false),
    site?.textsTo.split(',').map((code) => code.trim()) ?? [],
    site?.strangersTextsMost ?? 0,
  ]);
}
