import type { ReactNode } from 'react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../office/shell/query-client.ts';
import { fakeNetwork, refusal, type Answers } from '../../testing/network.ts';
import { managedTruro } from '../../testing/samples.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { apiQuery } from '../api/queries.ts';
import type { Answer } from '../api/api.ts';
import type { Change } from './changes.ts';
import { useChangesInFlight, usePendingChanges, withChanges } from './pending-changes.ts';
import { useQueuedChange } from './use-queued-change.ts';

const KEY = ['locations'];
type Locations = Answer<'getAllLocations'>['locations'];

const apply = (locations: Locations, { call, body }: Change): Locations =>
  call === 'toggleLocationStatus'
    ? locations.map((each) => (each.id === body.locationId ? { ...each, isActive: body.isActive } : each))
    : locations;

function Page({ isUncertain = false }: { isUncertain?: boolean }) {
  const changes = usePendingChanges();
  const inFlight = useChangesInFlight();
  const { data = [] } = useQuery({
    ...apiQuery(KEY, 'getAllLocations'),
    select: ({ locations }) => withChanges(locations, changes, apply),
  });
  const toggle = useQueuedChange('toggleLocationStatus', {
    changes: [KEY],
    isUncertain,
    about: () => 'Truro',
    doneText: ({ location }) => (location.isActive ? 'It is open now' : 'It is closed now'),
    failed: 'It stays as it is',
  });
  return (
    <>
      {data.map(({ id, isActive }) => (
        <button key={id} type="button" onClick={() => void toggle.send({ locationId: id, isActive: !isActive })}>
          {isActive ? 'open' : 'closed'}
        </button>
      ))}
      <p>{inFlight.length} in flight</p>
      <Toaster />
    </>
  );
}

const shownState = () => screen.getByRole('button', { name: /^(open|closed)$/ }).textContent;
const locations = (isActive: boolean) => ({ locations: [{ ...managedTruro, isActive }] });
const toggled = (isActive: boolean) => ({ location: { ...managedTruro, isActive }, message: '' });

async function show(page: ReactNode, answers: Answers) {
  const net = fakeNetwork({ getAllLocations: locations(true), ...answers });
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>);
  const user = userEvent.setup();
  await screen.findByRole('button', { name: 'open' });
  return { ...net, press: async (name: string) => user.click(await screen.findByRole('button', { name })) };
}

test('a change shows at once and stays while what it changed is loaded again', async () => {
  const server = Promise.withResolvers<void>();
  const { press, answer, sent } = await show(<Page />, {
    toggleLocationStatus: async () => {
      await server.promise;
      answer({ getAllLocations: locations(false) });
      return toggled(false);
    },
  });
  await press('open');
  expect(shownState()).toBe('closed');
  server.resolve();
  await expect(screen).toShow('It is closed now');
  await expect(screen).toShow('0 in flight');
  expect(shownState()).toBe('closed');
  expect(sent('getAllLocations')).toHaveLength(2);
});

test('a refused change disappears, and the person reads why', async () => {
  const { press } = await show(<Page />, {
    toggleLocationStatus: refusal('conflict', 'The last open location cannot be closed.'),
  });
  await press('open');
  await expect(screen).toShow('It stays as it is');
  await expect(screen).toShow('The last open location cannot be closed.');
  await expect.poll(() => shownState()).toBe('open');
});

test('changes of one record are sent one after another, and the list is loaded again after the last', async () => {
  const order: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const { press, sent } = await show(<Page />, {
    toggleLocationStatus: async ({ isActive }) => {
      order.push(isActive);
      if (order.length === 1) await first.promise;
      return toggled(isActive === true);
    },
  });
  await press('open');
  await press('closed');
  await expect(screen).toShow('2 in flight');
  expect(shownState()).toBe('open');
  expect(order).toEqual([false]);
  first.resolve();
  await expect(screen).toShow('0 in flight');
  expect(order).toEqual([false, true]);
  expect(sent('getAllLocations')).toHaveLength(2);
});

test('an uncertain change is not shown before the server has decided', async () => {
  const server = Promise.withResolvers<void>();
  const { press } = await show(<Page isUncertain />, {
    toggleLocationStatus: async () => {
      await server.promise;
      return toggled(false);
    },
  });
  await press('open');
  await expect(screen).toShow('1 in flight');
  expect(shownState()).toBe('open');
  server.resolve();
  await expect(screen).toShow('0 in flight');
});
