import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { Undo2, X } from 'lucide-react';
import { BOARD_COLUMNS, showsPaymentButton, statusFacts, type OrderStatus } from '@tiffin/domain/order';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { orderNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useHash } from '../../shared/page/hash.ts';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { formatTime } from '../../ui/format.ts';
import { BoardDialogs, type OpenDialogs } from './board-dialogs.tsx';
import { BoardHead } from './board-head.tsx';
import { codeOf, nextTicketStep, type BoardOrder, dishSummary, findOrder, matchesSearch } from './board-orders.ts';
import styles from './board.module.css';
import { Columns } from './columns.tsx';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { useLiveOrders } from './live-orders.tsx';
import { PauseBand } from './pause-controls.tsx';
import { RefundDueNote } from './refunds-due.tsx';
import { texts } from './texts.ts';
import type { TicketActions } from './ticket.tsx';
import { UnconfirmedTickets } from './unconfirmed-tickets.tsx';
import { useStoredChoice } from '../../shared/page/use-stored-choice.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useBoardActions, type LastStep, type BoardActions } from './use-steps.ts';
import { CodeButton, orderTypeText } from './ticket-parts.tsx';

interface OrderBoardProps {
  soundMenu: ReactNode;
  soundSetup: ReactNode;
  /** What the kitchen's address shows in place of the board. */
  kitchen: (boardActions: BoardActions) => ReactNode;
  /** Further actions, shown with the order's details. */
  tools: (order: BoardOrder) => ReactNode;
}

/** The open orders in columns, with search, pauses, warnings and the dialogs of the tickets. */
export function OrderBoard({ soundMenu, soundSetup, kitchen, tools }: OrderBoardProps) {
  const { orders, shownLocationId, workLocations } = useLiveOrders();
  const boardActions = useBoardActions();
  const { busy, lastStep } = boardActions;
  useSetOfflineText(say`${orderNotices.statusQueued}. Nothing is lost.`);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const isKitchen = useKitchenAddress();
  const [view, setView] = useStoredChoice('tiffin_board_view', ['full', 'compact'], 'full');
  const isCompact = view === 'compact';
  const switchView = () => setView(isCompact ? 'full' : 'compact');
  const [dialogs, setDialogs] = useState<OpenDialogs>({});
  const changeDialogs = useCallback((change: OpenDialogs) => setDialogs((before) => ({ ...before, ...change })), []);
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const ticketActions = useTicketActions(boardActions.step, changeDialogs, setPicked);
  useShortcuts({
    find: () => searchRef.current?.focus(),
    kitchen: openKitchen,
    view: switchView,
    step(orderId) {
      const order = orders && findOrder(orders, orderId);
      if (order) ticketActions.onStep(order);
    },
  });

  if (isKitchen) return kitchen(boardActions);
  return (
    <div className={`column grow gap-14 min-height-0 ${styles.board}`}>
      {soundSetup}
      <BoardHead
        soundMenu={soundMenu}
        searchRef={searchRef}
        search={typed}
        onSearch={setTyped}
        selecting={picked !== null}
        onSelecting={(selecting) => setPicked(selecting ? new Set() : null)}
        isCompact={isCompact}
        onCompact={switchView}
        onKitchen={openKitchen}
        onSoldOut={() => changeDialogs({ soldOut: true })}
      />
      <PauseBand />
      <EarlierOrdersLink search={typed.trim()} />
      <UnconfirmedTickets />
      {orders && <FailedDeliveries orders={orders.completed} onOpen={ticketActions.onOpen} />}
      {orders && (
        <RefundDueNote
          refunds={orders.refundsDue}
          locations={shownLocationId === ALL_LOCATIONS ? workLocations : []}
          onRefunded={boardActions.recordRefund}
        />
      )}
      {orders?.later && <ScheduledOrders orders={orders.later} search={search} onOpen={ticketActions.onOpen} />}
      <OpenOrders search={search} busy={busy} picked={picked} isCompact={isCompact} actions={ticketActions} />
      {picked && orders && (
        <BatchBar
          orders={orders.open.filter(({ id }) => picked.has(id))}
          stepAll={boardActions.stepAll}
          onDialogs={changeDialogs}
          onLeave={() => setPicked(null)}
        />
      )}
      {lastStep && <UndoBar lastStep={lastStep} onUndo={boardActions.undo} />}
      <BoardDialogs
        dialogs={dialogs}
        onChange={changeDialogs}
        find={(id) => orders && findOrder(orders, id)}
        onPay={boardActions.pay}
        onConfirm={boardActions.confirm}
        tools={tools}
      />
    </div>
  );
}

const KITCHEN_HASH = '#kitchen';
const KITCHEN_KEY = 'tiffin_kitchen';
const openKitchen = () => {
  location.hash = KITCHEN_HASH;
};

/** Whether the address is the kitchen's. A tablet that was closed in the kitchen returns to it. */
function useKitchenAddress(): boolean {
  const isKitchen = useHash('') === KITCHEN_HASH;
  useEffect(() => {
    if (!isKitchen && localStorage.getItem(KITCHEN_KEY) === 'on') location.replace(KITCHEN_HASH);
    if (!isKitchen) return undefined;
    localStorage.setItem(KITCHEN_KEY, 'on');
    return () => localStorage.removeItem(KITCHEN_KEY);
  }, [isKitchen]);
  return isKitchen;
}

/** What the buttons of a ticket do. The object stays the same, so that a ticket renders only when its order changes. */
function useTicketActions(
  step: BoardActions['step'],
  changeDialogs: (change: OpenDialogs) => void,
  setPicked: Dispatch<SetStateAction<ReadonlySet<string> | null>>,
): TicketActions {
  return useMemo(
    () => ({
      onStep(order) {
        const next = nextTicketStep(order.status);
        if (next?.to === 'completed' && showsPaymentButton(order))
          changeDialogs({ unpaid: { orders: [order], complete: () => step(order, 'completed') } });
        else if (next?.to === 'ready' && order.awaitsAllergyCheck) changeDialogs({ confirming: order.id });
        else if (next) step(order, next.to);
      },
      onOpen: (order) => changeDialogs({ details: order.id }),
      onPay: (order) => changeDialogs({ paying: order.id }),
      onCancel: (order) => changeDialogs({ cancelling: order.id }),
      onConfirm: (order) => changeDialogs({ confirming: order.id }),
      onPick: (order) =>
        setPicked((before) => {
          const next = new Set(before ?? []);
          if (!next.delete(order.id)) next.add(order.id);
          return next;
        }),
    }),
    [step, changeDialogs, setPicked],
  );
}

function EarlierOrdersLink({ search }: { search: string }) {
  if (search === '') return null;
  return (
    <p>
      <a className="inline-row touch-height weight-600" href={officePaths.orders(search)}>
        {say`Search for “${search}” in all orders, including earlier days`}
      </a>
    </p>
  );
}

/** The columns, or why they cannot be shown. */
function OpenOrders(props: Omit<ComponentProps<typeof Columns>, 'orders' | 'now'>) {
  const { orders, error, refresh } = useLiveOrders();
  // New orders and clock updates render deferred, so that scrolling and typing stay responsive.
  const shown = useDeferredValue(orders);
  const now = useDeferredValue(useServerNow(15_000));
  if (orders) return <Columns {...props} orders={shown ?? orders} now={now} />;
  if (error === null) return <BoardSkeleton />;
  return (
    <ErrorState title={say`Orders could not be loaded`} text={error}>
      <Button onClick={refresh}>{say`Try Again`}</Button>
    </ErrorState>
  );
}

function columnName(status: string): string {
  const { column, boardLabel } = statusFacts(status);
  return column ? texts.columns[column] : boardLabel;
}

function UndoBar({ lastStep: { orderId, to }, onUndo }: { lastStep: LastStep; onUndo: BoardActions['undo'] }) {
  return (
    <div className={styles.undo} role="status">
      <span>{texts.undone(codeOf(orderId), columnName(to))}</span>
      <button
        className="inline-row gap-8 touch-height round-control"
        type="button"
        onClick={() => void onUndo(orderId)}
      >
        <Undo2 /> {say`Undo`}
      </button>
    </div>
  );
}

function BoardSkeleton() {
  return (
    <Loading label={say`Order Management`}>
      <div className={styles.columns}>
        {BOARD_COLUMNS.map((column) => (
          <div key={column} className={classNames('column min-width-0 min-height-0', styles.column, styles.current)}>
            <Skeleton height={44} />
            <div className={`grow min-height-0 all-columns ${styles.list}`}>
              <Skeleton height={260} />
              <Skeleton height={200} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

interface BatchBarProps {
  orders: readonly BoardOrder[];
  stepAll: BoardActions['stepAll'];
  onDialogs: (change: OpenDialogs) => void;
  onLeave: () => void;
}

/** The same step for several orders: one button for each step that is possible among them. */
function BatchBar({ orders, stepAll, onDialogs, onLeave }: BatchBarProps) {
  const { shownLocationId } = useLiveOrders();
  const stepGroup = (group: readonly BoardOrder[], to: OrderStatus) => {
    const stepOrders = () => {
      onLeave();
      void stepAll(group, to, shownLocationId === ALL_LOCATIONS ? undefined : shownLocationId);
    };
    const unpaidOrders = to === 'completed' ? group.filter(showsPaymentButton) : [];
    if (unpaidOrders.length > 0) onDialogs({ unpaid: { orders: unpaidOrders, complete: stepOrders } });
    else stepOrders();
  };
  const groups = Map.groupBy(orders, (order) => order.status);
  return (
    <div className={styles.batch} role="region" aria-label={say`${orders.length} selected`}>
      <b>{say`${orders.length} selected`}</b>
      {[...groups].map(([status, group]) => {
        const step = nextTicketStep(status);
        return (
          step && (
            <Button key={status} onClick={() => stepGroup(group, step.to)}>
              {step.label} ({group.length})
            </Button>
          )
        );
      })}
      <IconButton label={say`Done selecting`} onClick={onLeave}>
        <X />
      </IconButton>
    </div>
  );
}

interface ScheduledOrdersProps {
  orders: readonly BoardOrder[];
  search: string;
  onOpen: (order: BoardOrder) => void;
}

/** Scheduled orders that the kitchen does not start yet. Each joins the new orders when it is due. */
function ScheduledOrders({ orders, search, onOpen }: ScheduledOrdersProps) {
  const shown = orders.filter((order) => matchesSearch(order, search));
  const [first] = orders;
  if (!first) return null;
  return (
    <details className={`round-md surface ${styles.later}`}>
      <summary className="touch-height content-center">
        <b className="weight-640">{orders.length === 1 ? say`Later: 1 order` : say`Later: ${orders.length} orders`}</b>{' '}
        <span className="soft text-sm">{say`next comes ${timeText(first, first.firesAt)}`}</span>
      </summary>
      <ul className="grid gap-8 scroll-y">
        {shown.map((order) => (
          <li key={order.id} className="row flex-wrap gap-8-12">
            <CodeButton order={order} onOpen={onOpen} />
            <b className="nowrap">{timeText(order, order.wantedFor)}</b>
            <span className="nowrap">{orderTypeText(order)}</span>
            <span className="min-width-0 soft break-anywhere">
              {order.customerInfo.name}: {dishSummary(order)}
            </span>
            <small className="soft nowrap push-right">{say`comes ${timeText(order, order.firesAt)}`}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function timeText({ locationInfo: { timeZone } }: BoardOrder, instant: string | undefined): string {
  return instant === undefined ? '' : formatTime(instant, 'weekday-time', timeZone);
}
