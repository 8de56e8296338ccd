import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dalDish, truro } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import Menu, { loader } from '../../routes/guest/menu.tsx';

/** The files of the dish's sheet and of the note, which get no response until a test says so. */
const file = vi.hoisted(() => ({ isLost: true, isNoteLost: false }));

vi.mock(import('./dish-dialog.tsx'), async (readFile) => {
  const loaded = await readFile();
  return {
    ...loaded,
    get DishDialog() {
      if (file.isLost) throw new TypeError('Failed to fetch dynamically imported module: dish-dialog.js');
      return loaded.DishDialog;
    },
  };
});

vi.mock(import('../../shared/site/pace-note.tsx'), async (readFile) => {
  const loaded = await readFile();
  return {
    ...loaded,
    get PaceNote() {
      if (file.isNoteLost) throw new TypeError('Failed to fetch dynamically imported module: pace-note.js');
      return loaded.PaceNote;
    },
  };
});

test('a guest who loses the network as they press a dish keeps the menu, and the dish opens with its styles when it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  const { press } = openPage({ default: Menu, loader: ofTruro }, '/menu/truro', {
    getLocation: { location: truro },
    getLocationMenu: {
      locationId: 'truro',
      items: [{ ...dalDish, spiceLevel: 'hot' }],
      categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 1 }],
      version: 1,
    },
  });
  await expect(screen).toShow('Dal Tadka');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const lostStyles = document.createElement('link');
  Object.assign(lostStyles, { rel: 'stylesheet', href: '/assets/dish-dialog.css' });
  Object.defineProperty(lostStyles, 'sheet', { value: { cssRules: [] } });
  document.head.append(lostStyles);
  await press(/Add.*Dal Tadka/);
  await expect(screen).toShow('No connection. The dish opens once it is back.');
  await expect(screen).toShow('Veg Curries');
  expect(screen.queryByRole('dialog')).toBeNull();
  file.isLost = false;
  vi.stubGlobal('fetch', fetch);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(100);
  expect(await screen.findByRole('dialog', { name: 'Dal Tadka' })).toBeTruthy();
  // Its styles are asked for again, too.
  expect(lostStyles.isConnected).toBe(false);
  expect(document.querySelectorAll('link[href="/assets/dish-dialog.css"]')).toHaveLength(1);
});

test('a menu whose note about the kitchen is lost with the network stays, and the note comes when it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  file.isNoteLost = true;
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  openPage({ default: Menu, loader: ofTruro }, '/menu/truro', {
    getLocation: { location: { ...truro, pace: [{ kind: 'busy', service: null, plus: 15, until }] } },
    getLocationMenu: {
      locationId: 'truro',
      items: [dalDish],
      categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 1 }],
      version: 1,
    },
  });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) =>
    JSON.stringify(request).includes('ping') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(...request),
  );
  await expect(screen).toShow('Dal Tadka');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(screen).toShow('Dal Tadka');
  expect(screen.queryByText('No connection')).toBeNull();
  file.isNoteLost = false;
  vi.stubGlobal('fetch', fetch);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(100);
  await expect(screen).toShow('We are busy: about 15 minutes longer than usual');
});
