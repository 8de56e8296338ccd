import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import type { Answers } from '../../testing/network.ts';
import { editedDal, menuToEdit } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

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

afterEach(() => {
  vi.useRealTimers();
  device.changes = [];
});

const menu = (more: Answers = {}) => openOffice('menu', { ...menuToEdit([editedDal]), ...more });
const addItem = () => screen.findByRole('button', { name: 'Add Item' });

async function offlineMenu() {
  const office = menu();
  const add = await addItem();
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'));
  return office;
}

async function expectQueued(...calls: readonly string[]) {
  await expect(screen).toShow('Operation queued for when connection is restored');
  expect(device.changes.map(({ call }) => call)).toEqual(calls);
}

test('a dish deleted while offline waits on the device [A-OFF-06] [A-ERR-62]', async () => {
  const { press, sent } = await offlineMenu();
  await press('More for Dal Tadka');
  await press('Delete', 'menuitem');
  await press('Delete');
  await expectQueued('deleteMenuItem');
  expect(sent('deleteMenuItem')).toEqual([]);
});

test('a dish hidden while offline waits on the device [A-OFF-06] [A-ERR-62]', async () => {
  const { press, sent } = await offlineMenu();
  await press('Hide Dal Tadka');
  await expectQueued('setMenuAvailability');
  expect(sent('setMenuAvailability')).toEqual([]);
});

test('a dish edited while offline waits on the device [A-OFF-06] [A-ERR-62]', async () => {
  const { press, sent } = await offlineMenu();
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal Makhani');
  await press('Save Changes');
  await expectQueued('updateMenuItem');
  expect(sent('updateMenuItem')).toEqual([]);
});

test('a new dish whose connection broke waits on the device [A-OFF-06] [A-ERR-62]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { press } = menu({
    addMenuItem: () => {
      throw new TypeError('no network');
    },
  });
  await press('Add Item');
  await typeIn(/^Name/, 'Kheer');
  await typeIn(/^Price/, '6');
  await typeIn(/^Description/, 'Rice, milk, cardamom.');
  const form = (await field(/^Name/)).closest('dialog') as HTMLElement;
  act(() => within(form).getByRole('button', { name: 'Add Item' }).click());
  await vi.advanceTimersByTimeAsync(15_000);
  await expectQueued('addMenuItem');
});
