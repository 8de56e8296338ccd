import { afterAll, expect, inject, test } from 'vitest';
import { mailServer } from '../../testing/mail-server.ts';
import { startServer } from '../../testing/server-process.ts';
import { testServer } from '../../testing/server.ts';

const PEOPLE = 1_000;
const KILLED_AT = 437;

const smtp = await mailServer();
const server = await testServer();
const { db, database } = server.context;

afterAll(() => smtp[Symbol.asyncDispose]());

const refuses = (to: string): boolean => /\d*0@/.test(to);

/** Starts a server process on this test's database with its message sender running. */
function startSender(clockAt: string) {
  const { host, port, user } = inject('postgres');
  const url = new URL(`postgres://${user}@localhost:${port}/${database.connection.database}`);
  url.searchParams.set('host', host);
  return startServer({ env: { DATABASE_URL: url.href, SMTP_URL: smtp.url, CLOCK_AT: clockAt }, apiOnly: true });
}

test(
  'with a thousand recipients, every tenth refused and the sender killed, each gets exactly one mail or is listed as failed',
  { timeout: 120_000 },
  async () => {
    const rows = Array.from({ length: PEOPLE }, (_, i) => ({
      id: `p${i}`,
      email: `p${i}@many.test`,
      name: `Person ${i}`,
    }));
    await db.insertInto('users').values(rows).execute();
    smtp.refuse = (to) => (refuses(to) ? [550, 'No such mailbox'] : null);
    const admin = await server.signIn('admin@demo.test');
    const { body } = await server.call(
      'startMailing',
      {
        body: {
          templateId: 'custom',
          templateData: { subject: 'News', message: 'Hello {customerName}!', isAboutOwnOrders: true },
          to: { filter: { search: '@many.test' } },
        },
      },
      admin,
    );
    const { id: mailingId } = body.mailing;
    expect(body.mailing.total).toBe(PEOPLE);

    const first = await startSender('2026-11-20T22:00:00Z');
    const killed = Promise.withResolvers<void>();
    smtp.onMail = () => {
      // The mail has arrived but is not confirmed yet.
      if (smtp.received.length === KILLED_AT) killed.resolve(first.kill());
    };
    await killed.promise;
    const before = smtp.received.length;
    expect(before).toBeLessThan(PEOPLE / 2);

    // Five minutes later another process continues: the leases have expired.
    smtp.onMail = () => undefined;
    const second = await startSender('2026-11-20T22:05:00Z');
    await expect
      .poll(async () => (await server.call('getMailing', { query: { mailingId } }, admin)).body.mailing.isFinished, {
        timeout: 60_000,
        interval: 250,
      })
      .toBe(true);
    await second.stop();

    const messages = await db.selectFrom('messages').selectAll().where('mailing_id', '=', mailingId).execute();
    expect(messages).toHaveLength(PEOPLE);
    const times = new Map<string, number>();
    for (const { to } of smtp.received) times.set(to, (times.get(to) ?? 0) + 1);
    const twice = [...times].filter(([, count]) => count > 1);
    expect(twice).toEqual([]);
    const wrong = messages.filter(
      ({ recipient, status }) => status !== 'failed' && !(status === 'sent' && times.get(recipient) === 1),
    );
    expect(wrong).toEqual([]);
    // only messages being sent at the crash are uncertain, and say so
    const uncertain = messages.filter((message) => message.last_error?.includes('may have arrived'));
    expect(uncertain.length).toBeGreaterThanOrEqual(1);
    expect(uncertain.length).toBeLessThanOrEqual(5);
    // one of them may be a refused recipient
    const uncertainRefused = uncertain.filter(({ recipient }) => refuses(recipient));
    const refused = messages.filter((message) => message.last_error?.includes('No such mailbox'));
    expect(refused).toHaveLength(PEOPLE / 10 - uncertainRefused.length);
    expect(messages.filter((message) => message.status === 'sent')).toHaveLength(
      PEOPLE - refused.length - uncertain.length,
    );
  },
);
