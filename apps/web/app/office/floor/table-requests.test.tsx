import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { outage, type Answers } from '../../testing/network.ts';
import { staff } from '../../testing/samples.ts';
import { openOffice, openTablePanel, sendLiveEvent } from '../../testing/show.tsx';
import type { Floor } from './floor-data.ts';

const NOW = '2026-11-20T22:42:00.000Z';
vi.mock('../../shared/live/server-clock.ts', async (original) => {
  const now = () => new Date('2026-11-20T22:42:00.000Z');
  return { ...(await original<object>()), serverNow: now, useServerNow: now };
});
const ring = vi.hoisted(() => vi.fn<() => void>());
vi.mock('../hardware/sounds/use-alerts.ts', () => ({ useAlerts: () => ({ waiting: [], accept: () => {}, ring }) }));

const call = { callId: 'c1', about: 'bill' as const, at: '2026-11-20T22:40:00.000Z' };
const waiting = {
  roundId: 'r1',
  guestName: 'Mint',
  at: '2026-11-20T22:37:00.000Z',
  items: [
    { name: 'Garlic Naan', quantity: 2 },
    { name: 'Mango Lassi', quantity: 1 },
  ],
  allergies: [{ code: 'milk' as const }],
};
const floor = (more: object = {}): Floor => ({
  version: 3,
  areas: [{ areaId: 'room', name: 'Room' }],
  tables: [
    {
      tableId: 't5',
      name: '5',
      area: 'Room',
      seats: 4,
      x: 100,
      y: 100,
      width: 160,
      height: 120,
      shape: 'rectangle',
      state: 'seated',
      sitting: {
        sittingId: 's1',
        partySize: 3,
        name: 'Chen',
        reservationId: null,
        seatedAt: '2026-11-20T22:12:00.000Z',
        code: 'K7MQ',
        longCode: 'K7MQ2XPB',
        ...more,
      },
    },
  ],
});
const day = {
  date: '2026-11-20',
  isToday: true,
  isClosed: false,
  timeZone: 'America/Halifax',
  asOf: NOW,
  seatsPerSlot: 40,
  slots: [],
  reservations: [],
};
const open = (answers: Answers, section = 'floor') =>
  openOffice(section, { getTabs: { tabs: [] }, getReservationDay: { day }, ...answers }, { ...staff, hasFloor: true });
const requests = async () => within(await screen.findByRole('list', { name: 'From phones' }));

test('a waiter reads the code of the party in its panel, and the long one', async () => {
  open({ getFloor: floor() });
  await openTablePanel();
  await expect(screen).toShow('K7MQ');
  await expect(screen).toShow('K7MQ2XPB');
  expect(screen.queryByRole('list', { name: 'From phones' })).toBeNull();
});

test('a waiter sends a round of a phone to the kitchen with one press, and reads its dishes, age and allergies', async () => {
  const { press, sent, answer } = open({
    getFloor: floor({ waitingRounds: [waiting] }),
    answerTableRound: outage(),
  });
  const list = await requests();
  await expect(list).toShow('Table 5: Round of Mint waits for your yes');
  await expect(list).toShow('2 × Garlic Naan, 1 × Mango Lassi');
  await expect(list).toShow('for 5 min');
  await expect(list).toShow('Milk');
  await press('Yes, to the kitchen');
  await expect(screen).toShow('The round was not answered');
  answer({ answerTableRound: { roundId: 'r1', isAccepted: true, orderId: 'O1' }, getFloor: floor() });
  await press('Yes, to the kitchen');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'From phones' })).toBeNull());
  expect(sent('answerTableRound').at(-1)).toEqual({ roundId: 'r1', isAccepted: true });
});

test('a waiter refuses a round with two presses, and its guest reads why', async () => {
  const { press, sent } = open({
    getFloor: floor({ waitingRounds: [waiting] }),
    answerTableRound: { roundId: 'r1', isAccepted: false },
  });
  await press('No');
  await press('Sold out', 'menuitem');
  const refusal = { roundId: 'r1', isAccepted: false, reason: 'Sold out' };
  await waitFor(() => expect(sent('answerTableRound')).toEqual([refusal]));
});

test('the oldest request of a table is what the plan and its panel ask for, and a call is answered there', async () => {
  const { press, sent } = open({ getFloor: floor({ calls: [call] }), answerTableCall: { callId: 'c1' } });
  const table = await screen.findByRole('button', { name: /^Table 5\b/ });
  expect(table.textContent).toContain('Calls');
  expect(table.textContent).toContain('2 min');
  // A press leads to the panel and not to the dishes, because somebody must come.
  await press(/^Table 5\b/);
  const panel = within(await screen.findByRole('complementary', { name: 'Table' }));
  await expect(panel).toShow('Table 5: Asks for the bill');
  await press('I am coming');
  await waitFor(() => expect(sent('answerTableCall')).toEqual([{ callId: 'c1' }]));
});

test('a new request rings once in every section, and says from which table it is', async () => {
  const { answer } = open({ getFloor: floor() }, 'reservations');
  await screen.findByRole('heading', { level: 1 });
  answer({ getFloor: floor({ calls: [call] }) });
  sendLiveEvent('floor.changed', { locationId: 'truro', sittingId: 's1' });
  await expect(screen).toShow('Table 5: Asks for the bill');
  expect(screen.getByRole('button', { name: 'Answer' })).toBeTruthy();
  await waitFor(() => expect(ring).toHaveBeenCalledTimes(1));
  answer({ getFloor: floor({ calls: [call], waitingRounds: [waiting] }) });
  sendLiveEvent('floor.changed', { locationId: 'truro', sittingId: 's1' });
  await expect(screen).toShow('Table 5: Round of Mint waits for your yes');
  expect(screen.getAllByText('Table 5: Asks for the bill')).toHaveLength(1);
  expect(ring).toHaveBeenCalledTimes(2);
  // A colleague answered the call, so nobody needs to read it.
  answer({ getFloor: floor({ waitingRounds: [waiting] }) });
  sendLiveEvent('floor.changed', { locationId: 'truro', sittingId: 's1' });
  await waitFor(() => expect(screen.queryByText('Table 5: Asks for the bill')).toBeNull());
  expect(screen.getByText('Table 5: Round of Mint waits for your yes')).toBeTruthy();
});

test('a call of a phone is read once by a page that shows the floor', async () => {
  const { sent, answer } = open({ getFloor: floor() });
  await screen.findByRole('button', { name: /^Table 5\b/ });
  const before = sent('getFloor').length;
  answer({ getFloor: floor({ calls: [call] }) });
  sendLiveEvent('floor.changed', { locationId: 'truro', sittingId: 's1' });
  await (await requests()).findByText(/Asks for the bill/);
  expect(sent('getFloor')).toHaveLength(before + 1);
});

test('a change of the floor that no phone made is not read again in other sections', async () => {
  const { sent } = open({ getFloor: floor({ calls: [call] }) }, 'orders');
  await screen.findByRole('heading', { level: 1 });
  const before = sent('getFloor').length;
  sendLiveEvent('floor.changed', { locationId: 'truro' });
  sendLiveEvent('floor.changed', { locationId: 'truro', sittingId: 's1' });
  await expect(screen).toShow('Table 5: Asks for the bill');
  expect(sent('getFloor')).toHaveLength(before + 1);
});
