import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useParams } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A document is first once: each test has one of its own. */
beforeEach(() => void vi.resetModules());
afterEach(() => void vi.restoreAllMocks());

async function open(at: string) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { redirectCount: 1, name: `http://here${at.replace(/#.*/, '')}` } as never,
  ]);
  const { useVisit } = await import('./use-visit.ts');
  function Menu() {
    const { id = '' } = useParams();
    useVisit(id);
    return <p>menu of {id}</p>;
  }
  const routes = [
    { path: '/menu', element: <p>asked again</p> },
    { path: '/menu/:id', element: <Menu /> },
    { path: '/login', element: <p>sign in</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return router;
}
const observed = () => localStorage.getItem('tiffin_menu');

test('a menu the server led to at once is asked for again, where the carts are known', async () => {
  await open('/menu/truro');
  await expect(screen).toShow('asked again');
  expect(observed()).toBeNull();
});

test('a menu that was chosen after signing in stays, though the page before was reached by a redirect', async () => {
  const router = await open('/login');
  await router.navigate('/menu/new-glasgow');
  await waitFor(() => expect(observed()).toBe('new-glasgow'));
  expect(router.state.location.pathname).toBe('/menu/new-glasgow');
});

test('a menu that signing in led to stays', async () => {
  const router = await open('/menu/new-glasgow#main');
  await waitFor(() => expect(observed()).toBe('new-glasgow'));
  expect(router.state.location.pathname).toBe('/menu/new-glasgow');
});

test('offline a kept menu stays, though the worker led to it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const router = await open('/menu/new-glasgow');
  await waitFor(() => expect(observed()).toBe('new-glasgow'));
  expect(router.state.location.pathname).toBe('/menu/new-glasgow');
});
