import { EMAIL_TEMPLATES } from '@tiffin/domain/messages';
import { cents } from '@tiffin/domain/core';
import type { KeyScope } from '@tiffin/domain/people';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { smtpMailer } from '../../../adapters/messages/smtp.ts';
import { mailServer } from '../../../testing/mail-server.ts';
import { orderData } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { queueMessages } from '../../outbox/queue-message.ts';

const smtp = await mailServer();
const mailer = smtpMailer(smtp.url);
const server = await testServer({ mailer, env: { DEMO_MAILS: '1' } });
const quiet = await testServer();
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const hello = { subject: 'Hello', message: 'Hello {customerName}!' };

afterAll(async () => {
  mailer.close?.();
  await smtp[Symbol.asyncDispose]();
});

beforeEach(() => {
  server.clock.forward(1_000);
  smtp.received.length = 0;
  smtp.refuse = () => null;
});

function bodyOf(raw: string | undefined): string {
  return (raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

test('lists the templates and whether mail is sent [A-API-16] [A-MAIL-01] [A-MAIL-02]', async () => {
  const { body } = await server.call('getEmailTemplates', {}, admin);
  expect(body).toMatchObject({ emailEnabled: true, templates: EMAIL_TEMPLATES });
  expect(body.templates.map((template) => template.id)).toEqual([
    'order_confirmation',
    'reservation_confirmation',
    'custom',
    'promotion',
  ]);
  const without = await quiet.call('getEmailTemplates', {}, await quiet.signIn('admin@demo.test'));
  expect(without.body.emailEnabled).toBe(false);
});

test('sendEmail sends one mail and returns its status [A-API-14]', async () => {
  const { body } = await server.call(
    'sendEmail',
    {
      body: {
        to: ' Customer@demo.test ',
        templateId: 'custom',
        templateData: hello,
        metadata: { source: 'admin_dashboard' },
      },
    },
    admin,
  );
  expect(body).toMatchObject({ success: true, status: 'sent', error: null });
  expect(smtp.received.map((mail) => mail.to)).toEqual(['customer@demo.test']);
  expect(bodyOf(smtp.received[0]?.raw)).toContain('Hello Priya Sharma!');
  const { body: log } = await server.call('getAuditLog', { query: { search: 'send-email' } }, admin);
  expect(log.entries[0]?.after).toMatchObject({ to: 'customer@demo.test', source: 'admin_dashboard' });
});

test('a refused mail is reported and listed as failed', async () => {
  smtp.refuse = () => [550, 'No such mailbox'];
  const { status, body } = await server.call(
    'sendEmail',
    { body: { to: 'gone@guest.test', templateId: 'custom', templateData: hello } },
    admin,
  );
  expect(status).toBe(409);
  expect(body.error).toMatch(/^Failed to send email: .*No such mailbox/);
  const { body: list } = await server.call('getMessages', { query: { status: 'failed' } }, admin);
  expect(list.messages).toMatchObject([{ to: 'gone@guest.test', status: 'failed', attempts: 1 }]);
  expect(list.counts).toEqual({ waiting: 0, outbox: 0, failed: 1 });
});

test('a failed mail can be sent again, a delivered one cannot', async () => {
  const { body } = await server.call('getMessages', { query: { status: 'failed' } }, admin);
  const messageId = body.messages[0]?.id ?? '';
  const again = await server.call('retryMessage', { body: { messageId } }, admin);
  expect(again.body.message).toMatchObject({ status: 'sent', attempts: 1, error: null });
  expect((await server.call('retryMessage', { body: { messageId } }, admin)).status).toBe(409);
  expect((await server.call('retryMessage', { body: { messageId: 'nothing' } }, admin)).status).toBe(404);
});

test('a later bounce marks a sent mail as failed', async () => {
  const { body } = await server.call(
    'sendEmail',
    { body: { to: 'full@guest.test', templateId: 'custom', templateData: hello } },
    admin,
  );
  const bounced = await server.call(
    'reportBounce',
    { body: { messageId: `<${body.messageId}@sizzleandspice.test>`, reason: 'Mailbox full' } },
    admin,
  );
  expect(bounced.body.message).toMatchObject({ status: 'failed', error: 'Bounced: Mailbox full' });
});

test('without a mail server a mail waits in the outbox and can be read there', async () => {
  const caller = await quiet.signIn('admin@demo.test');
  const { body } = await quiet.call(
    'sendEmail',
    { body: { to: 'customer@demo.test', templateId: 'custom', templateData: hello } },
    caller,
  );
  expect(body.status).toBe('outbox');
  const { body: list } = await quiet.call('getMessages', { query: { status: 'outbox' } }, caller);
  expect(list.messages).toMatchObject([{ to: 'customer@demo.test', name: 'Priya Sharma', sentAt: null }]);
  const { body: read } = await quiet.call('getMessage', { query: { messageId: body.messageId } }, caller);
  expect(read.text).toContain('Hello Priya Sharma!');
  expect(read.html).toContain('<!doctype html>');
});

test('the list is filtered by channel, status and address, and has pages', async () => {
  const now = context.clock.now();
  await queueMessages(context.db, context, [
    { channel: 'sms', to: '+19025550123', template: 'order_ready', text: 'Ready', notBefore: new Date('2027-01-01') },
    ...Array.from({ length: 130 }, (_, i) => ({
      channel: 'mail' as const,
      to: `page${i}@pages.test`,
      template: 'custom',
      subject: 'Pages',
      text: 'x',
      notBefore: new Date('2027-01-01'),
    })),
  ]);
  expect(now.getTime()).toBeLessThan(Date.parse('2027-01-01'));
  const find = async (query: Record<string, string>) =>
    (await server.call('getMessages', { query }, admin)).body.messages.map((message) => message.to);
  expect(await find({ channel: 'sms' })).toEqual(['+19025550123']);
  expect(await find({ search: '5550123' })).toEqual(['+19025550123']);
  expect(await find({ search: 'PAGE129@' })).toEqual(['page129@pages.test']);
  expect(await find({ search: 'page1_9' })).toEqual([]);
  for (const status of ['sending', 'sent', 'outbox', 'failed', 'cancelled'] as const) {
    await context.db.updateTable('messages').set({ status }).where('recipient', '=', 'page129@pages.test').execute();
    expect([status, ...(await find({ search: 'PAGE129@' }))]).toEqual([status, 'page129@pages.test']);
  }
  const first = await server.call('getMessages', { query: { search: 'pages.test', limit: '100' } }, admin);
  const cursor = first.body.nextCursor ?? '';
  const second = await server.call('getMessages', { query: { search: 'pages.test', limit: '100', cursor } }, admin);
  const recipients = [...first.body.messages, ...second.body.messages].map((message) => message.to);
  expect(new Set(recipients).size).toBe(130);
  expect(second.body.nextCursor).toBeNull();
  await context.db.deleteFrom('messages').where('subject', '=', 'Pages').execute();
});

test('a preview shows the mail as it would arrive and 200 characters of its text [A-API-17] [A-MAIL-12]', async () => {
  const message = `Hello {customerName}, ${'spice '.repeat(60)}`;
  const { body } = await server.call(
    'previewEmail',
    { body: { templateId: 'custom', templateData: { subject: 'A <b>bold</b> word', message, customerName: 'Asha' } } },
    admin,
  );
  expect(body.subject).toBe('A <b>bold</b> word');
  expect(body.html).toContain('A &lt;b&gt;bold&lt;/b&gt; word');
  expect(body.html).toContain('Hello Asha,');
  expect(body.preview).toMatch(/^Hello Asha, spice/);
  expect(body.preview).toHaveLength(203);
  expect(body.preview.endsWith('...')).toBe(true);
});

test.each(['order_confirmation', 'reservation_confirmation', 'promotion'])(
  '%s can be looked at before there is one',
  async (templateId) => {
    const { body } = await server.call(
      'previewEmail',
      { body: { templateId, templateData: { offerTitle: 'Soup' } } },
      admin,
    );
    expect(body.html).toContain('Sizzle &amp; Spice');
    expect((await server.call('getMessages', {}, admin)).body.counts.waiting).toBe(1); // the preview queued nothing
  },
);

test('an unknown template has no preview', async () => {
  const answer = await server.call('previewEmail', { body: { templateId: 'invoice' } }, admin);
  expect(answer).toMatchObject({ status: 400, body: { error: 'Invalid email template selected' } });
});

test('a reservation confirmation needs its data and contains the location’s address [A-MAIL-27] [A-MAIL-20]', async () => {
  const data = {
    customerName: 'Asha',
    reservationDate: '2026-11-21',
    reservationTime: '6:30 PM',
    partySize: 4,
    restaurantLocation: { id: 'new-glasgow' },
  };
  const send = (templateData: object) =>
    server.call(
      'sendEmail',
      { body: { to: 'asha@guest.test', templateId: 'reservation_confirmation', templateData } },
      admin,
    );
  expect(await send(data)).toMatchObject({ status: 200, body: { status: 'sent' } });
  const text = bodyOf(smtp.received[0]?.raw);
  expect(text).toContain('60 Archimedes St, B2H 2T2');
  expect(text).toContain('Time: 6:30 p.m.');
  server.clock.forward(1_000);
  for (const missing of [{ partySize: 0 }, { reservationDate: '' }, { customerName: '  ' }]) {
    expect((await send({ ...data, ...missing })).body.error).toBe('Missing required reservation data');
  }
  expect((await send({ ...data, reservationTime: '25:99' })).status).toBe(400);
});

test('an order confirmation contains the stored order', async () => {
  const at = context.clock.now();
  const price = cents(1_699);
  await context.db
    .insertInto('orders')
    .values({
      id: 'TRU-20261120-7KQ4M',
      location_id: 'truro',
      payment_method: 'cash',
      order_type: 'pickup',
      subtotal_cents: price,
      tax_cents: 238,
      tip_cents: 0,
      total_cents: 1_937,
      tax_rate: 14_000,
      tax_label: 'HST',
      item_count: 1,
      customer_name: 'Asha',
      business_date: '2026-11-20',
      estimated_ready: new Date(at.getTime() + 18 * 60_000),
      order_time: at,
      receipt_token: 'tok',
    })
    .execute();
  await context.db
    .insertInto('order_items')
    .values({
      order_id: 'TRU-20261120-7KQ4M',
      line: 1,
      item_id: 'x',
      name: 'Butter Chicken',
      unit_price_cents: price,
      quantity: 1,
      category: 'c',
    })
    .execute();
  const send = (orderId: string | undefined) =>
    server.call('sendEmail', { body: { to: 'asha@guest.test', templateId: 'order_confirmation', orderId } }, admin);
  expect((await send('TRU-20261120-7KQ4M')).status).toBe(200);
  const text = bodyOf(smtp.received[0]?.raw);
  expect(text).toContain('Subject: Your order TRU-20261120-7KQ4M is confirmed');
  expect(text).toMatch(/1 × Butter Chicken +\$16\.99|1 =C3=97 Butter Chicken +\$16\.99/);
  expect(text).toContain('(CASH ON PICKUP)');
  server.clock.forward(1_000);
  expect(await send('TRU-20261120-XXXXX')).toMatchObject({ status: 404, body: { error: 'Order not found' } });
  expect((await send(undefined)).body.error).toBe('orderId is required');
});

test('returns the mail statistics of the last days [A-API-18]', async () => {
  const { body } = await server.call('getEmailStats', { query: { days: '7' } }, admin);
  const { total, sent, failed, outbox, waiting, successRate, templates, byDay } = body;
  expect(failed).toBe(1);
  expect(sent).toBeGreaterThan(2);
  expect(total).toBe(sent + failed + outbox + waiting);
  expect(successRate).toBe(Math.round((sent / (sent + 1)) * 1_000) / 10);
  expect(Object.values(templates).reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(byDay).toHaveLength(7);
  expect(byDay.at(-1)).toEqual({ date: '2026-11-20', sent, failed });
  const empty = await quiet.call('getEmailStats', { query: { days: '1' } }, await quiet.signIn('admin@demo.test'));
  expect(empty.body).toMatchObject({ total: 1, sent: 0, failed: 0, outbox: 1, successRate: 0 });
  // What waits has neither failed nor succeeded.
  const sentMails = server.context.db.updateTable('messages').where('channel', '=', 'mail');
  const { id } = await server.context.db
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', 'mail')
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow();
  await sentMails.set({ status: 'sending' }).where('id', '=', id).execute();
  const { body: later } = await server.call('getEmailStats', { query: { days: '7' } }, admin);
  expect(later).toMatchObject({ total, waiting: waiting + 1, sent: sent - 1 });
  expect(later.successRate).toBe(Math.round(((sent - 1) / sent) * 1_000) / 10);
  await sentMails.set({ status: 'sent' }).where('id', '=', id).execute();
});

test('without a mail server a reset link is shown to an admin with recent proof, and to no API key', async () => {
  const body = JSON.stringify({ email: 'admin@demo.test', redirectTo: '/reset-password' });
  const headers = { 'content-type': 'application/json' };
  await quiet.fetch('/api/auth/request-password-reset', { method: 'POST', headers, body });
  const { id } = await quiet.context.db
    .selectFrom('messages')
    .select('id')
    .where('template', '=', 'password_reset')
    .executeTakeFirstOrThrow();
  const read = (as: Caller) => quiet.call('getMessage', { query: { messageId: id } }, as);
  const caller = await quiet.signIn('admin@demo.test');
  expect((await read(caller)).body.text).toMatch(/reset-password\/[\w-]{20}/);
  for (const scopes of [['messages:read' as const], null]) {
    const made = await quiet.call('createApiKey', { body: { name: 'Reader', scopes } }, caller);
    const seen = await read({ 'x-api-key': made.body.key ?? '' });
    expect(seen.status).toBe(200);
    expect(seen.body.text).toContain('reset-password/…');
    expect(JSON.stringify(seen.body)).not.toMatch(/reset-password\/[\w-]/);
  }
  quiet.clock.forward(11 * 60_000);
  expect(await read(caller)).toMatchObject({ status: 403, body: { code: 'fresh-sign-in-needed' } });
});

test('a key that reads messages sees no link to an order, waiting or in a preview', async () => {
  const caller = await quiet.signIn('admin@demo.test');
  const made = await quiet.call(
    'createApiKey',
    { body: { name: 'Reader', scopes: ['messages:read', 'orders:read'] } },
    caller,
  );
  const key = { 'x-api-key': made.body.key ?? '' };
  const body = { ...(await orderData(quiet)), paymentMethod: 'cash' as const };
  const { orderId } = (await quiet.call('createCustomerOrderCash', { body }, SITE_KEY)).body;
  const mail = { templateId: 'order_confirmation' as const, templateData: { orderId } };
  const previews = (as: Caller) => quiet.call('previewEmail', { body: mail }, as);
  expect((await previews(caller)).body.text).toMatch(/token=[\w-]/);
  expect(JSON.stringify((await previews(key)).body)).not.toMatch(/token=[\w-]/);
  const sent = await quiet.call('sendEmail', { body: { to: 'customer@demo.test', ...mail } }, caller);
  const read = (as: Caller) => quiet.call('getMessage', { query: { messageId: sent.body.messageId } }, as);
  expect((await read(caller)).body.text).toMatch(/token=[\w-]/);
  expect(JSON.stringify((await read(key)).body)).not.toMatch(/token=[\w-]/);
});

let guests = 0;

/** A cash order of a guest with an address of their own, and a key with these scopes. */
async function orderAndKey(scopes: KeyScope[]) {
  const caller = await quiet.signIn('admin@demo.test');
  const made = await quiet.call('createApiKey', { body: { name: 'Writer', scopes } }, caller);
  guests++;
  const email = `amara${guests}@example.com`;
  const customerInfo = { name: 'Amara', email, phone: `902-555-019${guests}`, firebaseId: null };
  const body = { ...(await orderData(quiet, { customerInfo })), paymentMethod: 'cash' as const };
  const { orderId } = (await quiet.call('createCustomerOrderCash', { body }, SITE_KEY)).body;
  return { orderId, email, key: { 'x-api-key': made.body.key ?? '' }, caller };
}

test('an API key mails about an order only to its own address, whatever the template and however it is sent', async () => {
  const { orderId, email, key, caller } = await orderAndKey(['messages:write']);
  const ownAddress = email.replace('amara', 'Amara');
  const texts = { subject: 'Hello', message: `https://tiffin.test/receipt/${orderId}?token=…` };
  const confirmation = { templateId: 'order_confirmation' as const, templateData: { orderId } };
  const custom = { templateId: 'custom' as const, templateData: texts, metadata: { orderId } };
  const to = 'thief@evil.test';
  const refused = [
    await quiet.call('sendEmail', { body: { to, ...confirmation } }, key),
    // Sent again after a bounce, it would get its link back.
    await quiet.call('sendEmail', { body: { to, ...custom } }, key),
    await quiet.call('sendEmail', { body: { to, templateId: 'custom', templateData: texts, orderId } }, key),
    await quiet.call('sendBulkEmail', { body: { recipients: [to], ...confirmation } }, key),
    await quiet.call('sendBulkEmail', { body: { recipients: [ownAddress, to], ...confirmation } }, key),
  ];
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([403, 'permission-denied']);
    expect(body.error).toContain('only to the address of the order');
  }
  const sentTo = await quiet.context.db.selectFrom('messages').select('id').where('recipient', '=', to).execute();
  expect(sentTo).toEqual([]);
  expect((await quiet.call('sendEmail', { body: { to: ownAddress, ...confirmation } }, key)).status).toBe(200);
  quiet.clock.forward(1_000);
  const bulk = await quiet.call('sendBulkEmail', { body: { recipients: [ownAddress], ...confirmation } }, key);
  expect(bulk.body).toMatchObject({ successful: 1 });
  // An admin may answer from another address than the order's.
  expect((await quiet.call('sendEmail', { body: { to, ...confirmation } }, caller)).status).toBe(200);
});

test('a key previews the confirmation of an order only with the scope to read orders', async () => {
  const { orderId, key } = await orderAndKey(['messages:read']);
  const preview = (templateData: object, as: Caller) =>
    quiet.call('previewEmail', { body: { templateId: 'order_confirmation', templateData } }, as);
  expect(await preview({ orderId }, key)).toMatchObject({
    status: 403,
    body: { code: 'scope-missing', scope: 'orders:read' },
  });
  expect((await preview({}, key)).status).toBe(200);
});

test('a key that reads messages or the audit log sees no page of a payment', async () => {
  const { orderId, key, caller } = await orderAndKey(['messages:read', 'settings:read']);
  const page = 'https://checkout.stripe.com/c/pay/cs_live_a1B2#fidkdWxOYHwnPyd1';
  const page2 = `${quiet.context.publicUrl}/pay/sandbox/sbx_Abc123`;
  await quiet.context.db.updateTable('orders').set({ payment_url: page }).where('id', '=', orderId).execute();
  const message = `Pay here: {paymentUrl} or ${page2}.`;
  expect((await quiet.call('sendCustomSMS', { body: { orderId, message } }, caller)).status).toBe(200);
  const { id: messageId } = await quiet.context.db
    .selectFrom('messages')
    .select('id')
    .where('order_id', '=', orderId)
    .where('template', '=', 'custom')
    .executeTakeFirstOrThrow();
  const read = async (as: Caller) => [
    (await quiet.call('getMessage', { query: { messageId } }, as)).body.text,
    JSON.stringify((await quiet.call('getAuditLog', { query: { subjectId: orderId } }, as)).body.entries),
  ];
  for (const text of await read(caller)) for (const url of [page, page2]) expect(text).toContain(url);
  for (const text of await read(key)) {
    expect(text).toContain('Pay here: https://checkout.stripe.com/…');
    expect(text).toContain('/pay/sandbox/…');
    expect(text).not.toMatch(/cs_live|sbx_/);
  }
});
