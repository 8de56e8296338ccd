import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import Frame from '../../routes/guest/sign-in-frame.tsx';
import * as forgot from '../../routes/guest/forgot-password.tsx';
import * as login from '../../routes/guest/login.tsx';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { admin, guest, rootData, staff } from '../../testing/samples.ts';
import { openOffice, openPage, openPages, typeIn } from '../../testing/show.tsx';
import { DetailsPage } from '../account/details-page.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { AccountMenu } from './account-menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';

test.each([
  ['customer', 'asha@example.test', 'Customer', '/dashboard', '[C-AUTH-01]'],
  ['customer', 'admin@example.test', 'Customer', '/dashboard', '[C-AUTH-02]'],
  ['admin', 'asha@example.test', 'Admin User', '/admin/dashboard', '[C-AUTH-03]'],
] as const)(
  'a person with the stored role %s and the address %s is shown as %s and linked to %s %s',
  async (role, email, words, way, _fact) => {
    const me = { ...guest, role, email, isAdmin: role === 'admin' };
    const page = {
      default: () => (
        <SignOutProvider>
          <AccountMenu me={me} />
        </SignOutProvider>
      ),
    };
    openPage(page, '/', {}, me);
    await expect(screen).toShow(words);
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe(way);
  },
);

test.each([
  [true, admin],
  [false, staff],
])('points and orders in the menu depend on the flag isAdmin (%s) [A-ROLE-05]', async (is, me) => {
  const page = {
    default: () => (
      <SignOutProvider>
        <MobileMenu onOrder={() => {}} />
      </SignOutProvider>
    ),
  };
  openPage(page, '/', {}, { ...me, loyaltyPoints: 105 });
  await expect(screen).toShow('Sign Out');
  expect(me.isAdmin).toBe(is);
  // The figures load on their own; once they are there, ones that must not show would show.
  await act(async () => {
    await import('./loyalty-figures.tsx');
  });
  expect(screen.queryByText('105') === null).toBe(is);
});

test('an admin finds orders, the till, reservations, menu, users, locations and messages [C-AUTH-04]', async () => {
  const { user } = openOffice('users', {
    getUsers: { users: [], total: 0, nextCursor: null },
    getUserAnalytics: refusal('conflict'),
  });
  await user.click((await screen.findAllByRole('button', { name: /^More/ }))[0]!);
  for (const name of ['Orders', 'Till', 'Reservations', 'Menu', 'Users', 'Locations', 'Messages'])
    expect(await screen.findByRole('option', { name })).toBeTruthy();
});

test('each of the two configured providers has its button [C-AUTH-06]', async () => {
  vi.spyOn(rootData.site, 'signInProviders', 'get').mockReturnValue(['google', 'facebook']);
  openPages(Frame, { '/login': login }, '/login', {});
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue with Facebook' })).toBeTruthy();
});

test('a profile shows the stored details and saves changes [C-AUTH-05] [C-AUTH-07]', async () => {
  const me = { ...guest, phoneNumber: '+19025550101', preferences: { notifications: true, marketing: false } };
  const page = {
    default: () => <DetailsPage addresses={[]} me={me} onChanged={() => {}} onDeleted={async () => {}} />,
  };
  const { press, sent } = openPage(page, '/account', { updateMe: refusal('conflict') }, me);
  await expect(screen).toShow(`${me.email}, confirmed`);
  await expect(screen).toShow('(902) 555-0101');
  await press('Change name');
  await typeIn(/^Full Name/, 'Anjali Rao-Menon');
  await press('Save');
  expect(sent('updateMe')).toEqual([{ displayName: 'Anjali Rao-Menon' }]);
});

test('a session requests at most three links in a quarter of an hour [C-AUTH-16]', async () => {
  const answers = { 'auth/request-password-reset': refusal('unavailable') } as Answers;
  const { press, sent } = openPages(Frame, { '/forgot-password': forgot }, '/forgot-password', answers);
  await typeIn(/^Email/, 'asha@example.test');
  for (let tries = 0; tries < 4; tries++) {
    await press('Send the link');
    await expect(screen).toShow(tries < 3 ? /Service temporarily unavailable/ : /Too many requests/);
  }
  expect(sent('auth/request-password-reset' as never)).toHaveLength(3);
});
