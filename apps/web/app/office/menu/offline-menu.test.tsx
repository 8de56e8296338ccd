import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { probeServer } from '../../shared/offline/online.ts';
import { editedCategory, editedDal, menuToEdit } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

/** The changes that this device stores. The document of the tests has no IndexedDB. */
const device = vi.hoisted(() => ({ changes: [] as QueuedChange[] }));
vi.mock('../../shared/offline/queue-store.ts', () => ({
  queueStore: {
    all: async () => device.changes,
    async add(change: QueuedChange) {
      device.changes = [...device.changes, { ...change, place: device.changes.length + 1 }];
    },
    async update(change: (each: QueuedChange) => QueuedChange | null) {
      device.changes = device.changes.map(change).filter((each) => each !== null);
    },
  },
}));

afterEach(async () => {
  device.changes = [];
  vi.stubGlobal('fetch', async () => new Response('ok'));
  await act(async () => void (await probeServer()));
});

async function openMenu(categories?: ReturnType<typeof editedCategory>[]) {
  const office = openOffice('menu', menuToEdit([editedDal], categories));
  await screen.findByRole('button', { name: 'Add Item' });
  return office;
}

async function goOffline() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  act(() => void dispatchEvent(new Event('offline')));
  const [add] = screen.getAllByRole('button', { name: 'Add Item' });
  await waitFor(() => expect(add?.getAttribute('aria-disabled')).toBe('true'));
}

async function expectQueued(call: QueuedChange['call']) {
  await waitFor(() => expect(device.changes.map((change) => change.call)).toEqual([call]));
  await expect(screen).toShow('Operation queued for when connection is restored');
}

test('a dish deleted while offline waits on the device, and a message appears [A-OFF-06]', async () => {
  const { press } = await openMenu();
  await goOffline();
  await press('More for Dal Tadka');
  await press('Delete', 'menuitem');
  await press('Delete');
  await expectQueued('deleteMenuItem');
});

test('a dish hidden while offline waits on the device [A-OFF-06]', async () => {
  const { press } = await openMenu();
  await goOffline();
  await press('Hide Dal Tadka');
  await expectQueued('setMenuAvailability');
});

test('a dish edited while offline waits on the device [A-OFF-06]', async () => {
  const { press } = await openMenu();
  await goOffline();
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal Makhani');
  await press('Save Changes');
  await expectQueued('updateMenuItem');
});

test('a new dish that was begun online and is saved offline waits on the device [A-OFF-06]', async () => {
  const { press } = await openMenu();
  await press('Add Item');
  await typeIn(/^Name/, 'Kheer');
  await typeIn(/^Price/, '6');
  await typeIn(/^Description/, 'Rice, milk, cardamom.');
  await goOffline();
  await press('Add Item');
  await expectQueued('addMenuItem');
});

test('categories arranged while offline wait on the device and are called categories', async () => {
  const { press } = await openMenu([editedCategory('veg-curries', 'Veg Curries'), editedCategory('sides', 'Sides')]);
  await goOffline();
  await press('Manage Categories');
  await press('Move Veg Curries down');
  await expectQueued('reorderCategories');
  expect(device.changes.map(({ about }) => about)).toEqual(['Arrange the categories']);
});
