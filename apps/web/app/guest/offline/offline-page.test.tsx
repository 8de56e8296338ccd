import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dalForOne } from '../../testing/samples.ts';

// Before the promise of the orders.
beforeEach(() => void vi.setSystemTime('2026-11-18T22:00:00Z'));

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 2, maxQuantity: 10, cartKey: 'dal-default' };

/** Network state lives in module scope, so each test loads fresh modules. */
beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});

afterEach(() => {
  vi.doUnmock('../../shared/offline/online.ts');
  vi.resetModules();
});

/** Opens the page as the service worker does, with the requested address as fragment. */
async function offline(isReachable: () => boolean, hash = '#/checkout') {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
  // The fake network always answers probes.
  let reached = true;
  const listeners = new Set<() => void>();
  vi.doMock(import('../../shared/offline/online.ts'), async (original) => ({
    ...(await original()),
    isServerReachable: () => reached,
    watchConnection: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    probeServer: async () => {
      reached = isReachable();
      for (const listener of listeners) listener();
      return reached;
    },
  }));
  const { openPage } = await import('../../testing/show.tsx');
  const route = await import('../../routes/guest/offline.tsx');
  return { ...openPage({ default: route.default }, `/offline${hash}`, {}), replace };
}

test('without a connection a guest sees the dishes and orders on this device, and how to call', async () => {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  const { storeShownOrder } = await import('../order/shown-order.ts');
  storeShownOrder('?orderId=1', { ...dalForOne, status: 'preparing' }, null, new Date('2026-11-20T22:19:00.000Z'));
  await offline(() => false);
  const stored = within(await screen.findByRole('list', { name: 'Stored on this device' }));
  expect(stored.getByText(new RegExp(`^Order ${dalForOne.orderId.slice(-5)}, Being Prepared`))).toBeTruthy();
  expect(stored.getByText('As of Nov 20, 6:19 p.m.')).toBeTruthy();
  expect(stored.getByText('2 dishes in your next order, Truro Heights')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /^Call/ }).length).toBeGreaterThan(0);
});

test('with nothing stored it says so', async () => {
  await offline(() => false);
  await expect(screen).toShow(/^Nothing of this restaurant is stored on this device yet/);
});

test('the requested page opens as soon as the server is reachable', async () => {
  let isReachable = false;
  const { press, replace } = await offline(() => isReachable, '#/checkout?location=truro');
  await press('Try Again');
  await expect(screen).toShow('Still no connection. We keep trying.');
  expect(replace).not.toHaveBeenCalled();
  isReachable = true;
  await press('Try Again');
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/checkout?location=truro'));
});

test('an address of another site is never opened', async () => {
  let isReachable = false;
  const { press, replace } = await offline(() => isReachable, '#//elsewhere.test/');
  await press('Try Again');
  isReachable = true;
  await press('Try Again');
  await expect(screen).toShow('You’re back');
  expect(replace).not.toHaveBeenCalled();
});
