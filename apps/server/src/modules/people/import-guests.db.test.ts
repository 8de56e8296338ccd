import { expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { cookieOf } from '../../testing/sign-in.ts';
import { newestMessage } from '../../testing/newest-message.ts';
import { testServer } from '../../testing/server.ts';
import { unsubscribeUrls } from './consents.ts';

const server = await testServer();
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const HEADINGS = 'Email,Name,Phone,Points,Offers,Consent date';
const fileOf = (...rows: string[]) => ({
  kind: 'guests' as const,
  file: Buffer.from([HEADINGS, ...rows].join('\n')).toString('base64'),
});

const preview = async (body: ReturnType<typeof fileOf>) =>
  (await server.call('previewFileImport', { body }, admin)).body;
async function bring(...rows: string[]) {
  const body = fileOf(...rows);
  const { token } = await preview(body);
  return server.call('importFile', { body: { ...body, token } }, admin);
}
const pointsOf = async (email: string) =>
  (await db.selectFrom('users').select('loyalty_points').where('email', '=', email).executeTakeFirst())?.loyalty_points;
const brokenRules = async () => (await auditData(server.context)).broken;

test('the owner imports guests with points; who is known keeps name and points', async () => {
  const before = await pointsOf('customer@demo.test');
  const body = fileOf(
    'asha@new.test,Asha Menon,902-555-0144,"1,250",,',
    'CUSTOMER@demo.test,Other Name,,900,,',
    'x,No Address,,,,',
  );
  const plan = await preview(body);
  expect(plan).toMatchObject({
    added: [{ row: 2, name: 'Asha Menon', text: 'asha@new.test, points: 1250' }],
    notes: [expect.stringContaining('do not change: 1.'), expect.stringContaining('when: 0.')],
    refused: [{ row: 4, name: 'No Address' }],
  });
  expect(await pointsOf('asha@new.test')).toBeUndefined();
  const { body: done } = await server.call('importFile', { body: { ...body, token: plan.token } }, admin);
  expect(done).toMatchObject({ added: 1, summary: 'Guests: 1, points: 1250' });
  expect([await pointsOf('asha@new.test'), await pointsOf('customer@demo.test')]).toEqual([1250, before]);
  const entry = db.selectFrom('audit_log').select(['actor_name', 'after']).where('action', '=', 'import-guests');
  expect(await entry.where('subject_id', '=', done.importId).executeTakeFirst()).toMatchObject({
    after: { added: 1, points: 1250 },
  });
  expect(await brokenRules()).toEqual([]);
});

test('only a dated yes is a consent, and a withdrawal given here counts more than the file', async () => {
  const gone = 'gone@new.test';
  await db
    .insertInto('consents')
    .values({ email: gone, purpose: 'promotions', channel: 'mail', source: 'x', withdrawn_at: new Date() })
    .execute();
  const rows = [
    'dated@new.test,Dated,,,yes,2024-03-31',
    'undated@new.test,Undated,,,yes,',
    'no@new.test,Nora,,,no,2024-03-31',
  ];
  await bring(...rows, `${gone},Gone,,,yes,2024-03-31`);
  const emails = ['dated@new.test', 'undated@new.test', 'no@new.test', gone];
  expect([...(await unsubscribeUrls(server.context, db, emails)).keys()]).toEqual(['dated@new.test']);
  const consent = db.selectFrom('consents').select(['source', 'given_at']).where('email', '=', 'dated@new.test');
  expect(await consent.executeTakeFirst()).toEqual({ source: 'import: file', given_at: expect.any(Date) });
});

test('undo removes those who did not use their account, and keeps who chose a password', async () => {
  const { body: done } = await bring('stays@new.test,Stays,,300,,', 'goes@new.test,Goes,,200,yes,2024-03-31');
  const post = (path: string, body: object) =>
    server.fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post('/sign-up/email', { email: 'stays@new.test', password: 'Demo-pass-1!', name: 'Thief' })).ok).toBe(
    false,
  );
  await post('/request-password-reset', { email: 'stays@new.test', redirectTo: '/reset-password' });
  const mail = await newestMessage(db, 'stays@new.test', 'password_reset');
  const token = /reset-password\/([\w-]+)/.exec(mail)?.[1];
  expect((await post('/reset-password', { token, newPassword: 'Demo-pass-1!' })).status).toBe(200);
  const guest = cookieOf(await post('/sign-in/email', { email: 'stays@new.test', password: 'Demo-pass-1!' }));
  expect((await server.call('getMe', {}, guest)).body.me?.loyaltyPoints).toBe(300);

  const { body: undone } = await server.call(
    'undoFileImport',
    { body: { kind: 'guests', importId: done.importId } },
    admin,
  );
  expect(undone).toMatchObject({ removed: 1, stayed: 1 });
  expect([await pointsOf('stays@new.test'), await pointsOf('goes@new.test')]).toEqual([300, undefined]);
  expect(await unsubscribeUrls(server.context, db, ['goes@new.test'])).toEqual(new Map());
  const { body: list } = await server.call('getFileImports', { query: { kind: 'guests' } }, admin);
  expect(list.imports.map(({ importId }) => importId)).not.toContain(done.importId);
  const again = await server.call('undoFileImport', { body: { kind: 'guests', importId: done.importId } }, admin);
  expect(again.status).toBe(404);
  expect(await brokenRules()).toEqual([]);
});

test('an import whose guests changed since the preview is refused with the new list', async () => {
  const body = fileOf('late@new.test,Late,,5,,', 'later@new.test,Later,,5,,');
  const { token } = await preview(body);
  await bring('late@new.test,Late,,7,,');
  const { status, body: refusal } = await server.call('importFile', { body: { ...body, token } }, admin);
  expect([status, refusal]).toMatchObject([409, { plan: { added: [{ name: 'Later' }] } }]);
  expect(await pointsOf('later@new.test')).toBeUndefined();
});
