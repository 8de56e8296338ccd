import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as page from '../../routes/office/tablet.tsx';
import { probeServer } from '../../shared/offline/online.ts';
import { refusal } from '../../testing/network.ts';
import { openOffice, openPage } from '../../testing/show.tsx';
import { staff } from '../../testing/samples.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { LOCKS_AFTER_MS } from './use-lock.ts';

const play = vi.hoisted(() => vi.fn<(sound: string) => Promise<boolean>>(() => Promise.resolve(true)));
vi.mock('../hardware/sounds/sound-engine.ts', async (original) => ({ ...(await original<object>()), playSound: play }));

const tablet = {
  name: 'Till 1',
  locationName: 'Truro Heights',
  people: [
    { userId: 'u1', name: 'Jamie Demo', role: 'staff' as const },
    { userId: 'u2', name: 'Robin Example', role: 'manager' as const },
  ],
  waiting: 0,
};

const atTablet = { ...staff, tablet: 'Till 1' };

async function typePin(press: (name: string | RegExp) => Promise<void>, pin: string) {
  for (const digit of pin) await press(digit);
}

test('choosing a name and typing six digits unlocks the tablet without a button', async () => {
  let me: Me = null;
  const { press, sent } = openPage(page, '/tablet', {
    getMe: () => ({ me }),
    getTablet: { tablet },
    unlockTablet: () => {
      me = atTablet;
      return { name: 'Jamie Demo' };
    },
  });
  await press(/Jamie Demo/);
  await typePin(press, '123456');
  await expect(screen).toShow('elsewhere');
  expect(sent('unlockTablet')).toEqual([{ userId: 'u1', pin: '123456' }]);
});

test('a wrong PIN shows the attempts left and clears the digits, and choosing another person clears the message', async () => {
  const { press, sent } = openPage(page, '/tablet', {
    getTablet: { tablet },
    unlockTablet: refusal('wrong-pin', 'Wrong PIN. 4 tries left.'),
  });
  await press(/Jamie Demo/);
  await typePin(press, '111111');
  await expect(screen).toShow('Wrong PIN. 4 tries left.');
  expect(screen.getByRole('img', { name: '0 of 6 digits typed' })).toBeTruthy();
  await press(/Robin Example/);
  await expect(screen).toShow('6 digits, then it opens automatically');
  await press('7');
  await press('Delete');
  expect(sent('unlockTablet')).toHaveLength(1);
});

test('a device that is not a shared tablet says what to do', async () => {
  openPage(page, '/tablet', { getTablet: { tablet: null } });
  await expect(screen).toShow('This device is not a shared tablet');
});

test('new orders ring while the tablet is locked', async () => {
  play.mockClear();
  openPage(page, '/tablet', { getTablet: { tablet: { ...tablet, waiting: 2 } } });
  await expect(screen).toShow('2 orders wait to be accepted.');
  await waitFor(() => expect(play).toHaveBeenCalledWith('new-order', 0.8, null));
});

test('a shared tablet offers locking instead of signing out, and no personal pages', async () => {
  const { press, sent } = openOffice('orders', { lockTablet: { locked: true } }, atTablet);
  await screen.findAllByRole('button', { name: 'Lock, change person' });
  expect(document.body.textContent).not.toContain('@');
  expect(screen.queryByRole('link', { name: 'Sign-in and devices' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  await press('Lock, change person');
  await expect(screen).toShow('elsewhere');
  expect(sent('lockTablet')).toHaveLength(1);
  expect(LOCKS_AFTER_MS).toBe(120_000);
});

test('an unused tablet locks itself, but not while the server is gone, because nobody could open it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent, fetch: network } = openOffice('orders', { lockTablet: { locked: true } }, atTablet);
  await screen.findAllByRole('button', { name: 'Lock, change person' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await act(async () => void (await probeServer()));
  await act(() => vi.advanceTimersByTimeAsync(3 * LOCKS_AFTER_MS));
  expect(screen.getAllByRole('button', { name: 'Lock, change person' })).not.toEqual([]);
  vi.stubGlobal('fetch', network);
  await act(async () => void (await probeServer()));
  await act(() => vi.advanceTimersByTimeAsync(LOCKS_AFTER_MS));
  await waitFor(() => expect(sent('lockTablet')).toHaveLength(1));
});

test('a signed-in user who opens the lock screen is sent on', async () => {
  openPage(page, '/tablet', { getMe: { me: atTablet }, getTablet: { tablet } });
  await expect(screen).toShow('elsewhere');
});

test('a tablet locked offline stays locked on every page and reports it once connected', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const office = openOffice('orders', { lockTablet: refusal('permission-denied') }, atTablet);
  await office.press('Lock, change person');
  await expect(screen).toShow('elsewhere');
  cleanup();
  // The server's session is still valid.
  openOffice('orders', { lockTablet: refusal('permission-denied') }, atTablet);
  await expect(screen).toShow('elsewhere');
  cleanup();
  let me: Me = atTablet;
  const { sent } = openPage(page, '/tablet', {
    getMe: () => ({ me }),
    getTablet: { tablet },
    lockTablet: () => {
      me = null;
      return { locked: true };
    },
  });
  await expect(screen).toShow('Who is it?');
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(sent('lockTablet')).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent('lockTablet')).toHaveLength(1);
  expect(screen.getByText('Who is it?')).toBeTruthy();
});

test('a PIN unlocks a tablet that was locked offline', async () => {
  localStorage.setItem('tiffin_locked', 'yes');
  const { press } = openPage(page, '/tablet', {
    getMe: { me: atTablet },
    getTablet: { tablet },
    unlockTablet: { name: 'Jamie Demo' },
  });
  await press(/Jamie Demo/);
  await typePin(press, '123456');
  await expect(screen).toShow('elsewhere');
});
