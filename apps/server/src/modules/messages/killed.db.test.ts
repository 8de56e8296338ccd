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

/** The whole server as a process of its own on this test's database, with its courier at work. */
function startSender(clockAt: string) {
  const { host, port, user } = inject('postgres');
  const url = new URL(`postgres://${user}@localhost:${port}/${database.connection.database}`);
  url.searchParams.set('host', host);
  return startServer({ env: { DATABASE_URL: url.href, SMTP_URL: smtp.url, CLOCK_AT: clockAt }, apiOnly: true });
}

test(
  'a thousand people, every tenth refused, the sender killed in the middle: each gets exactly one or is listed as failed',
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
          templateData: { subject: 'News', message: 'Hello {customerName}!' },
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
      // The mail has arrived, and nobody has confirmed it yet.
      if (smtp.received.length === KILLED_AT) killed.resolve(first.kill());
    };
    await killed.promise;
    const before = smtp.received.length;
    expect(before).toBeLessThan(PEOPLE / 2);

    // Five minutes later another one goes on: the leases of the dead one have run out.
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
    // only those in hand at the moment of the kill are in doubt, and they say so
    const inDoubt = messages.filter((message) => message.last_error?.includes('may have arrived'));
    expect(inDoubt.length).toBeGreaterThanOrEqual(1);
    expect(inDoubt.length).toBeLessThanOrEqual(5);
    // one of them may be somebody the server would have refused
    const inDoubtToo = inDoubt.filter(({ recipient }) => refuses(recipient));
    const refused = messages.filter((message) => message.last_error?.includes('No such mailbox'));
    expect(refused).toHaveLength(PEOPLE / 10 - inDoubtToo.length);
    expect(messages.filter((message) => message.status === 'sent')).toHaveLength(
      PEOPLE - refused.length - inDoubt.length,
    );
  },
);
