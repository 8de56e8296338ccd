import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import Frame from '../../routes/guest/frame.tsx';
import { rootData, truro } from '../../testing/samples.ts';
import { openPages } from '../../testing/show.tsx';

const glasgow = { ...truro, id: 'new-glasgow', name: 'New Glasgow', isOpen: false, openText: 'Opens at noon' };
const menus = {
  '/': { default: () => <p>Home</p> },
  '/menu': { default: () => <p>The default menu</p> },
  '/menu/new-glasgow': { default: () => <p>The menu of New Glasgow</p> },
};
beforeEach(() => void vi.spyOn(rootData, 'locations', 'get').mockReturnValue([truro, glasgow]));

test('“Order Now” asks for the location while none was chosen', async () => {
  const { press } = openPages(Frame, menus, '/', {});
  await press('Order Now', 'link');
  const choice = await screen.findByRole('dialog', { name: 'Choose a restaurant' });
  expect(choice.textContent).toContain('New GlasgowOpens at noon');
  await press(/^New Glasgow/, 'link');
  await expect(screen).toShow('The menu of New Glasgow');
});

test.each([
  ['visited before', () => localStorage.setItem('tiffin_menu', 'new-glasgow')],
  ['the only one', () => vi.spyOn(rootData, 'locations', 'get').mockReturnValue([truro])],
])('“Order Now” asks nothing if a location was %s', async (_how, choose) => {
  choose();
  const { press } = openPages(Frame, menus, '/', {});
  await press('Order Now', 'link');
  await expect(screen).toShow('The default menu');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a restaurant' })).toBeNull());
});
