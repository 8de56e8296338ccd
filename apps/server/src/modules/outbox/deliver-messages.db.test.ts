import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { smtpMailer } from '../../adapters/messages/smtp.ts';
import { mailServer } from '../../testing/mail-server.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { testServer } from '../../testing/server.ts';
import { deliverMessages } from './deliver-messages.ts';
import { redactOldMessages } from './redact-messages.ts';
import { queueMessages } from './queue-message.ts';
import { customMail } from './templates/index.ts';
import { sampleBrand } from '../../testing/mail-samples.ts';

const smtp = await mailServer();
const mailer = smtpMailer(smtp.url);
const server = await testServer({ mailer, env: { DEMO_MAILS: '1' } });
const { context } = server;
const MINUTE = 60_000;
const { content } = customMail({
  brand: sampleBrand,
  customerName: null,
  subject: 'Hello',
  message: 'Hi',
  imageUrl: null,
});

afterAll(async () => {
  mailer.close?.();
  await smtp[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await context.db.deleteFrom('messages').execute();
  smtp.received.length = 0;
  smtp.refuse = () => null;
  smtp.onMail = () => undefined;
});

async function queue(to: string, more: { subject?: string; headers?: Record<string, string> } = {}): Promise<string> {
  const id = context.ids.uuid();
  await queueMessages(context.db, context, [
    { id, channel: 'mail', to, template: 'custom', subject: 'Hello', text: 'Hi', content, ...more },
  ]);
  return id;
}

function fateOf(id: string) {
  return context.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

test('a mail has the sender, a message id and both versions', async () => {
  const id = await queue('asha@guest.test');
  await deliverMessages(context);
  expect(await fateOf(id)).toMatchObject({
    status: 'sent',
    attempts: 1,
    last_error: null,
    sent_at: context.clock.now(),
    provider_id: expect.stringContaining('250'),
  });
  const [mail] = smtp.received;
  expect(mail?.to).toBe('asha@guest.test');
  expect(mail?.raw).toMatch(/^From: "?Sizzle & Spice"? <kitchen@sizzleandspice\.test>\r$/m);
  expect(mail?.raw).toContain(`Message-ID: <${id}@sizzleandspice.test>`);
  expect(mail?.raw).toContain('Content-Type: text/plain');
  expect(mail?.raw).toContain('Content-Type: text/html');
});

test('text in a subject, an address or a header adds no header and no recipient', async () => {
  await queue('asha@guest.test', {
    subject: 'Hello\r\nBcc: everybody@guest.test\r\n\r\nOther body',
    headers: { 'List-Unsubscribe': '<https://x.test/u>\r\nX-Evil: 1' },
  });
  const two = await queue('asha@guest.test, everybody@guest.test');
  await deliverMessages(context);
  expect(smtp.received.map((mail) => mail.to)).toEqual(['asha@guest.test']);
  const head = smtp.received[0]?.raw.split('\r\n\r\n')[0] ?? '';
  expect(head).not.toMatch(/^(Bcc|X-Evil):/im);
  expect(await fateOf(two)).toMatchObject({ status: 'failed' });
});

test.each([
  [550, 'No such mailbox'],
  [553, 'Mailbox name not allowed'],
])('a permanently refused address (%i) fails at once and is visible', async (code, reply) => {
  smtp.refuse = () => [code, reply];
  const id = await queue('nobody@guest.test');
  await deliverMessages(context);
  const { status, attempts, last_error: error } = await fateOf(id);
  expect({ status, attempts }).toEqual({ status: 'failed', attempts: 1 });
  expect(error).toContain(reply);
  const event = await context.db.selectFrom('events').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(event).toMatchObject({ type: 'message.failed', data: { messageId: id } });
});

test('retries a busy server with growing delays until it accepts the mail', async () => {
  let left = 3;
  smtp.refuse = () => (left-- > 0 ? [451, 'Try again later'] : null);
  const id = await queue('asha@guest.test');
  const waits: number[] = [];
  for (;;) {
    await deliverMessages(context);
    const { status, next_try_at: next } = await fateOf(id);
    if (status !== 'queued' || !next) break;
    waits.push((next.getTime() - context.clock.now().getTime()) / 1_000);
    expect(await deliverMessages(context)).toBe(0); // not yet due
    server.clock.set(next.toISOString());
  }
  expect(waits).toEqual([10, 20, 40]);
  expect(await fateOf(id)).toMatchObject({ status: 'sent', attempts: 4 });
  expect(smtp.received).toHaveLength(1);
});

test('gives up a server that never accepts the mail after hours, not minutes', async () => {
  smtp.refuse = () => [421, 'Closed for today'];
  const id = await queue('asha@guest.test');
  const began = context.clock.now().getTime();
  for (let round = 0; (await fateOf(id)).status === 'queued'; round++) {
    expect(round).toBeLessThan(20);
    await deliverMessages(context);
    server.clock.forward(60 * MINUTE);
  }
  const fate = await fateOf(id);
  expect(fate).toMatchObject({
    status: 'failed',
    attempts: 12,
    last_error: expect.stringContaining('Closed for today'),
  });
  expect(context.clock.now().getTime() - began).toBeGreaterThan(3 * 60 * MINUTE);
});

test('an unreachable mail server loses nothing', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  closed.close();
  const port = typeof address === 'object' ? address?.port : 0;
  const unreachable = { ...context, mailer: smtpMailer(`smtp://127.0.0.1:${port}`) };
  const id = await queue('asha@guest.test');
  await deliverMessages(unreachable);
  expect(await fateOf(id)).toMatchObject({ status: 'queued', last_error: expect.stringContaining('ECONNREFUSED') });
  server.clock.forward(MINUTE);
  await deliverMessages(context);
  expect(await fateOf(id)).toMatchObject({ status: 'sent' });
});

test('several copies of the server send each mail once', async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, (_, i) => queue(`guest${i}@guest.test`)));
  const copies = Array.from({ length: 4 }, async () => {
    while ((await deliverMessages(context)) > 0) continue;
  });
  await Promise.all(copies);
  expect(smtp.received.map((mail) => mail.to).toSorted()).toEqual(ids.map((_, i) => `guest${i}@guest.test`).toSorted());
});

test('sends what guests wait for before mailings', async () => {
  const mailing = context.ids.uuid();
  await context.db
    .insertInto('mailings')
    .values({
      id: mailing,
      template: 'custom',
      subject: 'x',
      data: '{}',
      status: 'done',
      total: 30,
      created_at: context.clock.now(),
    })
    .execute();
  const many = Array.from({ length: 30 }, (_, i) => ({
    channel: 'mail' as const,
    to: `many${i}@guest.test`,
    template: 'custom',
    text: 'x',
    mailingId: mailing,
  }));
  await queueMessages(context.db, context, many);
  server.clock.forward(1_000);
  await queue('hungry@guest.test');
  await deliverMessages(context);
  expect(smtp.received).toHaveLength(20); // one round of those thirty-one
  expect(smtp.received.map((mail) => mail.to)).toContain('hungry@guest.test');
});

test('a mail is sent again if the worker crashed while sending it; a mail of a mailing is listed as failed instead', async () => {
  const mailing = await context.db.selectFrom('mailings').select('id').executeTakeFirstOrThrow();
  const single = await queue('asha@guest.test');
  const ofMany = await queue('many@guest.test');
  await context.db.updateTable('messages').set({ mailing_id: mailing.id }).where('id', '=', ofMany).execute();
  // the state after a crash between sending and recording
  const lease = new Date(context.clock.now().getTime() + 2 * MINUTE);
  await context.db.updateTable('messages').set({ status: 'sending', attempts: 1, next_try_at: lease }).execute();
  expect(await deliverMessages(context)).toBe(0); // the lease is still valid
  server.clock.forward(3 * MINUTE);
  await deliverMessages(context);
  expect(await fateOf(single)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(await fateOf(ofMany)).toMatchObject({
    status: 'failed',
    attempts: 1,
    last_error: expect.stringContaining('may have arrived'),
  });
  expect(smtp.received.map((mail) => mail.to)).toEqual(['asha@guest.test']);
});

/** Counts how often a message is updated, and the statements of `work` outside its transactions. */
async function countOf(work: (counting: typeof context) => Promise<unknown>) {
  await sql`create sequence message_updates minvalue 0 start 0`.execute(context.db);
  await sql`
    create function count_update() returns trigger language plpgsql as
      'begin perform nextval(''message_updates''); return new; end'
  `.execute(context.db);
  await sql`create trigger counted before update on messages for each row execute function count_update()`.execute(
    context.db,
  );
  await sql`select nextval('message_updates')`.execute(context.db);
  let statements = 0;
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements += 1;
      return Promise.resolve(result);
    },
  });
  await work({ ...context, db });
  const { rows } = await sql<{ updates: number }>`
    select last_value::int as updates from message_updates`.execute(context.db);
  await sql`drop function count_update cascade`.execute(context.db);
  await sql`drop sequence message_updates`.execute(context.db);
  return { updates: rows[0]?.updates, statements };
}

test('a message is updated twice when it is sent: leased and marked as being sent, and its result', async () => {
  for (const to of ['asha@guest.test', 'noor@guest.test', 'lee@guest.test']) await queue(to);
  // The lease, the settings, and a result for each.
  expect(await countOf((counting) => deliverMessages(counting, { channel: 'mail' }))).toEqual({
    updates: 6,
    statements: 5,
  });
  expect(smtp.received).toHaveLength(3);
});

test('no more messages are marked as being sent than are being sent at once', async () => {
  for (let n = 0; n < 12; n++) await queue(`guest${n}@guest.test`);
  const sending = new Set<number>();
  const mails: string[] = [];
  const slow = {
    send: async ({ to }: { to: string }) => {
      mails.push(to);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from messages where status = 'sending'`.execute(context.db);
      sending.add(rows[0]?.count ?? 0);
      return { providerId: 'x' };
    },
  };
  await deliverMessages({ ...context, mailer: slow as never });
  expect(new Set(mails).size).toBe(12);
  expect(Math.max(...sending)).toBeLessThanOrEqual(5);
  const { rows } = await sql`select from messages where status <> 'sent'`.execute(context.db);
  expect(rows).toEqual([]);
});

test('without a mail server a message goes to the outbox at once, but later ones and mailings wait', async () => {
  const none = { ...context, mailer: null, sms: null };
  const later = new Date(context.clock.now().getTime() + MINUTE);
  const sms = { channel: 'sms', to: '+19025550177', template: 'custom', text: 'Hi' } as const;
  const mail = { channel: 'mail', to: 'asha@guest.test', template: 'custom', subject: 'Hello', text: 'Hi' } as const;
  const counts = await countOf(async (counting) => {
    await queueMessages(context.db, none, [
      { ...sms, id: 'text' },
      { ...mail, id: 'mail' },
    ]);
    expect(await deliverMessages({ ...counting, mailer: null, sms: null })).toBe(0);
  });
  expect(counts.updates).toBe(0);
  expect(await fateOf('text')).toMatchObject({ status: 'outbox', next_try_at: null, attempts: 0, sent_at: null });
  expect(await fateOf('mail')).toMatchObject({ status: 'outbox', next_try_at: null });
  await queueMessages(context.db, none, [{ ...sms, id: 'later', notBefore: later }]);
  expect(await fateOf('later')).toMatchObject({ status: 'queued', next_try_at: later });
  const mailing = await context.db.selectFrom('mailings').select('id').executeTakeFirstOrThrow();
  await queueMessages(context.db, none, [{ ...mail, id: 'of many', mailingId: mailing.id }]);
  expect(await fateOf('of many')).toMatchObject({ status: 'queued' });
  // Only texts have no provider here.
  await queueMessages(context.db, context, [{ ...mail, id: 'sendable' }]);
  expect(await fateOf('sendable')).toMatchObject({ status: 'queued' });
});

test('the search index leaves out waiting messages, and three indexes contain every message', async () => {
  const { rows } = await sql<{ name: string; condition: string | null }>`
    select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as condition
    from pg_index where indrelid = 'messages'::regclass order by 1`.execute(context.db);
  const whole = rows.filter(({ condition }) => condition === null).map(({ name }) => name);
  expect(whole).toEqual(['messages_once_key_key', 'messages_pkey', 'messages_recent']);
  expect(rows.find(({ name }) => name === 'messages_searched')?.condition).not.toMatch(/queued|sending/);
});

test('without a mail server messages wait in the outbox and are not reported as sent', async () => {
  const id = await queue('asha@guest.test');
  await deliverMessages({ ...context, mailer: null });
  expect(await fateOf(id)).toMatchObject({ status: 'outbox', sent_at: null, attempts: 0 });
});

test.each([
  ['password_reset', '/request-password-reset', { email: 'customer@demo.test', redirectTo: '/reset-password' }],
  ['verify_email', '/sign-up/email', { email: 'new@guest.test', password: 'Good-pass-1', name: 'Robin Guest' }],
] as const)(
  'the link of a %s is its owner’s: the back office reads the mail without it',
  async (template, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.fetch(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    const { id, body_text } = await context.db
      .selectFrom('messages')
      .selectAll()
      .where('template', '=', template)
      .executeTakeFirstOrThrow();
    await deliverMessages(context);
    const key = /(?:reset-password\/([\w.-]{20,})|code=\d{6})/.exec(body_text)?.[0] ?? 'no key';
    const secret = key.split(/[/=]/).at(-1) ?? key;
    const mails = smtp.received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    expect(mails.filter((raw) => raw.includes(key))).toHaveLength(1);
    const stored = await context.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...stored, id: '', provider_id: '' })).not.toContain(secret);
    const admin = await server.signIn('admin@demo.test');
    const visible = (await server.call('getMessage', { query: { messageId: id } }, admin)).body;
    expect(visible.text).toMatch(/(reset-password\/|[?]code=)…/);
    expect(visible.html).toMatch(/(reset-password\/|[?]code=)…/);
    expect(JSON.stringify(visible)).not.toContain(key);
    expect(visible.text).not.toContain(secret);
  },
);

test('an unsent mail keeps its link only while the link is valid', async () => {
  const ask = JSON.stringify({ email: 'customer2@demo.test', redirectTo: '/reset-password' });
  const headers = { 'content-type': 'application/json' };
  await server.fetch('/api/auth/request-password-reset', { method: 'POST', headers, body: ask });
  await deliverMessages({ ...context, mailer: null });
  const text = async () => {
    const { body_text } = await context.db
      .selectFrom('messages')
      .select('body_text')
      .where('recipient', '=', 'customer2@demo.test')
      .where('template', '=', 'password_reset')
      .executeTakeFirstOrThrow();
    return body_text;
  };
  await redactOldMessages(context);
  expect(await text()).toMatch(/reset-password\/[\w-]{20}/);
  server.clock.forward(61 * 60_000);
  await redactOldMessages(context);
  expect(await text()).toContain('reset-password/…');
});

const BOOKING_KEY = '?token=abcdefgh1234';

/** Queues a mail with an access token in every part and sets its status. */
async function queueBooking(id: string, status: 'queued' | 'sent' | 'failed' | 'outbox'): Promise<void> {
  const url = `https://tiffin.test/reservations/RES-1${BOOKING_KEY}`;
  const mail = { channel: 'mail', to: 'booked@guest.test', template: 'promotion', subject: 'Your table' } as const;
  const storedContent = { ...content, draft: { ...content.draft, unsubscribeUrl: url } };
  await queueMessages(context.db, context, [
    { ...mail, id, text: `See ${url}`, content: storedContent, headers: { 'List-Unsubscribe': `<${url}>` } },
  ]);
  const sentAt = status === 'sent' || status === 'failed' ? context.clock.now() : null;
  await context.db.updateTable('messages').set({ status, sent_at: sentAt }).where('id', '=', id).execute();
}

test('a sent message keeps its links while it may bounce and then loses all tokens; an unsent one keeps them', async () => {
  for (const fate of ['sent', 'failed', 'queued', 'outbox'] as const) await queueBooking(fate, fate);
  const many = Array.from({ length: 250 }, (_, i) => `sent-${i}`);
  for (const id of many) await queueBooking(id, 'sent');
  const keeping = async () => {
    const messages = await context.db.selectFrom('messages').selectAll().orderBy('id').execute();
    return messages.filter((message) => JSON.stringify(message).includes('abcdefgh')).map(({ id }) => id);
  };
  server.clock.forward(2 * 24 * 60 * MINUTE);
  await redactOldMessages(context);
  expect(await keeping()).toHaveLength(4 + many.length);
  server.clock.forward(24 * 60 * MINUTE + MINUTE);
  await redactOldMessages(context);
  expect(await keeping()).toEqual(['outbox', 'queued']);
  const { body_text: text, mail_content: storedContent, headers } = await fateOf('sent');
  expect(text).toBe('See https://tiffin.test/reservations/RES-1?token=…');
  expect(storedContent?.draft.unsubscribeUrl).toBe('https://tiffin.test/reservations/RES-1?token=…');
  expect(headers).toEqual({ 'List-Unsubscribe': '<https://tiffin.test/reservations/RES-1?token=…>' });
});

test('a sent message about an order or reservation keeps no link; when it bounces, its own link is restored', async () => {
  const admin = await server.signIn('admin@demo.test');
  const [own, others] = ['RES-TRU-20261127-AAAA', 'RES-TRU-20261127-BBBB'].map((reservationId) => {
    const url = `https://tiffin.test/reservations/${reservationId}?token=`;
    return { reservationId, url, whole: `${url}${context.linkKeys('reservation', reservationId)}` };
  });
  if (!own || !others) throw new Error('expected two messages');
  const text = `See ${own.whole} and ${others.url}…`;
  const storedContent = { ...content, draft: { ...content.draft, unsubscribeUrl: own.whole } };
  const about = { template: 'reservation_confirmation', reservationId: own.reservationId } as const;
  await queueMessages(context.db, context, [
    {
      ...about,
      id: 'table',
      channel: 'mail',
      to: 'booked@guest.test',
      subject: 'Your table',
      text,
      content: storedContent,
    },
  ]);
  await deliverMessages(context);
  expect(JSON.stringify(await fateOf('table'))).not.toMatch(/token=[\w-]/);
  await server.call('reportBounce', { body: { messageId: 'table', reason: 'Mailbox full' } }, admin);
  server.clock.forward(4 * 24 * 60 * MINUTE);
  await redactOldMessages(context);
  // a link to something else is never restored
  expect((await server.call('retryMessage', { body: { messageId: 'table' } }, admin)).status).toBe(409);
  await context.db
    .updateTable('messages')
    .set({ body_text: `See ${own.url}…` })
    .execute();
  expect((await server.call('retryMessage', { body: { messageId: 'table' } }, admin)).body.message.status).toBe('sent');
  const mails = smtp.received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  expect(mails.map((raw) => raw.split(own.whole).length > 2)).toEqual([true, true]);
  expect(JSON.stringify(await fateOf('table'))).not.toMatch(/token=[\w-]/);
});

test('a bounced mail can be sent again with its links, but not after they were removed', async () => {
  const admin = await server.signIn('admin@demo.test');
  await queueBooking('bounced', 'queued');
  await context.db.updateTable('messages').set({ template: 'reservation_confirmation' }).execute();
  const bounce = () => server.call('reportBounce', { body: { messageId: 'bounced', reason: 'Mailbox full' } }, admin);
  const retry = () => server.call('retryMessage', { body: { messageId: 'bounced' } }, admin);
  await deliverMessages(context);
  const visible = (await server.call('getMessage', { query: { messageId: 'bounced' } }, admin)).body;
  expect(visible.text).toContain('?token=…');
  expect((await bounce()).status).toBe(200);
  expect((await retry()).body.message).toMatchObject({ status: 'sent' });
  const mails = smtp.received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  expect(mails.map((raw) => raw.split('\r\n\r\n').slice(1).join().includes(BOOKING_KEY))).toEqual([true, true]);

  expect((await bounce()).status).toBe(200);
  server.clock.forward(4 * 24 * 60 * MINUTE);
  await redactOldMessages(context);
  const tooLate = await retry();
  expect([tooLate.status, tooLate.body.code]).toEqual([409, 'failed-precondition']);
  expect(smtp.received).toHaveLength(2);
});

test('a mail about a location is answered to it, is marked as sent automatically, and carries its event', async () => {
  await context.db.updateTable('locations').set({ email: 'truro@house.test' }).where('id', '=', 'truro').execute();
  const { body } = await server.call('createReservation', { body: bookingOf({ date: '2027-01-05' }) });
  expect(body.error).toBeUndefined();
  await server.settle();
  await deliverMessages(context);
  const mail = smtp.received.find(({ raw }) => raw.replaceAll('=\r\n', '').includes(body.reservation.reservationId));
  expect(mail?.raw).toMatch(/^Reply-To: truro@house\.test\r$/m);
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.raw).toMatch(/^Content-Type: text\/calendar;[^]*?method=REQUEST/m);
});

test('a mail that a person wrote has no automatic header, and without a location answers go to the sender', async () => {
  await queue('asha@guest.test');
  await deliverMessages(context);
  expect(smtp.received[0]?.raw).not.toMatch(/^Auto-Submitted/m);
  expect(smtp.received[0]?.raw).not.toMatch(/^Reply-To/m);
});

test.each(['liam@demo.test', 'amara2@mail.test', 'a@example.com', 'b@shop.example'])(
  'a demo with a mail server does not write to %s, whom it invented',
  async (to) => {
    const id = await queue(to);
    const outside = await queue('asha@guest.test');
    const { config } = context;
    await deliverMessages({ ...context, config: { ...config, DEMO_MAILS: false } });
    expect(smtp.received.map((mail) => mail.to)).toEqual(['asha@guest.test']);
    expect(await fateOf(id)).toMatchObject({ status: 'outbox', last_error: expect.stringContaining('invented') });
    expect(await fateOf(outside)).toMatchObject({ status: 'sent' });
    // Outside a demo, and where the owner allows it, they are addresses like others.
    const again = await queue(to);
    await deliverMessages({ ...context, config: { ...config, DEMO_MAILS: false, demo: false } });
    const allowed = await queue(to);
    await deliverMessages({ ...context, config: { ...config, DEMO_MAILS: true } });
    expect([(await fateOf(again)).status, (await fateOf(allowed)).status]).toEqual(['sent', 'sent']);
  },
);
