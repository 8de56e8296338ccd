import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { AlarmClock, Ban, History, Minimize2, OctagonAlert, Undo2 } from 'lucide-react';
import { categoryName } from '@tiffin/domain/menu';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { ConfirmAllergiesDialog } from './allergy-check.tsx';
import { BoardHealth } from './board-head.tsx';
import {
  countDishesByCategory,
  codeOf,
  ticketsInColumn,
  countHaste,
  isOrder,
  type BoardOrder,
} from './board-orders.ts';
import { Pager, PageStops, useTicketPages } from './kitchen-pages.tsx';
import { KitchenRecall } from './kitchen-recall.tsx';
import { KitchenTicket } from './kitchen-ticket.tsx';
import styles from './kitchen.module.css';
import { useLiveOrders } from './live-orders.tsx';
import { PaceButtons, PauseBand } from './pause-controls.tsx';
import { SoldOutSheet } from './sold-out.tsx';
import { texts } from './texts.ts';
import { ticketTime } from './ticket-time.ts';
import type { BoardActions } from './use-steps.ts';
import { useWakeLock } from './use-wake-lock.ts';

const words = texts.kitchenMode;
const LONG_MS = 20_000;

/** Shows the orders in preparation, readable from two metres, and prevents the screen from sleeping. */
export function Kitchen({
  steps,
  soundMenu,
  onLeave,
}: {
  steps: BoardActions;
  soundMenu: ReactNode;
  onLeave: () => void;
}) {
  useWakeLock();
  const now = useServerNow(5_000);
  const { orders } = useLiveOrders();
  const [category, setCategory] = useState<string | null>(null);
  const [isRecalling, setRecalling] = useState(false);
  const [isMarking, setMarking] = useState(false);
  const [confirming, setConfirming] = useState<{ readonly id: string; readonly line: number | null } | null>(null);
  const confirm = useCallback((order: BoardOrder, line: number | null) => setConfirming({ id: order.id, line }), []);
  const cooking = useMemo(() => (orders ? ticketsInColumn(orders, 'preparing', now) : []), [orders, now]);
  const shown = useMemo(
    () =>
      category === null ? cooking : cooking.filter(({ items }) => items.some((item) => item.category === category)),
    [cooking, category],
  );
  const { frame, onScroll, pageState, turn } = useTicketPages(shown);
  useCancelAlert(cooking);
  const orderToConfirm = cooking.find(({ id }) => id === confirming?.id);
  return (
    <div className={`fixed grid sunken ink ${styles.kitchen}`} role="region" aria-label={words.label}>
      <KitchenHead cooking={cooking} now={now} soundMenu={soundMenu} onLeave={onLeave} />
      <div className={`relative no-scrollbar ${styles.tickets}`} ref={frame} onScroll={onScroll}>
        <div className={`full-height ${styles.flow}`}>
          {shown.map((order) => {
            const { minutes, haste, word } = ticketTime(order, now);
            return (
              <KitchenTicket
                key={order.id}
                order={order}
                minutes={minutes}
                haste={haste}
                word={word}
                category={category}
                isBusy={steps.busy.has(order.id)}
                onStrike={steps.strike}
                onReady={steps.step}
                onConfirm={confirm}
              />
            );
          })}
        </div>
        {shown.length === 0 && <NothingToCook />}
        <PageStops pages={pageState.pages} />
      </div>
      {/* Undo is on the left, because toasts appear on the right. */}
      <footer className={`row gap-8 ${styles.bar}`} data-bottom-bar>
        <UndoOrRecall steps={steps} onRecall={() => setRecalling(true)} />
        <button type="button" className={styles.control} onClick={() => setMarking(true)}>
          <Ban aria-hidden="true" /> {texts.soldOut.title}
        </button>
        <PaceButtons look={styles.control} />
        <Pager pageState={pageState} turn={turn} />
        <CategoryFilter cooking={cooking} category={category} onPick={setCategory} />
      </footer>
      {confirming && orderToConfirm && (
        <ConfirmAllergiesDialog
          key={`${confirming.id} ${confirming.line ?? ''}`}
          order={orderToConfirm}
          line={confirming.line}
          onConfirm={steps.confirm}
          onClose={() => setConfirming(null)}
        />
      )}
      {isMarking && <SoldOutSheet onClose={() => setMarking(false)} />}
      {isRecalling && <KitchenRecall now={now} steps={steps} onClose={() => setRecalling(false)} />}
    </div>
  );
}

/** Alerts the cook that an order in preparation was cancelled. */
function useCancelAlert(cooking: readonly BoardOrder[]): void {
  useLiveEvents(['order.updated'], ({ data: { order } }) => {
    if (!isOrder(order) || order.status !== 'cancelled' || !cooking.some(({ id }) => id === order.id)) return;
    toast.warning(words.cancelled(codeOf(order.orderId)), { duration: LONG_MS });
  });
}

/** The time, how many orders are late, soon due and pending, and any pause. */
function KitchenHead({
  cooking,
  now,
  soundMenu,
  onLeave,
}: {
  cooking: readonly BoardOrder[];
  now: Date;
  soundMenu: ReactNode;
  onLeave: () => void;
}) {
  const { orders } = useLiveOrders();
  const { late, soon } = countHaste(cooking, now);
  const pending = orders?.open.filter(({ status }) => status === 'pending').length ?? 0;
  return (
    <header>
      <div className={`row flex-wrap gap-6-12 ${styles.top}`}>
        <h1 className={styles.clock}>
          <time>{formatTime(now).replace(/ [ap]\.m\.$/, '')}</time>
        </h1>
        {late > 0 && (
          <span className={`${styles.count} ${styles.lateCount}`}>
            <OctagonAlert aria-hidden="true" /> {words.late(late)}
          </span>
        )}
        {soon > 0 && (
          <span className={`${styles.count} ${styles.soonCount}`}>
            <AlarmClock aria-hidden="true" /> {words.soon(soon)}
          </span>
        )}
        <span className={`row flex-wrap push-right ${styles.rest}`}>
          {pending > 0 && <b>{words.pending(pending)}</b>}
          <BoardHealth />
          {soundMenu}
          <IconButton label={texts.leaveKitchen} title={texts.leaveKitchen} onClick={onLeave}>
            <Minimize2 aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <div className={styles.bands}>
        <PauseBand />
      </div>
    </header>
  );
}

function NothingToCook() {
  return (
    <div className={`absolute grid content-center text-center ${styles.clear}`}>
      <b>{words.empty}</b>
      <p className="soft">{words.emptyText}</p>
    </div>
  );
}

/** Undo while it is possible, otherwise the list of orders that left the kitchen. */
function UndoOrRecall({ steps: { lastStep, undo }, onRecall }: { steps: BoardActions; onRecall: () => void }) {
  return lastStep ? (
    <button
      type="button"
      className={classNames(styles.control, styles.undo)}
      onClick={() => void undo(lastStep.orderId)}
    >
      <Undo2 aria-hidden="true" /> {texts.undo} {codeOf(lastStep.orderId)}
    </button>
  ) : (
    <button type="button" className={styles.control} onClick={onRecall}>
      <History aria-hidden="true" /> {words.recall}
    </button>
  );
}

/** Shows only the tickets with dishes of one category. */
function CategoryFilter({
  cooking,
  category,
  onPick,
}: {
  cooking: readonly BoardOrder[];
  category: string | null;
  onPick: (category: string | null) => void;
}) {
  const categories = countDishesByCategory(cooking);
  const dishes = categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <div role="group" aria-label={words.filter} className="flex grow gap-8 min-width-0 scroll-x">
      <Filter label={words.all} count={dishes} isOn={category === null} onPick={() => onPick(null)} />
      {categories.map(({ id, count }) => (
        <Filter key={id} label={categoryName(id)} count={count} isOn={category === id} onPick={() => onPick(id)} />
      ))}
    </div>
  );
}

function Filter({ label, count, isOn, onPick }: { label: string; count: number; isOn: boolean; onPick: () => void }) {
  return (
    <button type="button" aria-pressed={isOn} className={styles.control} onClick={onPick}>
      {label} <b>{count}</b>
    </button>
  );
}
