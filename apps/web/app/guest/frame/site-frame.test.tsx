import { screen, waitFor } from '@testing-library/react';
import { startTransition, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { loadShownAccountMenu } from './account-corner.tsx';
import Frame from '../../routes/guest/frame.tsx';
import { RouterLink } from '../../shared/page/router-link.tsx';
import { guest, rootData } from '../../testing/samples.ts';
import { LinkComponent } from '../../ui/link.tsx';
import { openPages } from '../../testing/show.tsx';

/** The page that a test starts itself, which nobody else would end. */
let hydrated: Root | undefined;
afterEach(() => {
  hydrated?.unmount();
  hydrated = undefined;
});

test('the footer ends with the year and the name of the restaurant [C-NAV-18]', async () => {
  openPages(Frame, { '/': { default: () => <p>Our page</p> } }, '/', {});
  await expect(screen).toShow('Our page');
  expect(screen.getByRole('contentinfo').textContent).toContain(`© ${rootData.year} ${rootData.site.name}`);
});

test('the account menu that was opened before the scripts started stays open, whatever else of the page changes', async () => {
  const me = { ...guest, displayName: 'Asha Menon' };
  const root = { ...rootData, me };
  const started = vi.fn<() => void>();
  function OurPage() {
    useEffect(started, []);
    return <p>Our page</p>;
  }
  const children = [{ element: <Frame />, children: [{ path: '*', element: <OurPage /> }] }];
  const newRouter = () =>
    createMemoryRouter([{ id: 'root', loader: () => root, children }], { hydrationData: { loaderData: { root } } });
  const page = (router: ReturnType<typeof newRouter>) => (
    <LinkComponent value={RouterLink}>
      <RouterProvider router={router} />
    </LinkComponent>
  );
  const container = document.body.appendChild(document.createElement('div'));
  // The server renders with the code of the menu, and the browser loads it before the page starts.
  container.innerHTML = '<div id="account-menu"></div>';
  await loadShownAccountMenu();
  expect(renderToString(page(newRouter()))).toContain('Account of Asha Menon');
  // The server waits for all parts; until their code is there, the page has such marks in their place.
  await vi.waitFor(() => {
    container.innerHTML = renderToString(page(newRouter()));
    expect(container.innerHTML).not.toContain('<!--$!-->');
  });
  const button = screen.getByRole('button', { name: 'Account of Asha Menon' });
  const router = newRouter();
  startTransition(() => void (hydrated = hydrateRoot(container, page(router))));
  // The browser opens the menu itself, so it is lost with its element.
  await router.revalidate();
  await waitFor(() => expect(started).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Account of Asha Menon' })).toBe(button);
});
