import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useParams } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useRememberMenu } from './use-remember-menu.ts';

async function open(at: string, locations: readonly string[] = []) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { redirectCount: 1, name: `http://here${at.replace(/#.*/, '')}` } as never,
  ]);
  function Menu() {
    const { id = '' } = useParams();
    const isDefault = useRememberMenu(id);
    return <p>{isDefault ? `menu of ${id}, by default` : `menu of ${id}`}</p>;
  }
  const routes = [
    {
      id: 'root',
      loader: () => ({ locations: locations.map((id) => ({ id })) }),
      HydrateFallback: () => null,
      children: [
        { path: '/menu', element: <p>asked again</p> },
        { path: '/menu/:id', element: <Menu /> },
        { path: '/login', element: <p>sign in</p> },
      ],
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return router;
}
const observed = () => localStorage.getItem('tiffin_menu');

test('requests the menu again in the browser, which knows the carts, after the server redirected to one', async () => {
  await open('/menu/truro');
  await expect(screen).toShow('asked again');
  expect(observed()).toBeNull();
});

test('a guest who never chose one of two restaurants sees the menu of the default one, and none is remembered', async () => {
  await open('/menu/truro', ['truro', 'new-glasgow']);
  await expect(screen).toShow('menu of truro, by default');
  expect(observed()).toBeNull();
});

test('keeps a menu chosen after signing in, although an earlier page was reached by a redirect', async () => {
  const router = await open('/login');
  await router.navigate('/menu/new-glasgow');
  await waitFor(() => expect(observed()).toBe('new-glasgow'));
  expect(router.state.location.pathname).toBe('/menu/new-glasgow');
});

test('remembers the menu that the guest was sent to after signing in', async () => {
  const router = await open('/menu/new-glasgow#main');
  await waitFor(() => expect(observed()).toBe('new-glasgow'));
  expect(router.state.location.pathname).toBe('/menu/new-glasgow');
});

test('keeps a menu and its open dish when the guest switches the language', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('http://here/fr/menu/new-glasgow?dish=dal');
  const router = await open('/menu/new-glasgow?dish=dal');
  await waitFor(() => expect(observed()).toBe('new-glasgow'));
  expect(router.state.location.search).toBe('?dish=dal');
});

test('offline, keeps a stored menu to which the service worker redirected', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const router = await open('/menu/new-glasgow');
  await waitFor(() => expect(observed()).toBe('new-glasgow'));
  expect(router.state.location.pathname).toBe('/menu/new-glasgow');
});
