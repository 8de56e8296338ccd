import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { CallName } from '@tiffin/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ReactNode } from 'react';
import { useCustomers } from '../office/dashboard/use-figures.ts';
import { useTemplates } from '../office/messages/compose/use-mail.ts';
import { personByPhone } from '../shared/api/person-by-phone.ts';
import { fakeNetwork, type Answers, type Network } from '../testing/network.ts';
import { dalDish, managedTruro, rootData, truro } from '../testing/samples.ts';
import { openOffice, openPage } from '../testing/show.tsx';
import * as home from './guest/home.tsx';
import * as menu from './guest/menu.tsx';
import * as reservations from './guest/reservations.tsx';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const requests = ({ sent }: Network, call: CallName) => sent(call).length;

/** Lets the time pass, and the requests that follow from it. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Expects another request of this call after so many minutes and none much earlier. */
async function expectNextRequestAfter(minutes: number, net: Network, call: CallName): Promise<void> {
  await waitFor(() => expect(requests(net, call)).toBeGreaterThan(0));
  const first = requests(net, call);
  await pass((minutes - 1) * MINUTE);
  expect(requests(net, call)).toBe(first);
  await pass(2 * MINUTE);
  await waitFor(() => expect(requests(net, call)).toBeGreaterThan(first));
}

const site: Answers = { getLocations: { locations: [truro] }, getSite: { site: rootData.site } };

test('the home page loads its locations again after 10 minutes [A-DATA-33]', async () => {
  const page = openPage(home, '/', {
    ...site,
    getLocationMenu: { locationId: 'truro', items: [], categories: [], version: 1 },
  });
  // The page counts from when it is shown, which a busy machine delays.
  await expect(screen).toShow('Truro Heights');
  await expectNextRequestAfter(10, page, 'getLocations');
});

test('the booking page loads the dine-in locations again after 10 minutes [A-DATA-36]', async () => {
  const page = openPage(reservations, '/reservations', {
    ...site,
    getReservationDays: { days: [], timeZone: 'America/Halifax' },
  });
  await expect(screen).toShow(/No table is free/);
  await expectNextRequestAfter(10, page, 'getLocations');
});

test('the menu page loads its menu again after 5 minutes [A-DATA-34]', async () => {
  const loader = (args: object) => menu.loader({ ...args, params: { locationId: 'truro' } } as never);
  const page = openPage({ default: menu.default, loader }, '/menu/truro', {
    getLocation: { location: truro },
    getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
  });
  await expect(screen).toShow('Your order');
  await expectNextRequestAfter(5, page, 'getLocationMenu');
});

/** Leaves a section of the back office for another and comes back. */
async function leaveAndReturn(section: string): Promise<void> {
  for (const hash of ['#orders', `#${section}`]) {
    await act(async () => {
      location.hash = hash;
      dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await pass(10);
  }
}

test('the list of locations is loaded again when it is older than 5 minutes [A-DATA-32]', async () => {
  const office = openOffice('locations', { getAllLocations: { locations: [managedTruro] } });
  await expect(screen).toShow('Truro Heights');
  expect(requests(office, 'getAllLocations')).toBe(1);
  await pass(4 * MINUTE);
  await leaveAndReturn('locations');
  await expect(screen).toShow('Truro Heights');
  expect(requests(office, 'getAllLocations')).toBe(1);
  await pass(2 * MINUTE);
  await leaveAndReturn('locations');
  await waitFor(() => expect(requests(office, 'getAllLocations')).toBe(2));
});

test('a phone number is looked up again after 5 minutes [A-DATA-35]', async () => {
  const net = fakeNetwork({ lookupUserByPhone: { user: null, people: [] } });
  const client = new QueryClient();
  const look = () => client.fetchQuery(personByPhone('+19025550101'));
  await look();
  await pass(4 * MINUTE);
  await look();
  expect(requests(net, 'lookupUserByPhone')).toBe(1);
  await pass(2 * MINUTE);
  await look();
  expect(requests(net, 'lookupUserByPhone')).toBe(2);
  client.clear();
});

const withQueries = (client: QueryClient) =>
  function Queries({ children }: { children: ReactNode }) {
    return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  };

test('the analytics of the dashboard are loaded again after 5 minutes [A-DATA-37]', async () => {
  const net = fakeNetwork({ getCustomerAnalytics: {} as never });
  const client = new QueryClient();
  const { unmount } = renderHook(() => useCustomers('truro'), { wrapper: withQueries(client) });
  await expectNextRequestAfter(5, net, 'getCustomerAnalytics');
  unmount();
  client.clear();
});

test('data without a lifetime of its own, such as mail templates, is loaded again after 5 minutes [C-LIMIT-03]', async () => {
  const net = fakeNetwork({ getEmailTemplates: { templates: [], emailEnabled: true } });
  const client = new QueryClient();
  const open = async () => {
    const { unmount } = renderHook(() => useTemplates(), { wrapper: withQueries(client) });
    await pass(10);
    unmount();
    return requests(net, 'getEmailTemplates');
  };
  expect(await open()).toBe(1);
  await pass(5 * MINUTE - 1_000);
  expect(await open()).toBe(1);
  await pass(2_000);
  expect(await open()).toBe(2);
  client.clear();
});
