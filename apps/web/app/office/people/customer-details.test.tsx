import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { asha } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const person = { ...asha, lastLoginAt: '2026-11-19T15:00:00.000Z' };
const answers: Answers = {
  getUsers: { users: [person], total: 1, nextCursor: null },
  getUserAnalytics: { analytics: {} } as never,
  getUser: { user: person, consent: null, welcomeCode: null, hasCodes: false, hasPasskeys: false, points: [] },
};
const row = async () => (await screen.findAllByRole('row', { name: /Asha Menon/ })).at(-1) as HTMLElement;
async function edit(more: Answers = {}) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press('Edit Asha Menon');
  return office;
}

test('shows the API’s fields of a user in the row and in the form [A-USER-14]', async () => {
  await edit();
  const cells = within(await row())
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  const shown = ['(902) 555-0101', 'Customer', 'Active', '4', '$120.50', '105'];
  expect(cells).toEqual(expect.arrayContaining(shown));
  expect((await row()).textContent).toContain('asha@example.test');
  const form = within(await screen.findByRole('dialog', { name: 'Edit user' }));
  expect(form.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('customer');
  expect(form.getByText('Active')).toBeTruthy();
  await expect(screen).toShow(/4 completed orders, \$120\.50\. Joined Oct 1, 2026, last signed in Nov 19, 2026\./);
});

test('sends each editable field under its own name, and nothing else [A-USER-29]', async () => {
  const { press, sent } = await edit({ updateUser: { user: person, message: '' } });
  await typeIn('Display name', 'Asha M');
  await typeIn('Phone', '9025550199');
  await press('Staff', 'radio');
  await typeIn('Loyalty points', '110');
  await press('Save');
  await expect(screen).toShow('User updated successfully');
  const [{ updates } = {}] = sent('updateUser') as { updates: object }[];
  expect(updates).toEqual({
    displayName: 'Asha M',
    phoneNumber: '9025550199',
    role: 'staff',
    locationIds: [],
    loyaltyPoints: 110,
  });
});

test('a deleted user stays in the list as deactivated [A-USER-23]', async () => {
  const removed = { ...person, isActive: false, isDeleted: true, version: 4 };
  let now = person;
  const { press } = openOffice('users', {
    ...answers,
    getUsers: () => ({ users: [now], total: 1, nextCursor: null }),
    deactivateUser: () => ({ user: (now = removed), message: '' }),
  });
  await press('More for Asha Menon');
  await press('Deactivate', 'menuitem');
  await press('Deactivate');
  await expect(screen).toShow('User deactivated successfully');
  await waitFor(async () => expect((await row()).textContent).toContain('Inactive'));
  expect((await row()).textContent).toContain('asha@example.test');
});

test.each(['9025550101', '19025550101', '+19025550101'])(
  'shows the number %s as (902) 555-0101 [C-AUTH-15]',
  async (phoneNumber) => {
    openOffice('users', { ...answers, getUsers: { users: [{ ...person, phoneNumber }], total: 1, nextCursor: null } });
    expect((await row()).textContent).toContain('(902) 555-0101');
  },
);
