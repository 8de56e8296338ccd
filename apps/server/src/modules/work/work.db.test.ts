import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
server.clock.set('2026-10-31T21:00:00.000Z');
const manager = await server.signIn('manager.truro@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const idOf = async (who: Caller) => (await server.call('getMe', {}, who)).body.me?.uid ?? '';
const staffId = await idOf(staff);

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const clock = (call: 'clockIn' | 'clockOut', body: { pin?: string } = {}, as: Caller = {}) =>
  server.call(call, { body: { locationId: 'truro', ...body } }, { ...staff, ...newKey(), ...as });
const hours = async (from: string, to = from, as: Caller = manager) =>
  (await server.call('getHours', { query: { locationId: 'truro', from, to } }, as)).body;
const correct = (from: string, to: string, more: { shiftId?: string; reason?: string } = {}, as: Caller = manager) =>
  server.call(
    'correctHours',
    { body: { locationId: 'truro', userId: staffId, from, to, reason: 'Forgot to clock out', ...more } },
    { ...as, ...newKey() },
  );

test('the night the clocks go back has nine hours from 18:00 to 02:00, and the report has their cost', async () => {
  const terms = { locationId: 'truro', userId: staffId, hourlyRate: 17.25, tipPoints: 3 };
  expect((await server.call('savePayTerms', { body: terms }, manager)).status).toBe(200);
  expect((await clock('clockIn')).body).toMatchObject({ userId: staffId, minutes: null });
  server.clock.set('2026-11-01T06:00:00.000Z');
  expect((await clock('clockOut')).body).toMatchObject({ minutes: 540 });
  expect((await hours('2026-10-31')).shifts).toMatchObject([{ userId: staffId, minutes: 540, correction: null }]);
  const query = { locationId: 'truro', from: '2026-10-31', to: '2026-11-01' };
  const report = await server.call('getReport', { query }, manager);
  expect(report.body.labour?.day).toEqual([{ key: '2026-10-31', minutes: 540, pay: 155.25 }]);
  const hour = (key: string, minutes = 60) => ({ key, minutes, pay: (17.25 * minutes) / 60 });
  const late = ['18', '19', '20', '21', '22', '23'].map((key) => hour(key));
  expect(report.body.labour?.hour).toEqual([hour('0'), hour('1', 120), ...late]);
});

test('a person clocks in once, also when two devices do it at once, and reads why the second is refused', async () => {
  server.clock.set('2026-11-20T15:00:00.000Z');
  expect((await clock('clockOut')).body.error).toMatch(/is not at work\. A manager can add the hours\./);
  const both = await Promise.all([clock('clockIn'), clock('clockIn')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.error).toMatch(/ is at work since 11:00/);
  const { people } = await hours('2026-11-20', '2026-11-20', staff);
  expect(people.filter(({ atWorkSince }) => atWorkSince !== null)).toMatchObject([
    { userId: staffId, atWorkSince: '2026-11-20T15:00:00.000Z' },
  ]);
});

test('clocking that waited offline counts when it was done, in whatever order it arrives', async () => {
  server.clock.set('2026-11-20T23:00:00.000Z');
  expect((await clock('clockOut', {}, { 'x-done-at': '2026-11-20T21:00:00.000Z' })).status).toBe(200);
  expect((await clock('clockIn', {}, { 'x-done-at': '2026-11-20T14:30:00.000Z' })).status).toBe(200);
  expect((await hours('2026-11-20')).shifts).toMatchObject([
    { minutes: 390, to: '2026-11-20T21:00:00.000Z', enteredLater: true },
  ]);
  const log = await db.selectFrom('audit_log').selectAll().where('action', '=', 'clock-later').orderBy('id').execute();
  expect(log.map(({ subject_id: id, after }) => [id, after])).toEqual([
    [staffId, expect.objectContaining({ kind: 'out', doneAt: '2026-11-20T21:00:00.000Z' })],
    [staffId, expect.objectContaining({ kind: 'in', doneAt: '2026-11-20T14:30:00.000Z' })],
  ]);
});

test('a PIN is checked, and its hash is not stored with the request', async () => {
  const recent = await server.signIn('manager.truro@demo.test');
  const { pin } = (await server.call('createPin', { body: { userId: staffId } }, recent)).body;
  const key = newKey();
  const wrong = await clock('clockIn', { pin: pin === '000000' ? '000001' : '000000' });
  expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong-pin']);
  expect((await clock('clockIn', { pin }, key)).status).toBe(200);
  // What one person did on a shared tablet does not count for the colleague in whose session it is sent.
  const colleague = await idOf(manager);
  const sentLater = { locationId: 'truro', userId: colleague };
  const refused = await server.call('clockOut', { body: sentLater }, { ...staff, ...newKey() });
  expect(refused.body.error).toMatch(/^Another person has unlocked this tablet/);
  const withPin = { ...staff, ...newKey(), 'x-colleague-pin': `${colleague}:${pin}` };
  expect((await clock('clockIn', {}, withPin)).body.code).toBe('not-a-tablet');
  const rows = await db.selectFrom('idempotency_keys').selectAll().where('call', '=', 'clockIn').execute();
  const hashes = rows.filter((row) => row.key === key['idempotency-key']).map((row) => row.request_hash);
  expect(hashes).toEqual([hash('sha256', JSON.stringify({ locationId: 'truro' }), 'base64url')]);
  expect((await clock('clockOut')).status).toBe(200);
});

test('a manager corrects hours with a reason, what was clocked stays, and staff cannot', async () => {
  const [shift] = (await hours('2026-11-20')).shifts;
  const { shiftId = '' } = shift ?? {};
  const [from, to] = ['2026-11-20T14:30:00.000Z', '2026-11-20T20:00:00.000Z'];
  expect((await correct(from, to, { shiftId }, staff)).status).toBe(403);
  expect((await correct(from, to, { shiftId, reason: ' ' })).status).toBe(400);
  expect((await correct(to, from, { shiftId })).body.field).toBe('to');
  expect((await correct(from, '2027-11-20T20:00:00.000Z', { shiftId })).body.field).toBe('to');
  const longAgo = await correct('1970-01-01T14:00:00.000Z', '1970-01-01T20:00:00.000Z');
  expect(longAgo.body).toMatchObject({ field: 'from', error: 'This day is more than a year ago. Check the date.' });
  const terms = { locationId: 'truro', userId: staffId, hourlyRate: 500, tipPoints: 3 };
  const wage = await server.call('savePayTerms', { body: terms }, manager);
  expect([wage.status, wage.body.error]).toEqual([400, 'Please enter an hourly rate of at most $200.00.']);
  expect((await correct(from, to, { shiftId })).body).toMatchObject({ shiftId });
  const [corrected] = (await hours('2026-11-20')).shifts;
  expect(corrected).toMatchObject({ shiftId, minutes: 330, correction: { reason: 'Forgot to clock out' } });
  const entries = await db.selectFrom('work_entries').selectAll().where('person_id', '=', staffId).execute();
  expect(entries.filter(({ kind }) => kind === 'correction')).toHaveLength(1);
  expect(
    entries.some(({ kind, done_at: at }) => kind === 'out' && at.toISOString() === '2026-11-20T21:00:00.000Z'),
  ).toBe(true);
  const overlap = await correct('2026-11-20T19:00:00.000Z', '2026-11-20T21:00:00.000Z');
  expect(overlap.body.error).toMatch(/There is another shift since 10:30/);
  expect((await correct('2026-11-20T20:00:00.000Z', '2026-11-20T21:00:00.000Z')).status).toBe(200);
});

test('staff see their own hours and rate, and managers those of all', async () => {
  const own = await hours('2026-10-31', '2026-11-20', staff);
  expect(new Set(own.shifts.map(({ userId }) => userId))).toEqual(new Set([staffId]));
  expect(own.people.filter(({ hourlyRate }) => hourlyRate !== null)).toMatchObject([
    { userId: staffId, hourlyRate: 17.25 },
  ]);
  const swapped = { locationId: 'truro', from: '2026-11-20', to: '2026-10-01' };
  expect((await server.call('getHours', { query: swapped }, staff)).body.field).toBe('from');
});

test('hours that a person entered later are marked until a manager approves them; those clocked in time are not', async () => {
  server.clock.set('2026-11-22T20:00:00.000Z');
  const [from, to] = ['2026-11-22T11:00:00.000Z', '2026-11-22T15:00:00.000Z'];
  expect((await clock('clockIn', {}, { 'x-done-at': from })).status).toBe(200);
  expect((await clock('clockOut', {}, { 'x-done-at': to })).status).toBe(200);
  const [late] = (await hours('2026-11-22')).shifts;
  expect(late).toMatchObject({ minutes: 240, enteredLater: true, correction: null });
  const approval = { shiftId: late?.shiftId ?? '', reason: 'Approved' };
  expect((await correct(from, to, approval, staff)).status).toBe(403);
  expect((await correct(from, to, approval)).status).toBe(200);
  const [approved] = (await hours('2026-11-22')).shifts;
  expect(approved).toMatchObject({ minutes: 240, correction: { reason: 'Approved' } });
  expect(approved?.enteredLater).toBeUndefined();
  // A device that was offline for a moment is no matter.
  server.clock.set('2026-11-23T15:00:00.000Z');
  expect((await clock('clockIn', {}, { 'x-done-at': '2026-11-23T14:57:00.000Z' })).status).toBe(200);
  server.clock.set('2026-11-23T20:00:00.000Z');
  expect((await clock('clockOut')).body).toMatchObject({ minutes: 303 });
  expect((await hours('2026-11-23')).shifts[0]?.enteredLater).toBeUndefined();
  // An earlier start that is sent afterwards begins the shift anew, and is marked.
  expect((await clock('clockIn', {}, { 'x-done-at': '2026-11-23T11:00:00.000Z' })).status).toBe(200);
  expect((await hours('2026-11-23')).shifts).toMatchObject([{ from: '2026-11-23T11:00:00.000Z', enteredLater: true }]);
});
