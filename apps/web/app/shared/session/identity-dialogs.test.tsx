import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { asha } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const request = refusal('fresh-sign-in-needed', undefined, { ways: ['password'] });
const changed = { user: { ...asha, displayName: 'Asha M' }, message: 'User updated successfully' };
const answers: Answers = {
  getUsers: { users: [asha], total: 1, nextCursor: null },
  getUserAnalytics: {
    analytics: {
      totalUsers: 1,
      activeUsers: 1,
      customers: 1,
      admins: 0,
      newThisMonth: 0,
      totalRevenue: 0,
      totalOrders: 0,
      averageOrderValue: 0,
    },
  },
  getUser: { user: asha, consent: null, welcomeCode: null, hasCodes: false, hasPasskeys: false, points: [] },
  getEmailTemplates: { templates: [], emailEnabled: true },
};

async function save(more: Answers) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press('Edit Asha Menon');
  await typeIn('Display name', 'Asha M');
  await office.press('Save');
  await expect(screen).toShow('Is it you?');
  return office;
}

test('a person whose identity must be confirmed is asked in a dialog, and the action continues', async () => {
  let proven = false;
  const { press, sent } = await save({
    updateUser: () => (proven ? changed : request),
    confirmIdentity: ({ password }) => {
      if (password !== 'right') return refusal('wrong-password');
      proven = true;
      return { confirmedAt: '2026-11-20T12:00:00.000Z' };
    },
  });
  await typeIn(/^Password/, 'wrong');
  await press('Confirm');
  await expect(screen).toShow(/Incorrect password/);
  await typeIn(/^Password/, 'right');
  await press('Confirm');
  await expect(screen).toShow('User updated successfully');
  const [first, second] = sent('updateUser');
  expect(second).toEqual(first);
});

test('cancelling shows the refusal and keeps the typed text', async () => {
  const { press } = await save({ updateUser: request });
  await press('Not now');
  await expect(screen).toShow(/Please confirm that it is you/);
  expect(screen.getByDisplayValue('Asha M')).toBeTruthy();
});

test('an account without a password reads what to do', async () => {
  await save({ updateUser: refusal('fresh-sign-in-needed', undefined, { ways: ['google'] }) });
  await expect(screen).toShow(/sign out and sign in again/);
});

test('without a way to confirm, the refusal itself shows', async () => {
  const words = 'Not available on a shared tablet. Please sign in on your own device.';
  const refused = refusal('fresh-sign-in-needed', words, { ways: [] });
  const { press } = openOffice('users', { ...answers, updateUser: refused });
  await press('Edit Asha Menon');
  await typeIn('Display name', 'Asha M');
  await press('Save');
  await expect(screen).toShow(words);
  expect(screen.queryByText('Is it you?')).toBeNull();
});
