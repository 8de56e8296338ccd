import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { Sidebar, whoIs, type SidebarProps } from './sidebar.tsx';

const somebody: SidebarProps['me'] = {
  uid: 'u1',
  email: 'anjali@example.test',
  emailVerified: true,
  displayName: 'Anjali Rao',
  photoURL: null,
  role: 'admin',
  isAdmin: true,
  locationIds: [],
  loyaltyPoints: 0,
  totalOrders: 0,
  totalSpent: 0,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastLoginAt: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
  isActive: true,
  phoneNumber: null,
  countryCode: 'CA',
  preferences: { notifications: true, marketing: false },
  signupMethod: 'email',
};

function sidebarOf(who: { readonly displayName: string; readonly email: string }): string {
  const sidebar = (
    <SignOutProvider>
      <Sidebar
        me={{ ...somebody, ...who }}
        groups={[]}
        openId={null}
        collapsed={false}
        badge={() => null}
        onSearch={() => {}}
      />
    </SignOutProvider>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: sidebar }])} />);
}

test('an account without a name or an address is shown as Admin User, with a stand-in address [A-SHELL-25]', () => {
  const known = sidebarOf(somebody);
  expect(known).toContain('Anjali Rao');
  expect(known).toContain('anjali@example.test');
  const unknown = sidebarOf({ displayName: '', email: '' });
  expect(unknown).toContain('Admin User');
  expect(unknown).toContain('admin@example.com');
});

test("somebody without a name is 'Admin User', without an address a placeholder stands there [A-SHELL-25]", () => {
  expect(whoIs({ displayName: ' ', email: '' })).toEqual({ name: 'Admin User', email: 'admin@example.com' });
  expect(whoIs({ displayName: 'Morgan', email: 'm@demo.test' })).toEqual({ name: 'Morgan', email: 'm@demo.test' });
});
