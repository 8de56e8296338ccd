import { useState, type ReactNode } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { orderNotices } from '@tiffin/domain/errors';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { ORDER_STATUSES, statusFacts, type OrderStatus } from '@tiffin/domain/order';
import { phoneText, worksAt } from '@tiffin/domain/people';
import { officePaths } from '../../office-paths.ts';
import { api } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../shared/page/debounced.ts';
import { hashAfter, useHash } from '../../shared/page/hash.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { DayRange } from '../../ui/day-range.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Select } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { codeOf, isOrder, type BoardOrder } from './board-orders.ts';
import styles from './find-order.module.css';
import { OrderFacts } from './order-details.tsx';
import { texts } from './texts.ts';
import { orderTypeText } from './ticket-parts.tsx';

const words = texts.everyOrder;
const PAGE_SIZE = 50;
const HASH = '#find-order';

/** Renders the actions for an order; `onOrderChange` receives the updated order. */
type ToolsOf = (order: BoardOrder, onOrderChange: (order: BoardOrder) => void) => ReactNode;

/** Search in all orders of the person's locations, and the page of each order. */
export function FindOrder({ tools }: { tools: ToolsOf }) {
  const hash = useHash('');
  // The search text passed on from the board.
  const [filter, setFilter] = useState<OrderFilter>(() => ({ ...ANY, search: hashAfter(`${HASH}?`, location.hash) }));
  const orderId = hashAfter(`${HASH}/`, hash);
  return orderId === '' ? (
    <OrderList filter={filter} onFilter={(change) => setFilter((before) => ({ ...before, ...change }))} />
  ) : (
    <OrderPage key={orderId} orderId={orderId} tools={tools} />
  );
}

interface OrderFilter {
  readonly search: string;
  readonly from: string;
  readonly to: string;
  readonly status: OrderStatus | 'all';
  readonly locationId: string;
}

const ANY: OrderFilter = { search: '', from: '', to: '', status: 'all', locationId: ALL_LOCATIONS };

interface FilterProps {
  readonly filter: OrderFilter;
  readonly onFilter: (change: Partial<OrderFilter>) => void;
}

function OrderList({ filter, onFilter }: FilterProps) {
  const { actor } = useBackOffice();
  const places = useLocations().filter(({ id }) => worksAt(actor, id));
  const pages = useOrderSearch(filter);
  const orders = pages.data?.pages.flatMap((page) => page.orders) ?? [];
  const last = pages.data?.pages.at(-1);
  return (
    <div className="stack gap-14">
      <h1>{words.title}</h1>
      <Filters filter={filter} onFilter={onFilter} places={places} />
      {pages.isPending && <SkeletonRows label={words.loading} rows={6} height={60} />}
      {!pages.data && pages.isError && (
        <ErrorState title={texts.failedTitle} text={errorText(pages.error)}>
          <Button busy={pages.isFetching} onClick={() => void pages.refetch()}>
            {words.tryAgain}
          </Button>
        </ErrorState>
      )}
      {last && orders.length === 0 && <EmptyState title={words.none} text={words.noneText} />}
      {last && orders.length > 0 && (
        <>
          <p className="hint" role="status">
            {last.metadata.totalIsExact ? words.count(last.total) : words.countAtLeast(last.total)}
          </p>
          <ul className={`ruled round-card surface shadow-1 ${styles.rows}`} aria-label={words.title}>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} showsPlace={places.length > 1} />
            ))}
          </ul>
        </>
      )}
      {pages.hasNextPage && (
        <Button look="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </div>
  );
}

function useOrderSearch({ search: typed, from, to, status, locationId }: OrderFilter) {
  const search = useDebounced(typed, SEARCH_DEBOUNCE_MS).trim();
  const query = {
    search,
    status,
    locationId,
    limit: PAGE_SIZE,
    ...(from && { startDate: from }),
    ...(to && { endDate: to }),
  };
  return useInfiniteQuery({
    queryKey: ['find-order', query],
    queryFn: ({ pageParam, signal }) =>
      api('getLocationOrders', { query: { ...query, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

function Filters({
  filter: { search, from, to, status, locationId },
  onFilter,
  places,
}: FilterProps & { places: readonly { readonly id: string; readonly name: string }[] }) {
  return (
    <div className="flex flex-wrap align-end gap-10">
      <SearchInput
        className={styles.search ?? ''}
        label={words.search}
        placeholder={words.searchHint}
        maxLength={200}
        value={search}
        onChange={(event) => onFilter({ search: event.target.value })}
      />
      <DayRange
        labels={words}
        from={from}
        to={to}
        onFrom={(day) => onFilter({ from: day })}
        onTo={(day) => onFilter({ to: day })}
      />
      <Select
        aria-label={words.status}
        className={`auto-width ${styles.choice}`}
        value={status}
        onChange={(event) => onFilter({ status: ORDER_STATUSES.find((each) => each === event.target.value) ?? 'all' })}
      >
        <option value="all">{words.anyStatus}</option>
        {ORDER_STATUSES.map((each) => (
          <option key={each} value={each}>
            {statusFacts(each).shortLabel}
          </option>
        ))}
      </Select>
      {places.length > 1 && (
        <Select
          aria-label={texts.details.location}
          className={`auto-width ${styles.choice}`}
          value={locationId}
          onChange={(event) => onFilter({ locationId: event.target.value })}
        >
          <option value="all">{words.everywhere}</option>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

function OrderRow({ order, showsPlace }: { order: BoardOrder; showsPlace: boolean }) {
  const { customerInfo: guest, locationInfo: place } = order;
  return (
    <li>
      <a className={`grid align-center no-underline ink ${styles.row}`} href={officePaths.order(order.orderId)}>
        <b className="num">{codeOf(order.orderId)}</b>
        <span className="min-width-0 break-anywhere">
          <span className="weight-560">{guest.name}</span>
          <small className="block hint digits">
            {[formatTime(order.orderTime, 'date-time-year', place.timeZone), guest.phone && phoneText(guest.phone)]
              .filter(Boolean)
              .join(', ')}
          </small>
        </span>
        <span className={`text-sm ${styles.kind}`}>
          {statusFacts(order.status).shortLabel}, {orderTypeText(order)}
          {showsPlace && <small className="block hint">{place.name}</small>}
        </span>
        <b className={`num text-right ${styles.sum}`}>{formatMoney(centsOf(order.pricing.total))}</b>
      </a>
    </li>
  );
}

function OrderPage({ orderId, tools }: { orderId: string; tools: ToolsOf }) {
  const client = useQueryClient();
  const queryKey = ['order', orderId];
  const { data, error, refetch, isFetching } = useQuery({
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
    if (event.type === 'reset') void refetch();
    else if (isOrder(order) && order.orderId === orderId) replaceOrder(order);
  });
  return (
    <div className="stack gap-14">
      <p>
        <a className="inline-row touch-height gap-4 weight-600" href={HASH}>
          <ChevronLeft aria-hidden="true" />
          {words.back}
        </a>
      </p>
      <header className="row flex-wrap gap-8-16">
        <h1 className="no-shrink">{texts.detailsOf(codeOf(orderId))}</h1>
        <span className="hint num break-anywhere">{orderId}</span>
      </header>
      {!data && !error && (
        <Loading label={words.loading}>
          <Skeleton height={320} />
        </Loading>
      )}
      {!data && error && (
        <ErrorState title={orderNotices.fetchFailed} text={errorText(error)}>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {words.tryAgain}
          </Button>
        </ErrorState>
      )}
      {data && (
        <>
          <div className="flex flex-wrap gap-8" role="group" aria-label={words.tools}>
            {tools(data, replaceOrder)}
          </div>
          <div className={`round-card surface shadow-1 ${styles.page}`}>
            <OrderFacts order={data} />
          </div>
        </>
      )}
    </div>
  );
}
