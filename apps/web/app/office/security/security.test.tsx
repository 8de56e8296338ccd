import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { openOffice } from '../../testing/show.tsx';
import { refusal } from '../../testing/network.ts';
import { deviceText, entryDetails, sinceText } from './describe-entry.ts';
import { queryOf, type SecurityEntry } from './use-security-log.ts';

const signedIn: SecurityEntry = {
  id: '1',
  at: '2026-11-20T22:05:00.000Z',
  lastAt: '2026-11-20T22:05:00.000Z',
  kind: 'signed-in',
  count: 1,
  wasRefused: false,
  person: { id: 'mia', name: 'Mia Sample' },
  actorName: null,
  provenBy: 'passkey',
  tablet: null,
  browser: 'Chrome',
  system: 'Windows',
  address: '198.51.100.7',
  name: null,
  before: null,
  after: null,
  sessions: null,
  since: null,
  requestId: 'req-4711',
  copy: 'till-server:42',
};

const blocked: SecurityEntry = {
  ...signedIn,
  id: '2',
  kind: 'pin-blocked',
  person: { id: 'jamie', name: 'Jamie Demo' },
  provenBy: 'pin',
  tablet: { id: 't1', name: 'Till 1' },
  browser: 'Safari',
  system: 'iPad',
  address: '192.0.2.17',
  since: { tries: 0, signedIn: null },
};

const unknownKey: SecurityEntry = {
  ...signedIn,
  id: '3',
  kind: 'api-key-refused',
  count: 37,
  wasRefused: true,
  person: null,
  provenBy: null,
  browser: 'curl',
  system: null,
  address: '203.0.113.9',
  since: { tries: 2, signedIn: null },
};

const answer = (entries: readonly SecurityEntry[], more: Partial<Answer<'getSecurityLog'>> = {}) => ({
  entries: [...entries],
  total: entries.length,
  all: 148,
  alarms: [],
  people: [
    { id: 'jamie', name: 'Jamie Demo' },
    { id: 'mia', name: 'Mia Sample' },
  ],
  addressDays: 90,
  nextCursor: null,
  ...more,
});

const everything = answer([signedIn, blocked, unknownKey], { alarms: [blocked, unknownKey], total: 148 });

test('the log names what to look at first, then everything with shortened addresses', async () => {
  openOffice('security', { getSecurityLog: everything });
  await expect(screen).toShow('2 things to look at');
  await expect(screen).toShow(/^PIN blocked, Till 1, Nov 20, 6:05 p\.m\.$/);
  await expect(screen).toShow(/^Unknown API key, Nov 20, 6:05 p\.m\.$/);
  await expect(screen).toShow('Nobody signed in afterwards.');
  await expect(screen).toShow('148 entries');
  const rows = screen.getAllByRole('listitem').filter((row) => row.querySelector('details'));
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Signed inwith passkeyMia SampleChrome on Windows198\.51\.100\.•••/),
    expect.stringMatching(/^PIN blockedJamie DemoTill 1, Safari on iPad192\.0\.2\.•••/),
    expect.stringMatching(/^Unknown API key37 times in one minute, then refusedNo accountcurl203\.0\.113\.•••/),
  ]);
  expect(screen.queryByText('192.0.2.17')).toBeNull();
  await expect(screen).toShow(/kept in full for 90 days/);
  expect(screen.getByRole('link', { name: 'Change this setting' }).getAttribute('href')).toBe(
    '/admin/dashboard#settings',
  );
});

test('an entry opens in place with the full address, what followed and its actions', async () => {
  const { user, press, sent } = openOffice('security', { getSecurityLog: everything, endUserSessions: { ended: 2 } });
  await user.click(await screen.findByText('PIN blocked'));
  await expect(screen).toShow('192.0.2.17');
  await expect(screen).toShow('No further try within a day. Nobody signed in.');
  await expect(screen).toShow('req-4711, server till-server:42');
  expect(screen.getByRole('link', { name: 'PINs and shared tablets' }).getAttribute('href')).toBe('/devices');
  await press('Sign Jamie Demo out everywhere');
  await press('Sign out');
  await expect(screen).toShow('2 devices signed out');
  expect(sent('endUserSessions')).toMatchObject([{ userId: 'jamie' }]);
});

test('the notice shows its entries, and an address in an entry becomes the filter', async () => {
  const { user, press, sent } = openOffice('security', { getSecurityLog: everything });
  await press('Show the 2');
  await waitFor(() => expect(sent('getSecurityLog').at(-1)?.['alarms']).toBe('true'));
  await expect(screen).toShow('148 of 148');
  await user.click(await screen.findByText('Unknown API key'));
  await press('Everything from this address');
  await waitFor(() => expect(sent('getSecurityLog').at(-1)?.['address']).toBe('203.0.113.9'));
  expect(sent('getSecurityLog').at(-1)?.['alarms']).toBeUndefined();
  await press('Show all addresses');
  await waitFor(() => expect(new URLSearchParams(location.search).get('logAddress')).toBeNull());
  await expect(screen).toShow('148 entries');
});

test('kind, person and period filter the log', async () => {
  const { user, sent } = openOffice('security', { getSecurityLog: everything });
  await user.selectOptions(await screen.findByLabelText('Kind'), 'Failures');
  await user.selectOptions(screen.getByLabelText('Person'), 'Mia Sample');
  await user.selectOptions(screen.getByLabelText('Period'), 'All time');
  await waitFor(() => {
    const query = sent('getSecurityLog').at(-1);
    expect([query?.['kind'], query?.['userId'], query?.['from']]).toEqual(['failures', 'mia', undefined]);
  });
});

test('without failures the page says so, and an empty log is no error', async () => {
  const { user } = openOffice('security', { getSecurityLog: answer([]) });
  await expect(screen).toShow('Nobody of the team signed in or changed anything in this period.');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Failures');
  await expect(screen).toShow('No failures in this period');
});

test('a failed load can be tried again', async () => {
  const { press, answer: reply } = openOffice('security', { getSecurityLog: refusal('internal', 'Broken') });
  await expect(screen).toShow('Error Loading the Security Log');
  reply({ getSecurityLog: everything });
  await press('Try Again');
  await expect(screen).toShow('Signed in');
});

test('the next page continues the list', async () => {
  const { press } = openOffice('security', {
    getSecurityLog: ({ cursor }) => (cursor === 'c1' ? answer([unknownKey]) : answer([signedIn], { nextCursor: 'c1' })),
  });
  await press('Show more');
  await expect(screen).toShow('Unknown API key');
  expect(within(screen.getByText('Signed in').closest('li') as HTMLElement).getByText('Mia Sample')).toBeTruthy();
});

test.each<[Partial<SecurityEntry>, string]>([
  [
    { kind: 'role-changed', before: ['staff'], after: ['manager'], actorName: 'Robin Example' },
    'Staff → Manager, by Robin Example',
  ],
  [
    { kind: 'locations-changed', before: [], after: ['Truro'], actorName: 'Robin Example' },
    'no location → Truro, by Robin Example',
  ],
  [{ kind: 'account-created', before: null, after: ['admin'] }, 'Admin'],
  [{ kind: 'passkey-added', name: 'My phone' }, '“My phone”'],
  [{ kind: 'sessions-ended', sessions: 3, actorName: 'Robin Example' }, '3 devices, by Robin Example'],
])('%j adds: %s', (entry, words) => {
  expect(entryDetails({ ...signedIn, provenBy: null, ...entry })).toBe(words);
});

test('a command on the server has no device', () => {
  expect(deviceText({ ...signedIn, browser: null, system: null, requestId: null })).toBe('On the server');
  expect(deviceText({ ...signedIn, browser: null, system: null })).toBe('Unknown device');
});

test('what followed names who signed in, and from where', () => {
  const later = { at: '2026-11-20T22:09:00.000Z', name: 'Jamie Demo', isSameAddress: true };
  expect(sinceText({ tries: 1, signedIn: later })).toMatch(
    /^1 further try within a day\. Jamie Demo signed in on .*6:09 p\.m\., from the same address\.$/,
  );
});

test('a period begins at midnight of the restaurant', () => {
  const filter = { kind: 'all', userId: '', address: '', period: '7' } as const;
  expect(queryOf(filter, new Date('2026-11-20T22:00:00.000Z'), 'America/Halifax')).toEqual({
    from: '2026-11-14T04:00:00.000Z',
  });
});
