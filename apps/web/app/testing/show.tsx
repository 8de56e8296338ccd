import { HALIFAX } from '@tiffin/domain/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import {
  createMemoryRouter,
  createStaticHandler,
  createStaticRouter,
  parsePath,
  RouterProvider,
  StaticRouterProvider,
  useActionData,
  useLoaderData,
  useParams,
  type ActionFunction,
  type LoaderFunction,
  type RouteObject,
} from 'react-router';
import { expect } from 'vitest';
import AdminDashboard from '../routes/office/dashboard.tsx';
import { createLoadContext, type Me } from '../shared/api/server-context.ts';
import { RouterLink } from '../shared/page/router-link.tsx';
import type { Answer } from '../shared/api/api.ts';
import type { RootData } from '../shared/site/site.ts';
import { LinkComponent } from '../ui/link.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { fakeNetwork, type Answers, type Network } from './network.ts';
import { unpaidBill } from './bills.ts';
import { admin, ordersOf, rootData } from './samples.ts';
import { emptyReport } from './report.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-unused-vars -- as vitest declares it
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toShow: (words: string | RegExp) => Promise<void>;
  }
}

/** A fake stream of live events; the test sends the events. */
class LiveStream extends EventTarget {
  static readonly open = new Set<LiveStream>();
  /** Events of this test from before a stream was open. A page opens its stream after it is shown. */
  static unsent: { readonly event: MessageEvent; readonly test: string | undefined }[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    LiveStream.open.add(this);
    // The page adds its listeners right after this.
    queueMicrotask(() => {
      const unsent = LiveStream.unsent.filter(({ test }) => test === expect.getState().currentTestName);
      LiveStream.unsent = [];
      for (const { event } of unsent) this.dispatchEvent(event);
    });
  }
  close(): void {
    LiveStream.open.delete(this);
  }
}
Object.assign(globalThis, { EventSource: Object.assign(LiveStream, { CLOSED: 2 }) });

/** Sends a live event from the fake server. */
export function sendLiveEvent(what: string, data: Record<string, unknown>): void {
  const event = () => new MessageEvent(what, { data: JSON.stringify(data) });
  for (const stream of LiveStream.open) stream.dispatchEvent(event());
  if (LiveStream.open.size === 0) {
    LiveStream.unsent.push({ event: event(), test: expect.getState().currentTestName });
  }
}

/** The query of the stream of live events; null until the page opens one. */
export function liveStreamQuery(): URLSearchParams | null {
  const [stream] = LiveStream.open;
  return stream ? new URL(stream.url, location.origin).searchParams : null;
}

/** Breaks the stream of live events. */
export function breakLive(): void {
  for (const stream of LiveStream.open) stream.dispatchEvent(new Event('error'));
}

/** Responses for the frame around every section: no orders, no reservations. */
const quiet: Answers = {
  getLocationOrders: ordersOf([]),
  getOrderPayments: { payments: [], refunds: [], refundable: 0, items: [] },
  getManualRefunds: { refunds: [] },
  getFiscalStates: { locations: [] },
  getWaitlist: { waits: [], quotes: { told: 0, kept: 0 }, asOf: '2026-11-20T22:42:00.000Z' },
  getTicketLimits: { locations: [] },
  getStations: { stations: [] },
  getAllLocations: { locations: [] },
  getOrderPacing: { locations: [] },
  getUnconfirmedTickets: { tickets: [] },
  nameDevice: { letter: 'B' },
  getDrawers: { drawers: [], denominations: [], currency: 'CAD' },
  getPromisedTimeAccuracy: { places: [] },
  getInvitations: { invitations: [] },
  getReport: emptyReport,
  getReservationStats: {
    figures: { total: 0, confirmedToday: 0, guestsToday: 0, upcoming: 0, nextAt: null, cancelled: 0 },
    asOf: '2026-11-20T12:00:00.000Z',
  },
};

/** Responses without ready times: pages use the default rule. */
const ruled: Answers = { getReadyTimes: { timeZone: HALIFAX, days: [] } };

export interface Shown extends Network {
  readonly user: UserEvent;
  /** Presses the button with this name; of several the last one, which is on top. */
  readonly press: (name: string | RegExp, role?: string) => Promise<void>;
}

/** Waits for the field with this label; of several the last one. */
export async function field(label: string | RegExp): Promise<HTMLInputElement> {
  return (await screen.findAllByLabelText<HTMLInputElement>(label)).at(-1) as HTMLInputElement;
}

/** Sets a field's value in one step. */
/** Opens the panel of a table on the floor, as “Move or free” at the till does. A press on a table opens its dishes. */
export async function openTablePanel(tableId = 't5'): Promise<void> {
  await screen.findByRole('heading', { name: 'Floor' });
  act(() => void (location.hash = `#floor?table=${tableId}`));
  await screen.findByRole('complementary', { name: 'Table' });
}

export async function typeIn(label: string | RegExp, value: string): Promise<void> {
  fireEvent.change(await field(label), { target: { value } });
}

/** The context that the server passes to a page's loader. */
export function contextOf({ fetch }: Pick<Network, 'fetch'>) {
  return createLoadContext({
    fetchApi: fetch,
    requestId: 'test',
    now: new Date(),
    publicUrl: location.origin,
    reportError: (error) => {
      throw error;
    },
  });
}

/** Renders a page with root data, links and toasts, connected to the fake server. */
function show(routes: RouteObject[], at: string, root: RootData, net: Network, state?: unknown): Shown {
  const frame: RouteObject = { id: 'root', loader: () => root, HydrateFallback: () => null, children: routes };
  const router = createMemoryRouter([frame], {
    initialEntries: [{ ...parsePath(at), state }],
    getContext: () => contextOf(net),
  });
  render(
    <LinkComponent value={RouterLink}>
      <RouterProvider router={router} />
      <Toaster />
    </LinkComponent>,
  );
  const user = userEvent.setup();
  return {
    ...net,
    user,
    press: async (name, role = 'button') => {
      await user.click((await screen.findAllByRole(role, { name })).at(-1) as HTMLElement);
    },
  };
}

/** Any page that the page under test links to. */
const elsewhere: RouteObject = { path: '*', element: <p>elsewhere</p> };

/** Opens the back office at one of its sections. A query may follow its name. */
export function openOffice(
  section: string,
  answers: Answers,
  me: NonNullable<Me> = admin,
  site: RootData['site'] = rootData.site,
  locations: RootData['locations'] = rootData.locations,
): Shown {
  const [hash = '', query] = section.split('?');
  history.replaceState(null, '', `/admin/dashboard${query ? `?${query}` : ''}#${hash}`);
  const net = fakeNetwork({ ...quiet, ...answers });
  const Office = AdminDashboard as unknown as (props: { loaderData: { me: Me } }) => React.ReactNode;
  const page: RouteObject = { path: '/admin/dashboard', element: <Office loaderData={{ me }} /> };
  return show([page, elsewhere], '/admin/dashboard', { ...rootData, me, site, locations }, net);
}

/** Opens the bill of an order on the board. */
export async function openBill(order: Answer<'getOrderDetails'>['order'], answers: Answers): Promise<Shown> {
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [order]),
    getBill: { bill: unpaidBill },
    ...answers,
  });
  const ticket = await screen.findByRole('article', { name: new RegExp(`^${order.orderId.slice(-5)}`) });
  await office.user.click(within(ticket).getByRole('button', { name: /AAAAA/ }));
  await office.press('Take a payment');
  await expect(screen).toShow('Still to pay');
  return office;
}

/** A route module. */
interface RouteFile {
  readonly default: unknown;
  readonly loader?: unknown;
  readonly action?: unknown;
  readonly clientAction?: unknown;
}

function Page({ of }: { of: RouteFile }) {
  const Shown = of.default as (props: { loaderData: unknown; actionData: unknown; params: unknown }) => ReactNode;
  return <Shown loaderData={useLoaderData()} actionData={useActionData()} params={useParams()} />;
}

/** The action that a browser runs: the route's client action, which may call the server's. */
function browserAction({ action, clientAction }: RouteFile): ActionFunction {
  if (clientAction === undefined) return action as ActionFunction;
  return (args) =>
    (clientAction as (args: unknown) => unknown)({
      ...args,
      serverAction: async () => (action as ActionFunction)(args, undefined),
    });
}

function routeOf(file: RouteFile, path: string): RouteObject {
  return {
    path,
    element: <Page of={file} />,
    ...(file.loader !== undefined && { loader: file.loader as LoaderFunction }),
    ...(file.action !== undefined && { action: browserAction(file) }),
  };
}

/** Opens one of the guests' pages with its loader and action. */
export function openPage(file: RouteFile, at: string, answers: Answers, me: Me = null, state?: unknown): Shown {
  history.replaceState(null, '', at);
  const net = fakeNetwork({ getMe: { me }, ...ruled, ...answers });
  const route = routeOf(file, new URL(at, location.origin).pathname);
  return show([route, elsewhere], at, { ...rootData, me }, net, state);
}

/** Opens one of several pages in their frame. */
export function openPages(
  Frame: ComponentType,
  files: Readonly<Record<string, RouteFile>>,
  at: string,
  answers: Answers,
  me: Me = null,
): Shown {
  const pages = Object.entries(files).map(([path, file]) => routeOf(file, path));
  const net = fakeNetwork({ getMe: { me }, ...ruled, ...answers });
  return show([{ element: <Frame />, children: pages }, elsewhere], at, { ...rootData, me }, net);
}

/** The text of a page as the server sends it, before any script runs. `path` is the pattern of its route. */
export async function serverPageText(file: RouteFile, path: string, at: string, answers: Answers): Promise<string> {
  const net = fakeNetwork({ getMe: { me: null }, ...ruled, ...answers });
  const { query, dataRoutes } = createStaticHandler([
    { id: 'root', loader: () => rootData, children: [routeOf(file, path)] },
  ]);
  const context = await query(new Request(new URL(at, location.origin)), { requestContext: contextOf(net) });
  if (context instanceof Response) throw new Error(`the page is answered with ${context.status}`);
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <LinkComponent value={RouterLink}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </LinkComponent>,
  );
  return page.textContent;
}
