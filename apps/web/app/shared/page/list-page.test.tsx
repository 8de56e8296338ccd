import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../office/shell/query-client.ts';
import { fakeNetwork, refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { typeIn } from '../../testing/show.tsx';
import { ChoiceSelect } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { anyText, choice, search, useListState } from './list-state.ts';
import { LoadedPages, usePages } from './pages.tsx';

const STATUSES = ['all', 'pending', 'completed'] as const;
const FILTERS = { search: search('q'), status: choice('status', STATUSES), locationId: anyText('place', 'all') };

function Orders() {
  const { at, applied, isFiltered, clear } = useListState(FILTERS);
  const list = usePages(['orders'], 'getLocationOrders', { ...applied, limit: 1 });
  return (
    <>
      <SearchInput label="Search" {...at('search')} />
      <ChoiceSelect
        aria-label="Status"
        options={STATUSES}
        labels={{ all: 'All', pending: 'Pending', completed: 'Completed' }}
        {...at('status')}
      />
      {isFiltered && (
        <button type="button" onClick={clear}>
          Show all
        </button>
      )}
      <LoadedPages list={list} rowsOf={(page) => page.orders} failed="No orders could be loaded" none={<p>Nothing</p>}>
        {(orders) => orders.map(({ id }) => <p key={id}>{id}</p>)}
      </LoadedPages>
    </>
  );
}

function show(address: string, answers: Answers) {
  history.replaceState(null, '', address);
  const net = fakeNetwork(answers);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Orders />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  return {
    ...net,
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    lastQuery: () => net.sent('getLocationOrders').at(-1),
  };
}

test('filters come from the address and go there, and what the address makes up is ignored', async () => {
  const { lastQuery, press } = show('/?q=Asha&status=nonsense&other=1', { getLocationOrders: ordersOf([]) });
  await expect(screen).toShow('Nothing');
  expect(lastQuery()).toEqual({ search: 'Asha', status: 'all', locationId: 'all', limit: '1' });
  await typeIn('Status', 'pending');
  expect(location.search).toBe('?q=Asha&status=pending&other=1');
  await expect.poll(() => lastQuery()?.['status']).toBe('pending');
  await press('Show all');
  expect(location.search).toBe('?other=1');
});

test('a search is sent once the person pauses, without spaces around it', async () => {
  const { sent, lastQuery } = show('/', { getLocationOrders: ordersOf([]) });
  await expect(screen).toShow('Nothing');
  await typeIn('Search', 'As');
  await typeIn('Search', ' Asha ');
  await expect.poll(() => lastQuery()?.['search']).toBe('Asha');
  expect(sent('getLocationOrders').map(({ search: text }) => text)).toEqual(['', 'Asha']);
});

test('more rows are added below, and a failure to load them leaves the first ones', async () => {
  const [first, second] = [dalForOne, { ...dalForOne, id: 'second' }];
  let isBroken = true;
  const { press } = show('/', {
    getLocationOrders: ({ cursor }) => {
      if (cursor === undefined) return { ...ordersOf([first]), nextCursor: 'c1' };
      return isBroken ? refusal('permission-denied') : { ...ordersOf([second]), nextCursor: null };
    },
  });
  await press('Show more');
  await expect(screen).toShow('You do not have permission to perform this action.');
  expect(screen.getByText(first.id)).toBeTruthy();
  isBroken = false;
  await press('Show more');
  await expect(screen).toShow('second');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
