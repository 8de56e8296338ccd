import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { orderNotices } from '@tiffin/domain/errors';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { ORDER_STATUSES, statusFacts } from '@tiffin/domain/order';
import { phoneText, worksAt } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { hashAfter, useHash } from '../../shared/page/hash.ts';
import { anyText, choice, search, useListState } from '../../shared/page/list-state.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { DayRange } from '../../ui/day-range.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { orderCode, isOrder, type BoardOrder } from './board-orders.ts';
import styles from './find-order.module.css';
import { OrderFacts } from './order-details.tsx';
import { orderTypeText, paymentText } from './ticket-parts.tsx';

const PAGE_SIZE = 50;
const HASH = '#find-order';

/** Renders the actions for an order; `onOrderChange` receives the updated order. */
type ToolsOf = (order: BoardOrder, onOrderChange: (order: BoardOrder) => void) => ReactNode;

/** Search in all orders of the person's locations, and the page of each order. */
export function FindOrder({ tools }: { tools: ToolsOf }) {
  const orderId = hashAfter(`${HASH}/`, useHash(''));
  return orderId === '' ? <OrderList /> : <OrderPage key={orderId} orderId={orderId} tools={tools} />;
}

const FILTERS = {
  search: search('find'),
  from: anyText('findFrom'),
  to: anyText('findTo'),
  status: choice('findStatus', ['all', ...ORDER_STATUSES]),
  locationId: anyText('findLocation', ALL_LOCATIONS),
};

function OrderList() {
  const { actor } = useBackOffice();
  const locations = useLocations().filter(({ id }) => worksAt(actor, id));
  const { at, applied, set } = useListState(FILTERS);
  const { from, to, ...query } = applied;
  const list = usePages(['find-order'], 'getLocationOrders', {
    ...query,
    limit: PAGE_SIZE,
    startDate: from || undefined,
    endDate: to || undefined,
  });
  const searchInAddress = hashAfter(`${HASH}?`, useHash(''));
  const searchFor = useEffectEvent((text: string) => set({ search: text }));
  useEffect(() => {
    if (searchInAddress !== '') searchFor(searchInAddress);
  }, [searchInAddress]);
  return (
    <div className="stack gap-14">
      <h1>{say`Find an Order`}</h1>
      <div className="flex flex-wrap align-end gap-10">
        <SearchInput
          className={styles.search ?? ''}
          label={say`Search every order`}
          placeholder={say`Order number, name, phone or email`}
          {...at('search')}
        />
        <DayRange
          labels={{ from: say`From`, to: say`To` }}
          from={from}
          to={to}
          onFrom={at('from').onValue}
          onTo={at('to').onValue}
        />
        <Select aria-label={say`Status`} className={`auto-width ${styles.choice}`} {...at('status')}>
          <option value="all">{say`Any status`}</option>
          <NamedOptions options={ORDER_STATUSES.map((id) => ({ id, name: statusFacts(id).shortLabel }))} />
        </Select>
        {locations.length > 1 && (
          <Select aria-label={say`Location`} className={`auto-width ${styles.choice}`} {...at('locationId')}>
            <option value={ALL_LOCATIONS}>{say`All my locations`}</option>
            <NamedOptions options={locations} />
          </Select>
        )}
      </div>
      <LoadedPages
        list={list}
        rowsOf={(page) => page.orders}
        failed={say`Orders could not be loaded`}
        rows={6}
        height={60}
        none={<EmptyState title={say`No order matches`} text={say`Try fewer words, other days or any status.`} />}
      >
        {(orders, pages) => (
          <>
            <p className="hint" role="status">
              {countText(pages.at(-1))}
            </p>
            <ul className={`ruled round-card surface shadow-1 ${styles.rows}`} aria-label={say`Find an Order`}>
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} showsLocation={locations.length > 1} />
              ))}
            </ul>
          </>
        )}
      </LoadedPages>
    </div>
  );
}

function countText(page: Answer<'getLocationOrders'> | undefined): string {
  if (!page) return '';
  const { total, metadata } = page;
  if (metadata.totalIsExact)
    return total === 1 ? say`1 order, newest first` : say`${formatCount(total)} orders, newest first`;
  return total === 1 ? say`At least 1 order, newest first` : say`At least ${formatCount(total)} orders, newest first`;
}

/** An order in a list, which opens its page. */
export function OrderRow({ order, showsLocation }: { order: BoardOrder; showsLocation: boolean }) {
  const { customerInfo: guest, locationInfo: location } = order;
  return (
    <li>
      <a className={`grid align-center no-underline ink ${styles.row}`} href={officePaths.order(order.orderId)}>
        <b className="num">{orderCode(order)}</b>
        <span className="min-width-0 break-anywhere">
          <span className="weight-560">{guest.name}</span>
          <small className="block hint digits">
            {[formatTime(order.orderTime, 'date-time-year', location.timeZone), guest.phone && phoneText(guest.phone)]
              .filter(Boolean)
              .join(', ')}
          </small>
        </span>
        <span className={`text-sm ${styles.kind}`}>
          {statusFacts(order.status).shortLabel}, {orderTypeText(order)}
          {showsLocation && <small className="block hint">{location.name}</small>}
        </span>
        <b className={`num text-right ${styles.sum}`}>
          {formatMoney(centsOf(order.pricing.total))}
          <small className="block hint">{paymentText(order)}</small>
        </b>
      </a>
    </li>
  );
}

function OrderPage({ orderId, tools }: { orderId: string; tools: ToolsOf }) {
  const client = useQueryClient();
  const queryKey = ['order', orderId];
  const page = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<BoardOrder> =>
      (await api('getOrderDetails', { query: { orderId } }, { signal })).order,
  });
  const replaceOrder = (order: BoardOrder) =>
    client.setQueryData<BoardOrder>(queryKey, (existing) =>
      existing && existing.version > order.version ? existing : order,
    );
  useLiveEvents(['order.updated', 'reset'], (event) => {
    const order = event.data['order'];
    if (event.type === 'reset') void page.refetch();
    else if (isOrder(order) && order.orderId === orderId) replaceOrder(order);
  });
  return (
    <div className="stack gap-14">
      <p>
        <a className="inline-row touch-height gap-4 weight-600" href={HASH}>
          <ChevronLeft />
          {say`All orders`}
        </a>
      </p>
      <header className="row flex-wrap gap-8-16">
        <h1 className="no-shrink">{say`Details of ${orderCode(page.data ?? { orderId })}`}</h1>
        <span className="hint num break-anywhere">{orderId}</span>
      </header>
      <Loaded query={page} failed={orderNotices.fetchFailed} rows={1} height={320}>
        {(order) => (
          <>
            <div className="flex flex-wrap gap-8" role="group" aria-label={say`Actions`}>
              {tools(order, replaceOrder)}
            </div>
            <div className={`round-card surface shadow-1 ${styles.page}`}>
              <OrderFacts order={order} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}
