import { useCallback, useDeferredValue, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { officePaths } from '../../office-paths.ts';
import { Undo2, X } from 'lucide-react';
import { BOARD_COLUMNS, showsPaymentButton, statusFacts, type OrderStatus } from '@tiffin/domain/order';
import { useOfflineWords } from '../../shared/offline/offline-words.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BoardHead } from './board-head.tsx';
import { codeOf, stepOf, type BoardOrder } from './board-orders.ts';
import { Columns } from './columns.tsx';
import { Later } from './scheduled-orders.tsx';
import { Kitchen } from './kitchen.tsx';
import { PauseBand } from './pace.tsx';
import { EVERYWHERE, useLiveOrders } from './live-orders.tsx';
import styles from './board.module.css';
import { BoardDialogs, type OpenDialog } from './board-dialogs.tsx';
import { RefundDueNote } from './refunds-due.tsx';
import { texts } from './texts.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useSteps } from './use-steps.ts';

/** The order board: shows which orders are late and which need action next. */
export function OrderBoard({
  soundMenu,
  soundSetup,
  tools,
}: {
  soundMenu: ReactNode;
  soundSetup: ReactNode;
  /** Further actions, shown with the order's details. */
  tools: (order: BoardOrder) => ReactNode;
}) {
  const live = useLiveOrders();
  const steps = useSteps();
  useOfflineWords(texts.offlineText);
  // New orders and clock updates render deferred, so that scrolling and typing stay responsive.
  const now = useDeferredValue(useServerNow(15_000));
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const [kitchen, setKitchen] = useKitchen();
  const [over, setOver] = useState<OpenDialog>({});
  const put = useCallback((change: OpenDialog) => setOver((before) => ({ ...before, ...change })), []);
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { orders } = live;
  const shown = useDeferredValue(orders);
  const find = (id: string | null | undefined) =>
    id == null
      ? undefined
      : [...(orders?.open ?? []), ...(orders?.later ?? []), ...(orders?.completed ?? [])].find(
          (order) => order.id === id,
        );

  const { step } = steps;
  const onStep = useCallback(
    (order: BoardOrder) => {
      const next = stepOf(order.status);
      if (next?.to === 'completed' && showsPaymentButton(order))
        put({ owing: { orders: [order], goOn: () => step(order, 'completed') } });
      else if (next) step(order, next.to);
    },
    [step, put],
  );
  useShortcuts({
    find: () => field.current?.focus(),
    kitchen: () => setKitchen(true),
    step(orderId) {
      const order = find(orderId);
      if (order) onStep(order);
    },
  });
  const actions = useMemo(
    () => ({
      onStep,
      onOpen: (order: BoardOrder) => put({ details: order.id }),
      onPay: (order: BoardOrder) => put({ paying: order.id }),
      onCancel: (order: BoardOrder) => put({ cancelling: order.id }),
      onPick: (order: BoardOrder) =>
        setPicked((before) => {
          const next = new Set(before ?? []);
          if (!next.delete(order.id)) next.add(order.id);
          return next;
        }),
    }),
    [onStep, put],
  );

  if (kitchen) return <Kitchen steps={steps} soundMenu={soundMenu} onLeave={() => setKitchen(false)} />;
  return (
    <div className={`column grow gap-14 min-height-0 ${styles.board}`}>
      {soundSetup}
      <BoardHead
        soundMenu={soundMenu}
        searchRef={field}
        search={typed}
        onSearch={setTyped}
        selecting={picked !== null}
        onSelecting={(selecting) => setPicked(selecting ? new Set() : null)}
        onKitchen={() => setKitchen(true)}
        onSoldOut={() => put({ soldOut: true })}
      />
      <PauseBand />
      {typed.trim() !== '' && (
        <p>
          <a className="inline-row touch-height weight-600" href={officePaths.orders(typed.trim())}>
            {texts.findEarlier(typed.trim())}
          </a>
        </p>
      )}
      {orders && (
        <RefundDueNote
          refunds={orders.refundsDue}
          places={live.place === EVERYWHERE ? live.places : []}
          onHandedBack={steps.handedBack}
        />
      )}
      {orders?.later && <Later orders={orders.later} search={search} onOpen={actions.onOpen} />}
      {orders ? (
        <Columns
          orders={shown ?? orders}
          search={search}
          now={now}
          busy={steps.busy}
          picked={picked}
          actions={actions}
        />
      ) : live.error === null ? (
        <BoardSkeleton />
      ) : (
        <ErrorState title={texts.failedTitle} text={live.error}>
          <Button onClick={live.refresh}>{texts.tryAgain}</Button>
        </ErrorState>
      )}
      {picked && orders && (
        <BatchBar
          orders={orders.open.filter(({ id }) => picked.has(id))}
          onStep={(chosen, to) => {
            const goOn = () => {
              setPicked(null);
              void steps.stepAll(chosen, to, live.place === EVERYWHERE ? undefined : live.place);
            };
            const unpaid = to === 'completed' ? chosen.filter(showsPaymentButton) : [];
            if (unpaid.length > 0) put({ owing: { orders: unpaid, goOn } });
            else goOn();
          }}
          onLeave={() => setPicked(null)}
        />
      )}
      {steps.slip && <UndoBar orderId={steps.slip.orderId} label={columnName(steps.slip.to)} onUndo={steps.undo} />}
      <BoardDialogs over={over} onOver={put} find={find} onPay={steps.pay} tools={tools} />
    </div>
  );
}

function columnName(status: string): string {
  const { column, boardLabel } = statusFacts(status);
  return column ? texts.columns[column] : boardLabel;
}

function UndoBar({
  orderId,
  label,
  onUndo,
}: {
  orderId: string;
  label: string;
  onUndo: (orderId: string) => Promise<void>;
}) {
  return (
    <div className={styles.undo} role="status">
      <span>{texts.undone(codeOf(orderId), label)}</span>
      <button
        className="inline-row gap-8 touch-height round-control"
        type="button"
        onClick={() => void onUndo(orderId)}
      >
        <Undo2 aria-hidden="true" /> {texts.undo}
      </button>
    </div>
  );
}

function BoardSkeleton() {
  return (
    <Loading label={texts.title}>
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

const KITCHEN_KEY = 'tiffin_kitchen';
const kitchenChanged = new EventTarget();

/** Stored, so that a kitchen tablet returns to the kitchen view after a reload. */
function useKitchen(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (onChange) => {
      kitchenChanged.addEventListener('change', onChange);
      return () => kitchenChanged.removeEventListener('change', onChange);
    },
    () => localStorage.getItem(KITCHEN_KEY) === 'on',
    () => false,
  );
  return [
    isOn,
    (next) => {
      localStorage.setItem(KITCHEN_KEY, next ? 'on' : 'off');
      kitchenChanged.dispatchEvent(new Event('change'));
    },
  ];
}

/** The same step for several orders: one button for each step that is possible among them. */
function BatchBar({
  orders,
  onStep,
  onLeave,
}: {
  orders: readonly BoardOrder[];
  onStep: (orders: readonly BoardOrder[], to: OrderStatus) => void;
  onLeave: () => void;
}) {
  const groups = Map.groupBy(orders, (order) => order.status);
  return (
    <div className={styles.batch} role="region" aria-label={texts.batch(orders.length)}>
      <b>{texts.batch(orders.length)}</b>
      {[...groups].map(([status, group]) => {
        const step = stepOf(status);
        return (
          step && (
            <Button key={status} onClick={() => onStep(group, step.to)}>
              {step.label} ({group.length})
            </Button>
          )
        );
      })}
      <IconButton label={texts.selecting} onClick={onLeave}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
