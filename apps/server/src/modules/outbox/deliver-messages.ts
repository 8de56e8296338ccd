import type { Config } from '../../config.ts';
import type { Context, Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { unnamedStatement } from '../../platform/db/prepared-statements.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { DeliveryError } from '../../adapters/messages/message-senders.ts';
import { readSite, type SiteSettings } from '../locations/restaurant/site.ts';
import { REDACTED_COLUMNS, isRedactedWhenSent } from './redact-messages.ts';
import { announceMailings } from './mailing-progress.ts';
import { htmlOf } from './templates/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@tiffin/domain/core';

type Message = Row<'messages'>;
type Channel = Message['channel'];

const CHANNELS: readonly Channel[] = ['mail', 'sms'];

const SEND_BATCH = 20;
const PARALLEL_SENDS = 5;
/** Without a provider, messages move to the outbox in large batches. */
const OUTBOX_BATCH = 1_000;
/** After a crash, a message is tried again after this time. */
const LEASE_MS = 2 * 60_000;
/** Shorter than the lease: a hanging attempt ends before another process may try. */
const SEND_WITHIN_MS = 90_000;
/** A mail is still useful after hours; a text message "your order is ready" is not. */
const MAX_ATTEMPTS: Record<Channel, number> = { mail: 12, sms: 8 };
/** Each further attempt waits twice as long, up to the maximum. */
const FIRST_RETRY_DELAY_MS = 10_000;
const MAX_RETRY_DELAY_MS = 60 * 60_000;

const MAYBE_DELIVERED = say`Interrupted while sending: it may have arrived. It is not sent again automatically.`;

interface DueFilter {
  readonly channel?: Channel;
  /** Send only these messages. */
  readonly ids?: readonly string[];
}

/**
 * Sends due messages, a few at a time. Each is leased and marked as being sent in one statement before the attempt,
 * outside any transaction, and its result is recorded. Without a provider it goes to the outbox, where staff can read
 * it. Returns how many were handled.
 */
export async function deliverMessages(context: Context, { channel, ids }: DueFilter = {}): Promise<number> {
  const channels = channel ? [channel] : CHANNELS;
  const sendable = channels.filter((each) => providerOf(context, each));
  const withoutProvider = channels.filter((each) => !sendable.includes(each));
  const handled = [
    ...(withoutProvider.length > 0 ? await moveToOutbox(context, withoutProvider, ids) : []),
    ...(sendable.length > 0 ? await sendBatch(context, sendable, ids) : []),
  ];
  const mailingIds = handled.flatMap((message) => message.mailing_id ?? []);
  await announceMailings(context, mailingIds);
  return handled.length;
}

const providerOf = ({ mailer, sms }: Context, channel: Channel) => (channel === 'mail' ? mailer : sms);

/**
 * The due messages of the channels $2 at the time $1, at most $4; with $3, only those of these ids. Messages that a
 * guest waits for come before mailings.
 */
const DUE = `
  select id, status from messages
  where status in ('queued', 'sending') and next_try_at <= $1 and channel = any($2::text[])
    and ($3::text[] is null or id = any($3))
  order by mailing_id is not null, next_try_at limit $4 for update skip locked`;
const moveDue = unnamedStatement<Pick<Message, 'mailing_id'>>(`
  update messages set status = 'outbox', next_try_at = null, last_error = null, provider_id = null, sent_at = null
  where id = any(array(select id from (${DUE}) due)) returning mailing_id`);

interface LeasedMessage extends Message {
  /** Its lease expired while it was being sent. */
  readonly was_sending: boolean;
  /** The address of the location that the message is about. */
  readonly reply_to: string | null;
}

/**
 * Leases messages until $5 and marks them as being sent in one update, because each update of a message writes an
 * entry into most of its indexes. A mailing that may have arrived is not tried again, so its attempts stay.
 */
const leaseDue = unnamedStatement<LeasedMessage>(`
  with due as materialized (${DUE})
  update messages m set status = 'sending', next_try_at = $5,
    attempts = m.attempts + (due.status = 'queued' or m.mailing_id is null)::int
  from due where m.id = due.id
  returning m.*, due.status = 'sending' as was_sending, (select l.email from locations l where l.id = coalesce(
    (select o.location_id from orders o where o.id = m.order_id),
    (select r.location_id from reservations r where r.reservation_id = m.reservation_id))) as reply_to`);

async function moveToOutbox(context: Context, channels: readonly Channel[], ids: readonly string[] | undefined) {
  const { rows } = await moveDue(context.db, [context.clock.now(), channels, ids ?? null, ids?.length ?? OUTBOX_BATCH]);
  return rows;
}

/** Each sender leases the next message when it is free, so every leased message is being sent. */
async function sendBatch(context: Context, channels: readonly Channel[], ids: readonly string[] | undefined) {
  const handled: Message[] = [];
  const lease = async (most: number) => {
    const now = context.clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const { rows } = await leaseDue(context.db, [now, channels, ids ?? null, most, until]);
    handled.push(...rows);
    return rows;
  };
  const first = await lease(PARALLEL_SENDS);
  if (first.length === 0) return [];
  const sender = senderOf(await readSite(context.db), context.config);
  let left = first.length < PARALLEL_SENDS ? 0 : (ids?.length ?? SEND_BATCH) - first.length;
  const nextMessage = async () => (left-- > 0 ? (await lease(1))[0] : undefined);
  await Promise.all(
    first.map(async (leased) => {
      for (let message: LeasedMessage | undefined = leased; message; message = await nextMessage()) {
        await deliver(context, message, sender);
      }
    }),
  );
  return handled;
}

interface Sender {
  readonly name: string;
  readonly address: string;
}

async function deliver(context: Context, message: LeasedMessage, sender: Sender): Promise<void> {
  if (isInventedRecipient(context.config, message)) {
    await recordResult(context, message, { status: 'outbox', error: INVENTED_RECIPIENT });
    return;
  }
  // A process crashed while sending it. A mailing must not arrive twice, so it fails; a confirmation must arrive, so
  // it is sent again.
  if (message.was_sending && message.mailing_id !== null) {
    await recordResult(context, message, { status: 'failed', error: MAYBE_DELIVERED });
    return;
  }
  try {
    await recordResult(context, message, { status: 'sent', providerId: await sendMessage(context, message, sender) });
  } catch (error) {
    await recordResult(context, message, resultOfFailure(context, message, error));
  }
}

async function sendMessage(context: Context, message: LeasedMessage, from: Sender): Promise<string> {
  const { mailer, sms } = context;
  const sending =
    message.channel === 'mail'
      ? mailer?.send({
          from,
          to: message.recipient,
          subject: message.subject ?? '',
          text: message.body_text,
          html: message.mail_content && htmlOf(message.mail_content),
          messageId: `<${message.id}@${from.address.split('@')[1] ?? 'localhost'}>`,
          headers: { ...(isAutomatic(message) && AUTOMATIC_HEADERS), ...message.headers },
          replyTo: message.reply_to,
          calendar: message.mail_content?.calendar ?? null,
        })
      : sms?.send({ to: message.recipient, text: message.body_text });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeliveryError('unsure', 'No answer in time')), SEND_WITHIN_MS);
  });
  try {
    const sent = await Promise.race([sending, timeout]);
    return sent?.providerId ?? '';
  } finally {
    clearTimeout(timer);
  }
}

/** Tells other mail systems not to answer, for example with an absence note (RFC 3834). */
const AUTOMATIC_HEADERS = { 'Auto-Submitted': 'auto-generated' };

/** A person wrote mailings and custom messages; all others follow from an event. */
function isAutomatic({ template, mailing_id: mailingId }: Message): boolean {
  return mailingId === null && template !== 'custom';
}

const INVENTED_RECIPIENT = say`Not sent: this person was invented for the demo.`;
/** The domains of the demo's people and of its generated history, and those reserved for examples (RFC 2606). */
const INVENTED_DOMAINS = /@(?:demo\.test|mail\.test|example\.(?:com|net|org)|(?:[^@]+\.)?example)$/i;

/** A demo with a mail server must not write to people who do not exist. */
function isInventedRecipient(
  { demo, DEMO_MAILS }: Pick<Config, 'demo' | 'DEMO_MAILS'>,
  { channel, recipient }: Pick<Message, 'channel' | 'recipient'>,
): boolean {
  return demo && !DEMO_MAILS && channel === 'mail' && INVENTED_DOMAINS.test(recipient);
}

type SendResult =
  | { readonly status: 'outbox'; readonly error: string }
  | { readonly status: 'sent'; readonly providerId: string }
  | { readonly status: 'queued'; readonly error: string; readonly nextTryAt: Date }
  | { readonly status: 'failed'; readonly error: string };

/** A message is queued again, unless it was refused, tried for the last time, or is a mailing that may have arrived. */
function resultOfFailure(context: Context, message: Message, error: unknown): SendResult {
  const text = error instanceof Error ? error.message : String(error);
  const kind = error instanceof DeliveryError ? error.kind : 'unsure';
  if (kind === 'refused') return { status: 'failed', error: text };
  if (kind === 'unsure' && message.mailing_id !== null)
    return { status: 'failed', error: `${text}. ${MAYBE_DELIVERED}` };
  if (message.attempts >= MAX_ATTEMPTS[message.channel]) return { status: 'failed', error: text };
  const wait = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (message.attempts - 1), MAX_RETRY_DELAY_MS);
  return { status: 'queued', error: text, nextTryAt: new Date(context.clock.now().getTime() + wait) };
}

/** Records the result, unless the lease expired and another process has the message. */
async function recordResult(context: Context, message: Message, result: SendResult): Promise<void> {
  const now = context.clock.now();
  const write = (db: Db | Tx) =>
    db
      .updateTable('messages')
      .set({
        status: result.status,
        next_try_at: result.status === 'queued' ? result.nextTryAt : null,
        last_error: 'error' in result ? result.error : null,
        provider_id: result.status === 'sent' ? result.providerId : null,
        sent_at: result.status === 'sent' ? now : null,
        ...(result.status === 'sent' && isRedactedWhenSent(message) && REDACTED_COLUMNS),
      })
      .where('id', '=', message.id)
      .where('next_try_at', '=', message.next_try_at)
      .returning('id')
      .executeTakeFirst();
  if (result.status !== 'failed') {
    await write(context.db);
    return;
  }
  await transaction(context.db, async (tx) => {
    if (!(await write(tx))) return;
    await context.events.append(tx, {
      type: 'message.failed',
      locationId: null,
      at: now,
      data: { messageId: message.id, template: message.template, mailingId: message.mailing_id },
    });
  });
}

/** The sender by MAIL_FROM, `a@example.com` or `Name <a@example.com>`; what it lacks is from the settings. */
function senderOf(site: SiteSettings, config: Pick<Config, 'MAIL_FROM'>): { name: string; address: string } {
  const pattern = /^(?:(?:"([^"<]*)"\s*|([^"<]*))<)?([^<>\s]+)>?$/;
  const [, quoted, unquoted, address = ''] = pattern.exec((config.MAIL_FROM ?? '').trim()) ?? [];
  return {
    name: (quoted ?? unquoted ?? '').trim() || site.sender.name || site.name,
    address: address || site.sender.email,
  };
}

const MAX_WAIT_MS = 15_000;

/**
 * Sends these messages now for a request that waits for the result. If the mail server is slow, it returns earlier and
 * sending continues in the background.
 */
export async function deliverWithinRequest(context: Context, ids: readonly string[]): Promise<void> {
  const delivering = deliverMessages(context, { ids }).catch((error: unknown) =>
    context.log.warn({ err: error }, 'messages could not be sent at once; the worker retries'),
  );
  const stopWaiting = new AbortController();
  await Promise.race([
    delivering,
    pause(MAX_WAIT_MS, undefined, { signal: stopWaiting.signal, ref: false }).catch(() => undefined),
  ]);
  stopWaiting.abort();
}
