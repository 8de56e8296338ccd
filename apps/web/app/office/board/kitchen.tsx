import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { AlarmClock, Ban, History, Minimize2, OctagonAlert, Undo2 } from 'lucide-react';
import { formatTime } from '../../ui/format.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CORRECTION_SECONDS, statusFacts } from '@tiffin/domain/order';
import { categoryName } from '@tiffin/domain/menu';
import { toast } from '../../ui/toasts.ts';
import { categoriesOf, codeOf, columnOf, countHaste, dishesOf, isOrder, type BoardOrder } from './board-orders.ts';
import { Health } from './board-head.tsx';
import { PaceButtons, PauseBand } from './pace.tsx';
import { Pager, PageStops, usePages } from './kitchen-pages.tsx';
import { KitchenTicket } from './kitchen-ticket.tsx';
import styles from './kitchen.module.css';
import { useLiveOrders } from './live-orders.tsx';
import { texts } from './texts.ts';
import { ticketTime } from './ticket-time.ts';
import { SoldOutSheet } from './sold-out.tsx';
import type { Steps } from './use-steps.ts';

const words = texts.kitchenMode;
const LONG_MS = 20_000;

/** Shows the orders in preparation, readable from two metres, and prevents the screen from sleeping. */
export function Kitchen({ steps, soundMenu, onLeave }: { steps: Steps; soundMenu: ReactNode; onLeave: () => void }) {
  useWakeLock();
  const now = useServerNow(5_000);
  const { orders } = useLiveOrders();
  const [category, setCategory] = useState<string | null>(null);
  const [recalling, setRecalling] = useState(false);
  const [marking, setMarking] = useState(false);
  const cooking = useMemo(() => (orders ? columnOf(orders, 'preparing', now) : []), [orders, now]);
  const shown = useMemo(
    () =>
      category === null ? cooking : cooking.filter(({ items }) => items.some((item) => item.category === category)),
    [cooking, category],
  );
  const { frame, onScroll, pageState: visiblePages, turn } = usePages(shown);
  const { late, soon } = countHaste(cooking, now);
  const pending = orders?.open.filter(({ status }) => status === 'pending').length ?? 0;
  const categories = categoriesOf(cooking);
  const dishes = categories.reduce((sum, { count }) => sum + count, 0);
  // Alerts the cook that an order in preparation was cancelled.
  useLiveEvents(['order.updated'], ({ data: { order } }) => {
    if (!isOrder(order) || order.status !== 'cancelled' || !cooking.some(({ id }) => id === order.id)) return;
    toast.warning(words.cancelled(codeOf(order.orderId)), { duration: LONG_MS });
  });
  return (
    <div className={`fixed grid sunken ink ${styles.kitchen}`} role="region" aria-label={words.label}>
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
            <Health />
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
              />
            );
          })}
        </div>
        {shown.length === 0 && (
          <div className={`absolute grid content-center text-center ${styles.clear}`}>
            <b>{words.empty}</b>
            <p className="soft">{words.emptyText}</p>
          </div>
        )}
        <PageStops pages={visiblePages.pages} />
      </div>
      {/* Undo is on the left, because toasts appear on the right. */}
      <footer className={`row gap-8 ${styles.bar}`} data-bottom-bar>
        {steps.slip ? (
          <button
            type="button"
            className={classNames(styles.control, styles.undo)}
            onClick={() => void steps.undo(steps.slip?.orderId ?? '')}
          >
            <Undo2 aria-hidden="true" /> {texts.undo} {codeOf(steps.slip.orderId)}
          </button>
        ) : (
          <button type="button" className={styles.control} onClick={() => setRecalling(true)}>
            <History aria-hidden="true" /> {words.recall}
          </button>
        )}
        <button type="button" className={styles.control} onClick={() => setMarking(true)}>
          <Ban aria-hidden="true" /> {texts.soldOut.title}
        </button>
        <PaceButtons look={styles.control} />
        <Pager pageState={visiblePages} turn={turn} />
        <div role="group" aria-label={words.filter} className="flex grow gap-8 min-width-0 scroll-x">
          <Filter label={words.all} count={dishes} isOn={category === null} onPick={() => setCategory(null)} />
          {categories.map(({ id, count }) => (
            <Filter
              key={id}
              label={categoryName(id)}
              count={count}
              isOn={category === id}
              onPick={() => setCategory(id)}
            />
          ))}
        </div>
      </footer>
      {marking && <SoldOutSheet onClose={() => setMarking(false)} />}
      {recalling && (
        <Recall
          removedOrders={[
            ...(orders?.open.filter(({ status }) => statusFacts(status).column === 'ready') ?? []),
            ...(orders?.completed ?? []),
          ]}
          now={now}
          steps={steps}
          onClose={() => setRecalling(false)}
        />
      )}
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

const RECALLED = 8;

/** The orders that left the kitchen last. The newest can be recalled. */
function Recall({
  removedOrders: removed,
  now,
  steps,
  onClose,
}: {
  removedOrders: readonly BoardOrder[];
  now: Date;
  steps: Steps;
  onClose: () => void;
}) {
  const at = (order: BoardOrder) => Date.parse(order.readyTime ?? order.updatedAt);
  const last = removed.toSorted((a, b) => at(b) - at(a)).slice(0, RECALLED);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.recallTitle}
      description={last.length === 0 ? words.recallNone : words.recallText}
    >
      <ul className={`grid gap-8 ${styles.recalled}`}>
        {last.map((order) => {
          const isLate = now.getTime() - at(order) > CORRECTION_SECONDS * 1000;
          const whyNot = order.status === 'completed' ? words.recallDone : isLate ? words.recallLate : null;
          return (
            <li className="grid gap-14 align-center" key={order.id}>
              <b>{codeOf(order.orderId)}</b>
              <span className="soft">{dishesOf(order)}</span>
              {whyNot === null ? (
                <Button look="line" onClick={() => void steps.undo(order.id).then(onClose)}>
                  <Undo2 aria-hidden="true" /> {words.recallBack}
                </Button>
              ) : (
                <span className="hint">{whyNot}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** Keeps the screen awake while mounted, where the browser supports it. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let removed = false;
    const ask = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      const reserved = await navigator.wakeLock.request('screen').catch(() => null);
      if (removed) await reserved?.release();
      else lock = reserved;
    };
    // A hidden page loses its wake lock.
    const askAgain = () => void ask();
    document.addEventListener('visibilitychange', askAgain);
    void ask();
    return () => {
      removed = true;
      document.removeEventListener('visibilitychange', askAgain);
      void lock?.release();
    };
  }, []);
}
