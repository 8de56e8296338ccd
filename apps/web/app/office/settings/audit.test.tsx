import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import type { Entry } from './audit-entry.tsx';
import { attemptText, deviceText, furtherTriesText } from './audit-sentence.ts';

const entry = (id: string, action: string, more: Partial<Entry> = {}): Entry => ({
  id,
  at: `2026-11-20T22:0${id}:00.000Z`,
  lastAt: `2026-11-20T22:0${id}:00.000Z`,
  count: 1,
  wasRefused: false,
  actorKind: 'person',
  actorId: 'leah',
  actorName: 'Leah',
  action,
  subjectKind: 'order',
  subjectId: 'TRU-20261120-7K3QX',
  subjectName: null,
  locationId: 'truro',
  before: null,
  after: null,
  requestId: null,
  address: null,
  provenBy: null,
  tablet: null,
  browser: null,
  system: null,
  copy: null,
  since: null,
  ...more,
});

const people = [{ id: 'leah', name: 'Leah' }];
const logOf = (...entries: Entry[]) => ({
  entries,
  alarms: [] as Entry[],
  names: { truro: 'Truro Heights' },
  people,
  nextCursor: null,
});

test('the log reads as sentences, with kitchen steps folded', async () => {
  const steps = ['ready', 'preparing'].map((status, at) => entry(String(5 - at), 'move-order', { after: { status } }));
  openOffice('audit', { getAuditLog: logOf(entry('6', 'text-guest'), ...steps) });
  await expect(screen).toShow(/^2 kitchen steps, .*6:04 p\.m\. to .*6:05 p\.m\./);
  const rows = screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('Leah'));
  expect(rows[0]?.textContent).toContain('Leah texted the guest of order 7K3QX');
  const [link] = within(rows[0] as HTMLElement).getAllByRole('link');
  expect(link?.getAttribute('href')).toBe('#find-order/TRU-20261120-7K3QX');
  expect(rows[1]?.querySelector('details')?.textContent).toContain('Leah moved order 7K3QX to Ready');
});

test('a seated reservation shows its table, and the request id is collapsed', async () => {
  const seated = entry('6', 'update-reservation-status', {
    subjectKind: 'reservation',
    before: { status: 'confirmed', tableNumber: null },
    after: { status: 'seated', tableNumber: '7' },
    requestId: 'req-4711',
  });
  openOffice('audit', { getAuditLog: logOf(seated) });
  const [dt] = await screen.findAllByText('table');
  expect(dt?.parentElement?.textContent).toBe('tableAfter 7');
  const id = screen.getByText('req-4711');
  expect(id.closest('details')?.open).toBe(false);
});

test('the log is filtered by person, kind and time', async () => {
  const { sent } = openOffice('audit', { getAuditLog: logOf(entry('6', 'text-guest')) });
  await expect(screen).toShow(/texted the guest/);
  await typeIn('Person', 'leah');
  await typeIn('About', 'menu');
  await typeIn('From', '2026-11-20');
  await waitFor(() =>
    expect(sent('getAuditLog').at(-1)).toMatchObject({
      userId: 'leah',
      kind: 'menu',
      from: '2026-11-20T04:00:00.000Z',
    }),
  );
  expect(new URLSearchParams(location.search).get('logKind')).toBe('menu');
});

test('a changed field shows the name of a location, and many changes are collapsed', async () => {
  const moved = entry('6', 'update-user', {
    subjectKind: 'user',
    subjectName: 'Mia',
    before: { locationIds: [] },
    after: { locationIds: ['truro'] },
  });
  const long = entry('5', 'update-menu-item', {
    subjectKind: 'menu-item',
    subjectName: 'Dal',
    after: { name: 'Dal', description: 'Lentils', price: 9, position: 2, capacity: 4 },
  });
  openOffice('audit', { getAuditLog: logOf(moved, long) });
  const [ids] = await screen.findAllByText('locations');
  expect(ids?.parentElement?.textContent).toBe('locationsAfter Truro Heights');
  expect(ids?.closest('details')).toBeNull();
  const summary = screen.getByText('5 changes: name, description, price, position, capacity');
  expect(summary.closest('details')?.open).toBe(false);
});

test('a change of very many fields names the first of them', async () => {
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, index]));
  const long = entry('5', 'update-menu-item', { subjectKind: 'menu-item', subjectName: 'Dal', after: fields });
  openOffice('audit', { getAuditLog: logOf(long) });
  const summary = await screen.findByText(/^150 changes: /);
  expect(summary.textContent).toMatch(/^150 changes: (field ?\d+, ){6}…$/);
});

test('a log that cannot be loaded is tried again', async () => {
  const { press, answer } = openOffice('audit', { getAuditLog: refusal('conflict') });
  await expect(screen).toShow('Error Loading the Audit Log');
  answer({ getAuditLog: logOf(entry('6', 'text-guest')) });
  await press('Try Again');
  await expect(screen).toShow(/texted the guest/);
});

const device = {
  browser: 'Chrome',
  system: 'Windows',
  address: '198.51.100.7',
  requestId: 'req-4711',
  copy: 'till:42',
};
const aboutMia = { subjectKind: 'user', subjectId: 'mia', subjectName: 'Mia Sample' };
const mia = { ...aboutMia, actorId: 'mia', actorName: 'Mia Sample' };
const somebody = { actorKind: 'nobody', actorId: null, actorName: 'Somebody' };

const signedIn = entry('1', 'signed-in', { ...mia, ...device, provenBy: 'passkey' });
const blocked = entry('2', 'pin-blocked', {
  ...device,
  ...aboutMia,
  ...somebody,
  provenBy: 'pin',
  tablet: { id: 't1', name: 'Till 1' },
  address: '192.0.2.17',
  since: { tries: 0, signedIn: null },
});
const unknownKey = entry('3', 'api-key-refused', {
  ...device,
  ...somebody,
  subjectKind: 'api-key',
  subjectId: '',
  count: 37,
  wasRefused: true,
  browser: 'curl',
  system: null,
  address: '203.0.113.9',
  since: { tries: 2, signedIn: null },
});
const everything = { ...logOf(signedIn, blocked, unknownKey), alarms: [blocked, unknownKey] };

test('the log names what to look at first, then everything with shortened addresses', async () => {
  openOffice('audit', { getAuditLog: everything });
  await expect(screen).toShow('2 things to look at');
  await expect(screen).toShow('Somebody blocked the PIN of Mia Sample with wrong attempts, Till 1, Nov 20, 6:02 p.m.');
  await expect(screen).toShow('Somebody used an unknown API key, Nov 20, 6:03 p.m.');
  await expect(screen).toShow('Nobody signed in afterwards.');
  const rows = screen.getAllByRole('listitem').filter((row) => row.querySelector('details'));
  expect(rows.map((row) => row.querySelector('p')?.textContent?.replaceAll(/\s+/g, ' '))).toEqual([
    'Mia Sample signed in (with passkey)',
    'Somebody blocked the PIN of Mia Sample with wrong attempts',
    'Somebody used an unknown API key (37 times in one minute, then refused)',
  ]);
  await expect(screen).toShow(/from 198\.51\.100\.•••, Chrome on Windows/);
  await expect(screen).toShow(/from 192\.0\.2\.•••, Till 1, Chrome on Windows/);
  expect(screen.getByRole('link', { name: 'Change this setting' }).getAttribute('href')).toBe(
    '/admin/dashboard#settings',
  );
});

test('an ordinary change does not repeat the address of the computer', async () => {
  openOffice('audit', { getAuditLog: logOf(entry('9', 'update-location', { address: '203.0.113.9' })) });
  await screen.findByText('Details');
  expect(screen.queryByText(/from 203/)).toBeNull();
});

test('the details have the full address, what followed and what can be done', async () => {
  const { user, press, sent } = openOffice('audit', { getAuditLog: logOf(blocked), endUserSessions: { ended: 2 } });
  await user.click(await screen.findByText('Details'));
  await expect(screen).toShow('192.0.2.17');
  await expect(screen).toShow('No further try within a day. Nobody signed in.');
  await expect(screen).toShow('req-4711, server till:42');
  expect(screen.getByRole('link', { name: 'PINs and shared tablets' }).getAttribute('href')).toBe('/devices');
  await press('Sign Mia Sample out everywhere');
  await press('Sign out');
  await expect(screen).toShow('2 devices signed out');
  expect(sent('endUserSessions')).toMatchObject([{ userId: 'mia' }]);
  await press('Everything of Mia Sample');
  await waitFor(() => expect(sent('getAuditLog').at(-1)?.['userId']).toBe('mia'));
});

test('the notice shows its entries, and an address in an entry becomes the filter', async () => {
  const { user, press, sent } = openOffice('audit', { getAuditLog: { ...logOf(unknownKey), alarms: [unknownKey] } });
  await press('Show it');
  await waitFor(() => expect(sent('getAuditLog').at(-1)?.['kind']).toBe('alarms'));
  await user.click(await screen.findByText('Details'));
  await press('Everything from this address');
  await waitFor(() => expect(sent('getAuditLog').at(-1)?.['address']).toBe('203.0.113.9'));
  expect(sent('getAuditLog').at(-1)?.['kind']).toBeUndefined();
  await press('Show all addresses');
  await waitFor(() => expect(new URLSearchParams(location.search).get('logAddress')).toBeNull());
});

test('an old link to the security log shows the entries about access', async () => {
  const { sent } = openOffice('security', { getAuditLog: everything });
  await waitFor(() => expect(sent('getAuditLog').at(-1)?.['kind']).toBe('access'));
  expect([location.hash, new URLSearchParams(location.search).get('logKind')]).toEqual(['#audit', 'access']);
});

test('an attempt on an unknown account says so, and a device without a name is left out', async () => {
  openOffice('audit', {
    getAuditLog: logOf(entry('1', 'locked-out', { ...somebody, subjectKind: 'user', subjectId: '' })),
  });
  await expect(screen).toShow('an unknown account');
  expect(deviceText(entry('1', 'signed-in'))).toBeNull();
  expect(attemptText(entry('1', 'signed-in', { provenBy: 'pin' }))).toBe('');
});

test('what followed names who signed in, and from where', () => {
  const later = { at: '2026-11-20T22:09:00.000Z', name: 'Jamie Demo', isSameAddress: true };
  expect(furtherTriesText({ tries: 1, signedIn: later })).toMatch(
    /^1 further try within a day\. Jamie Demo signed in on .*6:09 p\.m\., from the same address\.$/,
  );
});
