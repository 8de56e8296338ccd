import { sql, type Selectable } from 'kysely';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { Undelivered } from '../../adapters/messages/sending.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import { EMPTIED, isEmptiedWhenSent } from './keys-in-messages.ts';
import { tellMailings } from './mailing-progress.ts';
import { htmlOf } from './templates/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@tiffin/domain/core';

type Message = Selectable<Schema['messages']>;
type Channel = Message['channel'];

const CHANNELS: readonly Channel[] = ['mail', 'sms'];

const BATCH = 20;
const AT_ONCE = 5;
/** Without anything to send with, many are laid in the outbox at a time. */
const OUTBOX_BATCH = 200;
/** A sender that was killed in the middle gives its messages back after this long. */
const LEASE_MS = 2 * 60_000;
/** Shorter than the lease: whoever hangs is given up before somebody else may try. */
const SEND_WITHIN_MS = 90_000;
/** Mail is still welcome after hours; a text "your order is ready" is not. */
const MOST_ATTEMPTS: Record<Channel, number> = { mail: 12, sms: 8 };
const LONGEST_WAIT_MS = 60 * 60_000;

const IN_DOUBT = say`Interrupted while it was handed over: it may have arrived. It is not sent twice by itself.`;

interface Due {
  readonly channel?: Channel;
  /** Only these. */
  readonly ids?: readonly string[];
}

/**
 * Sends what is due, a few at a time. Each message is taken under a lease and marked as being sent
 * right before it is, outside any transaction, and its fate is written down. With nothing to send it
 * with, it goes to the outbox, where people read it. Answers how many were handled.
 */
export async function deliverMessages(context: Context, due: Due = {}): Promise<number> {
  const channels = due.channel ? [due.channel] : CHANNELS;
  const sendable = channels.filter((channel) => providerOf(context, channel));
  const others = channels.filter((channel) => !sendable.includes(channel));
  const handled = [
    ...(others.length > 0 ? await layInOutbox(context, others, due.ids) : []),
    ...(sendable.length > 0 ? await sendSome(context, sendable, due.ids) : []),
  ];
  await tellMailings(
    context,
    handled.flatMap((message) => message.mailing_id ?? []),
  );
  return handled.length;
}

const providerOf = ({ mailer, sms }: Context, channel: Channel) => (channel === 'mail' ? mailer : sms);

async function layInOutbox(context: Context, channels: readonly Channel[], ids?: readonly string[]) {
  return context.db
    .updateTable('messages')
    .set({ status: 'outbox', next_try_at: null, last_error: null, provider_id: null, sent_at: null })
    .where('id', 'in', dueIn(context.db, context.clock.now(), channels, ids, OUTBOX_BATCH))
    .returning('mailing_id')
    .execute();
}

async function sendSome(context: Context, channels: readonly Channel[], ids?: readonly string[]): Promise<Message[]> {
  const taken = await take(context, channels, ids);
  if (taken.length === 0) return [];
  const sender = senderFrom(await readSite(context.db), context.config);
  const waiting = taken.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const message of waiting) await deliver(context, message, sender);
    }),
  );
  return taken;
}

/** What guests wait for goes before mail to many. */
function dueIn(
  db: Db | Tx,
  now: Date,
  channels: readonly Channel[],
  only: readonly string[] | undefined,
  most: number,
) {
  const query = db
    .selectFrom('messages')
    .select('id')
    .where('status', 'in', ['queued', 'sending'])
    .where('next_try_at', '<=', now)
    .where('channel', 'in', channels)
    .orderBy(sql`mailing_id is not null`)
    .orderBy('next_try_at')
    .limit(only?.length ?? most)
    .forUpdate()
    .skipLocked();
  return only ? query.where('id', 'in', only) : query;
}

function take(context: Context, channels: readonly Channel[], only?: readonly string[]): Promise<Message[]> {
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    const ids = (await dueIn(tx, now, channels, only, BATCH).execute()).map((each) => each.id);
    if (ids.length === 0) return [];
    const taken = await tx
      .updateTable('messages')
      .set({ next_try_at: new Date(now.getTime() + LEASE_MS) })
      .where('id', 'in', ids)
      .returningAll()
      .execute();
    return taken.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  });
}

async function deliver(context: Context, message: Message, sender: { name: string; address: string }): Promise<void> {
  // Somebody was killed while sending it. One mail of many must not come twice; a confirmation must come.
  if (message.status === 'sending' && message.mailing_id !== null) {
    await settle(context, message, { status: 'failed', words: IN_DOUBT });
    return;
  }
  const begun = await begin(context, message);
  if (!begun) return; // the lease ran out, and another copy has it
  try {
    await settle(context, begun, { status: 'sent', providerId: await send(context, begun, sender) });
  } catch (error) {
    await settle(context, begun, afterFailure(context, begun, error));
  }
}

async function begin(context: Context, message: Message): Promise<Message | undefined> {
  return context.db
    .updateTable('messages')
    .set({
      status: 'sending',
      attempts: sql`attempts + 1`,
      next_try_at: new Date(context.clock.now().getTime() + LEASE_MS),
    })
    .where('id', '=', message.id)
    .where('status', '=', message.status)
    .where('next_try_at', '=', message.next_try_at)
    .returningAll()
    .executeTakeFirst();
}

async function send(context: Context, message: Message, from: { name: string; address: string }): Promise<string> {
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
          headers: message.headers ?? {},
        })
      : sms?.send({ to: message.recipient, text: message.body_text });
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Undelivered('unsure', 'No answer in time')), SEND_WITHIN_MS);
  });
  try {
    const sent = await Promise.race([sending, tooLate]);
    return sent?.providerId ?? '';
  } finally {
    clearTimeout(late);
  }
}

type Fate =
  | { readonly status: 'sent'; readonly providerId: string }
  | { readonly status: 'queued'; readonly words: string; readonly nextTryAt: Date }
  | { readonly status: 'failed'; readonly words: string };

function afterFailure(context: Context, message: Message, error: unknown): Fate {
  const words = error instanceof Error ? error.message : String(error);
  const kind = error instanceof Undelivered ? error.kind : 'unsure';
  if (kind === 'refused') return { status: 'failed', words };
  if (kind === 'unsure' && message.mailing_id !== null) return { status: 'failed', words: `${words}. ${IN_DOUBT}` };
  if (message.attempts >= MOST_ATTEMPTS[message.channel]) return { status: 'failed', words };
  // 10 s, 20 s, 40 s … at most an hour
  const wait = Math.min(10_000 * 2 ** (message.attempts - 1), LONGEST_WAIT_MS);
  return { status: 'queued', words, nextTryAt: new Date(context.clock.now().getTime() + wait) };
}

/** Writes the fate down, unless the lease ran out and somebody else has the message. */
async function settle(context: Context, message: Message, fate: Fate): Promise<void> {
  const now = context.clock.now();
  const write = (db: Db | Tx) =>
    db
      .updateTable('messages')
      .set({
        status: fate.status,
        next_try_at: fate.status === 'queued' ? fate.nextTryAt : null,
        last_error: 'words' in fate ? fate.words : null,
        provider_id: fate.status === 'sent' ? fate.providerId : null,
        sent_at: fate.status === 'sent' ? now : null,
        ...(fate.status === 'sent' && isEmptiedWhenSent(message) && EMPTIED),
      })
      .where('id', '=', message.id)
      .where('next_try_at', '=', message.next_try_at)
      .returning('id')
      .executeTakeFirst();
  if (fate.status !== 'failed') {
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

/** Whom mails come from: the sender of the settings, at the address the mail server lets us use. */
function senderFrom(site: SiteSettings, config: Pick<Config, 'MAIL_FROM'>): { name: string; address: string } {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<]*?)"?\s*<)?([^<>\s]+)>?\s*$/.exec(config.MAIL_FROM ?? '') ?? [];
  return { name: name || site.sender.name || site.name, address: address || site.sender.email };
}

const WAIT_AT_MOST_MS = 15_000;

/**
 * Hands these messages over now, for somebody who waits for the answer. A slow server is not waited
 * for longer than a person would: the rest goes on behind their back.
 */
export async function deliverSoon(context: Context, ids: readonly string[]): Promise<void> {
  const delivering = deliverMessages(context, { ids }).catch((error: unknown) =>
    context.log.warn({ err: error }, 'messages could not be delivered at once; the courier tries again'),
  );
  const over = new AbortController();
  await Promise.race([
    delivering,
    pause(WAIT_AT_MOST_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined),
  ]);
  over.abort();
}
