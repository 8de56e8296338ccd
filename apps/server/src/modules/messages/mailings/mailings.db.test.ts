import { afterAll, beforeEach, expect, test } from 'vitest';
import { smtpMailer } from '../../../adapters/messages/smtp.ts';
import { mailServer } from '../../../testing/mail-server.ts';
import { testServer } from '../../../testing/server.ts';
import { deliverMessages } from '../../outbox/deliver-messages.ts';
import { releaseBatches } from './release-batches.ts';

const smtp = await mailServer();
const mailer = smtpMailer(smtp.url);
const server = await testServer({ mailer, env: { DEMO_MAILS: '1' } });
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const hello = { subject: 'News for {customerName}', message: 'Hello {customerName}!', isAboutOwnOrders: true };

afterAll(async () => {
  mailer.close?.();
  await smtp[Symbol.asyncDispose]();
});

beforeEach(() => {
  server.clock.forward(1_000); // one send per second
  smtp.received.length = 0;
  smtp.refuse = () => null;
});

async function addPeople(count: number, domain: string): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: context.ids.uuid(),
    email: `p${i}@${domain}`,
    name: `Person ${i}`,
  }));
  await context.db.insertInto('users').values(rows).execute();
  return rows.map((row) => row.id);
}

async function consent(email: string, agrees = true): Promise<void> {
  const caller = await server.signIn(email);
  await server.call('updateMe', { body: { preferences: { marketing: agrees } } }, caller);
}

/** What the sender does every second. */
async function courierRound(): Promise<void> {
  await releaseBatches(context);
  while ((await deliverMessages(context)) > 0) continue;
}

test('sendBulkEmail returns the result for each address and sends to each once, by name [A-API-15] [A-MAIL-10]', async () => {
  smtp.refuse = (to) => (to === 'gone@guest.test' ? [550, 'No such mailbox'] : null);
  const recipients = [
    { email: 'asha@guest.test', name: 'Asha' },
    'nameless@guest.test',
    'ASHA@guest.test',
    { email: 'gone@guest.test' },
  ];
  const { body } = await server.call(
    'sendBulkEmail',
    { body: { recipients, templateId: 'custom', templateData: hello } },
    admin,
  );
  expect(body).toMatchObject({ totalRecipients: 3, successful: 2, failed: 1 });
  expect(body.results).toEqual([
    { email: 'asha@guest.test', success: true, status: 'sent', messageId: expect.any(String), error: null },
    { email: 'nameless@guest.test', success: true, status: 'sent', messageId: expect.any(String), error: null },
    {
      email: 'gone@guest.test',
      success: false,
      status: 'failed',
      messageId: expect.any(String),
      error: expect.stringContaining('No such mailbox'),
    },
  ]);
  expect(smtp.received.map((mail) => mail.to).toSorted()).toEqual(['asha@guest.test', 'nameless@guest.test']);
  const asha = smtp.received.find((mail) => mail.to === 'asha@guest.test')?.raw ?? '';
  expect(asha).toContain('Subject: News for Asha');
  expect(asha).toContain('Hello Asha!');
  expect(smtp.received.find((mail) => mail.to === 'nameless@guest.test')?.raw).toContain('Hello Valued Customer!');
});

const people = Array.from({ length: 101 }, (_, i) => `p${i}@guest.test`);

const expectRefused = async (wrong: object, message: string) => {
  const body = { recipients: ['asha@guest.test'], templateId: 'custom', templateData: hello, ...wrong };
  const answer = await server.call('sendBulkEmail', { body }, admin);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 400, error: message });
  expect(smtp.received).toEqual([]);
};

test('refuses a mailing without a subject [A-MAIL-13]', () =>
  expectRefused({ templateData: { message: 'x' } }, 'Subject is required'));
test('refuses a subject of 201 characters [A-MAIL-13]', () =>
  expectRefused(
    { templateData: { subject: 'x'.repeat(201), message: 'x' } },
    'Subject too long. Maximum 200 characters allowed',
  ));
test('refuses a mailing without a message [A-MAIL-14]', () =>
  expectRefused({ templateData: { subject: 'x' } }, 'Message is required'));
test('refuses a message of 2001 characters [A-MAIL-14]', () =>
  expectRefused(
    { templateData: { subject: 'x', message: 'x'.repeat(2001) } },
    'Message too long. Maximum 2000 characters allowed',
  ));
test('refuses an unknown template [A-MAIL-15]', () =>
  expectRefused({ templateId: 'invoice' }, 'Invalid email template selected'));
test('refuses a mailing without recipients [A-MAIL-16]', () =>
  expectRefused({ recipients: [] }, 'At least one recipient is required'));
test('refuses 101 recipients [A-MAIL-17]', () =>
  expectRefused({ recipients: people }, 'Maximum 100 recipients allowed per batch'));
test('refuses an invalid address [A-MAIL-18]', () =>
  expectRefused(
    { recipients: ['asha@guest.test', 'a@b', 'x@y.ca\nBcc: z@z.ca'] },
    'Invalid email addresses: a@b, x@y.ca\nBcc: z@z.ca',
  ));

test('refuses a second send within a second and says how long to wait [A-MAIL-19]', async () => {
  const body = { recipients: ['asha@guest.test'], templateId: 'custom', templateData: hello };
  expect((await server.call('sendBulkEmail', { body }, admin)).status).toBe(200);
  server.clock.forward(400);
  const early = await server.call('sendBulkEmail', { body }, admin);
  expect(early).toMatchObject({
    status: 429,
    body: { code: 'rate-limited', error: 'Rate limited. Please wait 600ms before sending again.' },
  });
  expect(early.headers.get('retry-after')).toBe('1');
  server.clock.forward(600);
  expect((await server.call('sendBulkEmail', { body }, admin)).status).toBe(200);
  expect(smtp.received).toHaveLength(2);
});

test('a repeated request sends once and returns the same response', async () => {
  const body = { recipients: ['asha@guest.test'], templateId: 'custom', templateData: hello };
  const caller = { ...admin, 'idempotency-key': 'bulk-1' };
  const first = await server.call('sendBulkEmail', { body }, caller);
  const second = await server.call('sendBulkEmail', { body }, caller);
  expect(second.body).toEqual(first.body);
  expect(smtp.received).toHaveLength(1);
});

test('a mailing is sent in batches of a hundred per second with visible progress', async () => {
  const userIds = await addPeople(250, 'many.test');
  const { body } = await server.call(
    'startMailing',
    { body: { templateId: 'custom', templateData: hello, to: { userIds } } },
    admin,
  );
  const { id: mailingId } = body.mailing;
  expect(body.mailing).toMatchObject({ total: 250, waiting: 250, batch: 0, batches: 3, status: 'sending' });
  const progress = async () => (await server.call('getMailing', { query: { mailingId } }, admin)).body.mailing;
  await courierRound();
  await courierRound(); // within the same second
  expect(await progress()).toMatchObject({ sent: 100, waiting: 150, batch: 1 });
  server.clock.forward(1_000);
  await courierRound();
  expect(await progress()).toMatchObject({ sent: 200, waiting: 50, batch: 2, isFinished: false });
  server.clock.forward(1_000);
  await courierRound();
  expect(await progress()).toMatchObject({ sent: 250, waiting: 0, batch: 3, status: 'done', isFinished: true });
  expect(new Set(smtp.received.map((mail) => mail.to)).size).toBe(250);
  expect(smtp.received).toHaveLength(250);
  const announced = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'mailing.updated')
    .orderBy('id')
    .execute();
  expect(announced.at(-1)?.data).toMatchObject({ mailing: { id: mailingId, sent: 250, isFinished: true } });
});

test('several copies of the server release each batch once', async () => {
  const userIds = await addPeople(300, 'race.test');
  await server.call('startMailing', { body: { templateId: 'custom', templateData: hello, to: { userIds } } }, admin);
  for (let second = 0; second < 3; second++) {
    const batches = await Promise.all([releaseBatches(context), releaseBatches(context), releaseBatches(context)]);
    expect(batches.reduce((sum, count) => sum + count, 0)).toBe(1);
    server.clock.forward(1_000);
  }
  await courierRound();
  expect(smtp.received).toHaveLength(300);
  expect(new Set(smtp.received.map((mail) => mail.to)).size).toBe(300);
});

test('stopping a mailing cancels the batches that were not released', async () => {
  const userIds = await addPeople(150, 'stop.test');
  const { body } = await server.call(
    'startMailing',
    { body: { templateId: 'custom', templateData: hello, to: { userIds } } },
    admin,
  );
  const { id: mailingId } = body.mailing;
  await courierRound();
  const stopped = await server.call('stopMailing', { body: { mailingId } }, admin);
  expect(stopped.body.mailing).toMatchObject({ status: 'stopped', sent: 100, skipped: 50, isFinished: true });
  server.clock.forward(5_000);
  await courierRound();
  expect(smtp.received).toHaveLength(100);
  expect((await server.call('stopMailing', { body: { mailingId } }, admin)).status).toBe(409);
});

test('all failed messages of a mailing can be retried at once', async () => {
  smtp.refuse = (to) => (to.startsWith('p1') ? [550, 'Mailbox full'] : null);
  const userIds = await addPeople(20, 'again.test');
  const { body } = await server.call(
    'startMailing',
    { body: { templateId: 'custom', templateData: hello, to: { userIds } } },
    admin,
  );
  await courierRound();
  const { id: mailingId } = body.mailing;
  smtp.refuse = () => null;
  const again = await server.call('retryMailing', { body: { mailingId } }, admin);
  expect(again.body).toMatchObject({ retried: 11, mailing: { failed: 0, queued: 11, sent: 9 } });
  await courierRound();
  expect(smtp.received).toHaveLength(20);
  expect((await server.call('retryMailing', { body: { mailingId } }, admin)).status).toBe(409);
});

test.each([
  ['[A-MAIL-21]', { userIds: [] }, 'No users provided'],
  ['[A-MAIL-22]', { userIds: ['somebody-without-address'] }, 'No valid email addresses found'],
  ['(nobody found) [A-MAIL-21]', { filter: { search: 'atlantis' } }, 'No users provided'],
])('refuses %s a mailing to %o', async (_fact, to, message) => {
  const id = 'somebody-without-address';
  await context.db
    .insertInto('users')
    .values({ id, email: 'no address', name: 'X' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { status, body } = await server.call(
    'startMailing',
    { body: { templateId: 'custom', templateData: hello, to } },
    admin,
  );
  expect({ status, error: body.error }).toEqual({ status: 400, error: message });
});

test('promotions are sent only with consent, with the sender and a working unsubscribe link', async () => {
  await consent('customer@demo.test');
  // An account with an unconfirmed address gives no consent for it.
  const setVerified = (email_verified: boolean) =>
    context.db.updateTable('users').set({ email_verified }).where('email', '=', 'customer2@demo.test').execute();
  await setVerified(false);
  await consent('customer2@demo.test');
  const promotion = {
    templateId: 'promotion',
    templateData: {
      offerTitle: 'Two thalis for one',
      validUntil: 'November 30, 2026',
      terms: 'Dine-in only.',
      title: 'Bring a friend',
    },
    to: { filter: { role: 'customer' as const, search: '@demo.test' } },
  };
  const { body } = await server.call('startMailing', { body: promotion }, admin);
  await courierRound();
  const { body: done } = await server.call('getMailing', { query: { mailingId: body.mailing.id } }, admin);
  expect(done.mailing).toMatchObject({ total: 2, sent: 1, skipped: 1 });
  // Beside the welcome offer, which the customers agreed to with the same box.
  const promotions = smtp.received.filter((mail) => mail.raw.includes('Two thalis for one'));
  expect(promotions.map((mail) => mail.to)).toEqual(['customer@demo.test']);
  const raw = (promotions[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(raw).toContain('395 Truro Heights Road');
  const token =
    /List-Unsubscribe: <http:\/\/[^/]+\/unsubscribe\?token=(\w+)>/.exec(raw.replaceAll('\r\n ', ' '))?.[1] ?? '';
  expect(token).not.toBe('');

  const look = await server.call('getMailSubscription', { query: { token } });
  expect(look.body).toMatchObject({ email: 'c•••@demo.test', subscribed: true });
  expect((await server.call('unsubscribe', { body: { token } })).body).toMatchObject({ subscribed: false });
  expect((await server.call('unsubscribe', { body: { token } })).body).toMatchObject({ subscribed: false });
  expect((await server.call('unsubscribe', { body: { token: 'made-up' } })).status).toBe(404);

  server.clock.forward(1_000);
  smtp.received.length = 0;
  const again = await server.call('startMailing', { body: promotion }, admin);
  await courierRound();
  const { body: none } = await server.call('getMailing', { query: { mailingId: again.body.mailing.id } }, admin);
  expect(none.mailing).toMatchObject({ total: 2, sent: 0, skipped: 2 });
  expect(smtp.received).toEqual([]);
  const { id: userId } = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow();
  const { body: person } = await server.call('getUser', { query: { userId } }, admin);
  expect(person.consent).toMatchObject({ source: 'account page', withdrawnAt: expect.any(String) });
  await consent('customer2@demo.test', false);
  await setVerified(true);
});

test('a message to several people reaches only those who agreed to offers, unless it is about their own orders', async () => {
  await consent('customer@demo.test');
  await courierRound();
  smtp.received.length = 0;
  server.clock.forward(1_000);
  const userIds = (
    await context.db
      .selectFrom('users')
      .select('id')
      .where('email', 'in', ['customer@demo.test', 'customer2@demo.test'])
      .execute()
  ).map(({ id }) => id);
  const to = { userIds };
  const send = async (templateData: object, recipients: { userIds: string[] } = to) => {
    const mail = { templateId: 'custom', templateData: { ...hello, ...templateData }, to: recipients };
    const { recipients: count, html } = (await server.call('previewEmail', { body: mail }, admin)).body;
    const { mailing } = (await server.call('startMailing', { body: mail }, admin)).body;
    await courierRound();
    const sent = smtp.received.splice(0);
    server.clock.forward(1_000);
    expect(count).toBe(sent.length);
    const { body: log } = await server.call('getAuditLog', { query: { search: 'start-mailing' } }, admin);
    return { mailing, sent, html, logged: log.entries[0]?.after };
  };
  const offer = await send({ isAboutOwnOrders: false });
  expect(offer.sent.map((mail) => mail.to)).toEqual(['customer@demo.test']);
  const raw = (offer.sent[0]?.raw ?? '').replaceAll('=\r\n', '');
  expect(raw).toContain('Subject: News for Priya Sharma');
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(raw).toContain('395 Truro Heights Road');
  expect(offer.html).toContain('/unsubscribe?token=');
  expect(offer.mailing.templateId).toBe('promotion');
  expect(offer.logged).not.toHaveProperty('isAboutOwnOrders');
  const own = await send({ isAboutOwnOrders: true });
  expect(own.sent).toHaveLength(2);
  expect(own.logged).toMatchObject({ template: 'custom', recipients: 2, isAboutOwnOrders: true });
  // One person is no group.
  const one = await send({ isAboutOwnOrders: false }, { userIds: userIds.slice(0, 1) });
  expect(one.sent).toHaveLength(1);
  const recipients = ['customer@demo.test', 'customer2@demo.test', 'stranger@guest.test'];
  const templateData = { subject: 'Offer', message: '20% off' };
  const { body } = await server.call(
    'sendBulkEmail',
    { body: { recipients, templateId: 'custom', templateData } },
    admin,
  );
  expect(body.results.map(({ email, status }) => [email, status])).toEqual([
    ['customer@demo.test', 'sent'],
    ['customer2@demo.test', 'skipped'],
    ['stranger@guest.test', 'skipped'],
  ]);
  server.clock.forward(1_000);
  await consent('customer@demo.test', false);
});

test('a recipient who unsubscribes while a promotion is queued does not get it, even by a manual retry', async () => {
  await consent('customer2@demo.test');
  smtp.refuse = () => [451, 'Later'];
  const { body } = await server.call(
    'sendEmail',
    { body: { to: 'customer2@demo.test', templateId: 'promotion', templateData: { offerTitle: 'Soup' } } },
    admin,
  );
  expect(body.status).toBe('queued');
  await consent('customer2@demo.test', false);
  smtp.refuse = () => null;
  server.clock.forward(60_000);
  await courierRound();
  expect(smtp.received).toEqual([]);
  const retried = await server.call('retryMessage', { body: { messageId: body.messageId } }, admin);
  expect(retried).toMatchObject({ status: 409, body: { error: 'Has not agreed to receive promotions' } });
  const sent = await server.call(
    'sendEmail',
    { body: { to: 'customer2@demo.test', templateId: 'promotion', templateData: { offerTitle: 'Soup' } } },
    admin,
  );
  expect(sent.status).toBe(409);
});

test('only admins send and read mails [A-ROLE-15]', async () => {
  const manager = await server.signIn('manager.truro@demo.test');
  const tried = [
    await server.call(
      'sendBulkEmail',
      { body: { recipients: ['a@b.ca'], templateId: 'custom', templateData: hello } },
      manager,
    ),
    await server.call('sendEmail', { body: { to: 'a@b.ca', templateId: 'custom', templateData: hello } }, manager),
    await server.call(
      'startMailing',
      { body: { templateId: 'custom', templateData: hello, to: { filter: {} } } },
      manager,
    ),
    await server.call('getMessages', {}, manager),
    await server.call('getMailings', {}, manager),
    await server.call('getEmailTemplates', {}, manager),
  ];
  expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await server.call('getSMSTemplates', {}, manager)).status).toBe(200);
});
