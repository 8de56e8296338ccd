import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { admin as somebody } from '../../testing/samples.ts';
import { sectionsOf } from './sections.ts';
import { Sidebar, nameAndEmail } from './sidebar.tsx';

const never = () => Promise.reject(new Error('never opened'));

function sidebarOf(who: { readonly displayName: string; readonly email: string }): string {
  const sidebar = (
    <SignOutProvider>
      <Sidebar
        me={{ ...somebody, ...who }}
        first={[]}
        firstOnLarge={[]}
        rest={[]}
        openId={null}
        collapsed={false}
        badge={() => null}
        onSearch={() => {}}
      />
    </SignOutProvider>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: sidebar }])} />);
}

test('an account without name and email shows Admin User and a placeholder email [A-SHELL-25]', () => {
  const existing = sidebarOf(somebody);
  expect(existing).toContain('Anjali Rao');
  expect(existing).toContain('anjali@example.test');
  const unknown = sidebarOf({ displayName: '', email: '' });
  expect(unknown).toContain('Admin User');
  expect(unknown).toContain('admin@example.com');
});

test('the badge of a section behind More is on More', () => {
  const { first, firstOnLarge, rest } = sectionsOf(
    { kind: 'person', userId: '1', role: 'admin', locationIds: [], email: '', name: '' },
    { orders: never, payments: never },
    false,
  );
  const page = renderToStaticMarkup(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: '/',
          element: (
            <SignOutProvider>
              <Sidebar
                me={somebody}
                first={first}
                firstOnLarge={firstOnLarge}
                rest={rest}
                openId="orders"
                collapsed={false}
                badge={(id) => <b>{`${id} waits`}</b>}
                onSearch={() => {}}
              />
            </SignOutProvider>
          ),
        },
      ])}
    />,
  );
  expect(page).toMatch(/href="#orders".*orders waits.*<button.*More.*payments waits/s);
});

test('a missing name shows as ‘Admin User’, a missing email as a placeholder [A-SHELL-25]', () => {
  expect(nameAndEmail({ displayName: ' ', email: '' })).toEqual({ name: 'Admin User', email: 'admin@example.com' });
  expect(nameAndEmail({ displayName: 'Morgan', email: 'm@demo.test' })).toEqual({
    name: 'Morgan',
    email: 'm@demo.test',
  });
});
