import { screen } from '@testing-library/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { loadShownAccountMenu } from './account-corner.tsx';
import Frame from '../../routes/guest/frame.tsx';
import { RouterLink } from '../../shared/page/router-link.tsx';
import { guest, rootData } from '../../testing/samples.ts';
import { LinkComponent } from '../../ui/link.tsx';
import { openPages } from '../../testing/show.tsx';

test('the footer ends with the year and the name of the restaurant [C-NAV-18]', async () => {
  openPages(Frame, { '/': { default: () => <p>Our page</p> } }, '/', {});
  await expect(screen).toShow('Our page');
  expect(screen.getByRole('contentinfo').textContent).toContain(`© ${rootData.year} ${rootData.site.name}`);
});

test('the account menu that was opened before the scripts started stays open, whatever else of the page changes', async () => {
  const me = { ...guest, displayName: 'Asha Menon' };
  const routes = [
    { id: 'root', children: [{ element: <Frame />, children: [{ path: '*', element: <p>Our page</p> }] }] },
  ];
  const newRouter = () => createMemoryRouter(routes, { hydrationData: { loaderData: { root: { ...rootData, me } } } });
  const page = (router: ReturnType<typeof newRouter>) => (
    <LinkComponent value={RouterLink}>
      <RouterProvider router={router} />
    </LinkComponent>
  );
  const container = document.body.appendChild(document.createElement('div'));
  // The server renders with the code of the menu, and the browser loads it before the page starts.
  container.innerHTML = '<div id="account-menu"></div>';
  await loadShownAccountMenu();
  container.innerHTML = renderToString(page(newRouter()));
  const button = screen.getByRole('button', { name: 'Account of Asha Menon' });
  const router = newRouter();
  startTransition(() => void hydrateRoot(container, page(router)));
  // The browser opens the menu itself, so it is lost with its element.
  await router.revalidate();
  await screen.findByRole('contentinfo');
  expect(screen.getByRole('button', { name: 'Account of Asha Menon' })).toBe(button);
});
