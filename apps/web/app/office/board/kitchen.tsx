import { useMemo, useState, type ReactNode } from 'react';
import { ALargeSmall, AlarmClock, Ban, History, ListChecks, Minimize2, OctagonAlert, Undo2 } from 'lucide-react';
import type { Station } from '@tiffin/domain/kitchen';
import { categoryName } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { lastResponseAt, useOnline } from '../../shared/offline/online.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { useWakeLock } from '../../shared/page/use-wake-lock.ts';
import { useSingleKeys } from '../../shared/page/single-keys.ts';
import { ConfirmAllergiesDialog } from './allergy-check.tsx';
import { BoardHealth } from './board-head.tsx';
import {
  countDishesByCategory,
  codeOf,
  ticketsInColumn,
  countLateness,
  isOrder,
  type BoardOrder,
} from './board-orders.ts';
import { AllDayCounts, KitchenRecall } from './kitchen-dialogs.tsx';
import { TEXT_SIZE_NAMES, TEXT_SIZES, useSeenChanges, useTextSize, type TextSize } from './kitchen-settings.ts';
import { KitchenTicket, type KitchenActions, type ShownPart } from './kitchen-ticket.tsx';
import styles from './kitchen.module.css';
import { Filter, OfflineBand, StationBands, StationPicker, useStation } from './kitchen-stations.tsx';
import { createKitchenViews, type KitchenScreen, type KitchenView } from './kitchen-view.ts';
import { useLiveOrders } from './live-orders.tsx';
import { PaceButtons, PauseBand } from './pause-controls.tsx';
import { SoldOutSheet } from './sold-out.tsx';
import { Pager, PlacedTicket, useTicketColumns } from './ticket-columns.tsx';
import { ticketTime } from './ticket-time.ts';
import type { BoardActions } from './use-steps.ts';

const LONG_MS = 20_000;

type OpenDialog = 'recall' | 'sold-out' | 'all-day' | { readonly id: string; readonly line: number | null } | null;

interface KitchenProps {
  steps: BoardActions;
  soundMenu: ReactNode;
  onLeave: () => void;
}

/** Shows the orders in preparation, readable from two metres, and prevents the screen from sleeping. */
export function Kitchen({ steps, soundMenu, onLeave }: KitchenProps) {
  useWakeLock();
  useKitchenKeys();
  const now = useServerNow(5_000);
  const { orders, shownLocationId } = useLiveOrders();
  const kitchen = useStation(shownLocationId);
  const { stations, station } = kitchen;
  const [category, setCategory] = useState<string | null>(null);
  const [size, setSize] = useTextSize();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const cooking = useMemo(() => (orders ? ticketsInColumn(orders, 'preparing', now) : []), [orders, now]);
  const [seen, markSeen] = useSeenChanges();
  const isOnline = useOnline();
  // Without a connection, this screen does not hear whether the others are online, so they stay as they were.
  const heardAt = isOnline ? now.getTime() : (lastResponseAt() ?? now.getTime());
  const views = useKitchenViews(cooking, { station, stations, seen, now: heardAt });
  const shown = useMemo(
    () => (category === null ? views : views.filter(({ lines }) => lines.some((item) => item.category === category))),
    [views, category],
  );
  useCancelAlert(cooking);
  const actions = useKitchenActions(steps, kitchen, markSeen, setDialog);
  const confirming = typeof dialog === 'object' ? dialog : null;
  const orderToConfirm = cooking.find(({ id }) => id === confirming?.id);
  const { area, pager } = useTickets({ shown, size, now, category, busy: steps.busy, station, stations, actions });
  return (
    <div className={`fixed grid sunken ink ${styles.kitchen}`} role="region" aria-label={say`Kitchen`} data-kitchen>
      <KitchenHead
        cooking={cooking}
        now={now}
        tools={
          <>
            <TextSizeButton size={size} onSize={setSize} />
            {soundMenu}
          </>
        }
        bands={isOnline ? <StationBands kitchen={kitchen} now={heardAt} /> : <OfflineBand kitchen={kitchen} />}
        onLeave={onLeave}
      />
      {area}
      {/* Undo is on the left, because toasts appear on the right. */}
      <footer className={`row gap-8 ${styles.bar}`} data-bottom-bar>
        <UndoOrRecall steps={steps} onRecall={() => setDialog('recall')} />
        <button type="button" className={styles.control} onClick={() => setDialog('sold-out')}>
          <Ban /> {say`Sold out`}
        </button>
        <button type="button" className={styles.control} onClick={() => setDialog('all-day')}>
          <ListChecks /> {say`All day`}
        </button>
        <PaceButtons look={styles.control} />
        {pager}
        {stations.length > 0 ? (
          <StationPicker kitchen={kitchen} cooking={cooking} now={heardAt} />
        ) : (
          <CategoryFilter cooking={cooking} category={category} onPick={setCategory} />
        )}
      </footer>
      {confirming && orderToConfirm && (
        <ConfirmAllergiesDialog
          key={`${confirming.id} ${confirming.line ?? ''}`}
          order={orderToConfirm}
          line={confirming.line}
          linesHere={views.find(({ order }) => order.id === confirming.id)?.lines.map((item) => item.line) ?? null}
          onConfirm={steps.confirm}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'sold-out' && <SoldOutSheet onClose={() => setDialog(null)} />}
      {dialog === 'all-day' && <AllDayCounts views={views} onClose={() => setDialog(null)} />}
      {dialog === 'recall' && (
        <KitchenRecall station={station} stations={stations} steps={steps} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

/** What this screen shows. A ticket that did not change stays the same object. */
function useKitchenViews(
  cooking: readonly BoardOrder[],
  { station, stations, seen, now }: KitchenScreen,
): readonly KitchenView[] {
  const [viewsOf] = useState(createKitchenViews);
  return useMemo(
    () => viewsOf(cooking, { station, stations, seen, now }),
    [viewsOf, cooking, station, stations, seen, now],
  );
}

/** What the buttons of tickets do. A kitchen without stations crosses dishes off and marks orders as ready. */
function useKitchenActions(
  { strike, bump, step }: BoardActions,
  { station, stations }: ReturnType<typeof useStation>,
  markSeen: (orderId: string, at: string) => void,
  setDialog: (dialog: OpenDialog) => void,
): KitchenActions {
  const hasStations = stations.length > 0;
  const isPass = station === null || station.kind === 'pass';
  return useMemo(
    () => ({
      onStrike(order, line, isDone) {
        void (hasStations ? bump(order, [line], isDone) : strike(order, line, isDone));
      },
      onFinish({ order, lines }) {
        if (isPass) step(order, 'ready');
        else
          void bump(
            order,
            lines.map(({ line }) => line),
            true,
          );
      },
      onConfirm: (order, line) => setDialog({ id: order.id, line }),
      onSeen: ({ order, changes }) =>
        markSeen(
          order.id,
          changes
            .map(({ at }) => at)
            .toSorted()
            .at(-1) ?? '',
        ),
    }),
    [hasStations, isPass, bump, strike, step, setDialog, markSeen],
  );
}

interface TicketsInput {
  shown: readonly KitchenView[];
  size: TextSize;
  now: Date;
  category: string | null;
  busy: ReadonlySet<string>;
  station: Station | null;
  stations: readonly Station[];
  actions: KitchenActions;
}

/** The tickets in columns, and the control that turns their pages. */
function useTickets({ shown, size, now, category, busy, station, stations, actions }: TicketsInput) {
  const { frameRef, frame, packed, turn, missing, measureRef } = useTicketColumns(shown, size, station?.id ?? '');
  const isAtPass = station === null || station.kind === 'pass';
  const byId = useMemo(() => new Map(shown.map((view) => [view.order.id, view])), [shown]);
  const ticket = (view: KitchenView, part: ShownPart | null, position: number | null) => (
    <KitchenTicket
      view={view}
      {...(part && { from: part.from, to: part.to, part: part.part, parts: part.parts })}
      position={position}
      {...ticketTime(view.order, now)}
      category={category}
      stations={isAtPass ? stations : NO_STATIONS}
      isBusy={busy.has(view.order.id)}
      isAtPass={isAtPass}
      actions={actions}
    />
  );
  const area = (
    <div
      className={classNames('relative', styles.tickets, !Number.isFinite(frame.height) && styles.scrolled)}
      ref={frameRef}
      style={{ fontSize: TEXT_SIZES[size] }}
    >
      {packed.parts.map((part, index) => {
        const view = byId.get(part.id);
        if (!view) return null;
        const position = packed.parts.slice(0, index).filter((each) => each.part === each.parts).length + 1;
        const isLast = part.part === part.parts;
        return (
          <PlacedTicket key={`${part.id} ${part.part}`} part={part} frame={frame}>
            {ticket(view, part, isLast && position <= 9 ? position : null)}
          </PlacedTicket>
        );
      })}
      <div
        className={`absolute ${styles.measured}`}
        style={{ width: frame.columnWidth }}
        ref={measureRef}
        aria-hidden
        inert
      >
        {missing.map((view) => (
          <div key={view.order.id} data-measure={view.order.id}>
            {ticket(view, null, null)}
          </div>
        ))}
      </div>
      {shown.length === 0 && <NothingToCook />}
    </div>
  );
  return { area, pager: <Pager packed={packed} turn={turn} /> };
}

const NO_STATIONS: readonly Station[] = [];

const TEXT_SIZE_TEXTS = { small: say`small`, medium: say`medium`, large: say`large`, largest: say`largest` };

/** The next text size at each press. */
function TextSizeButton({ size, onSize }: { size: TextSize; onSize: (size: TextSize) => void }) {
  const label = say`Text size: ${TEXT_SIZE_TEXTS[size]}`;
  const next = TEXT_SIZE_NAMES[(TEXT_SIZE_NAMES.indexOf(size) + 1) % TEXT_SIZE_NAMES.length] ?? 'medium';
  return (
    <IconButton label={label} title={label} onClick={() => onSize(next)}>
      <ALargeSmall />
    </IconButton>
  );
}

/** Alerts the cook that an order in preparation was cancelled. */
function useCancelAlert(cooking: readonly BoardOrder[]): void {
  useLiveEvents(['order.updated'], ({ data: { order } }) => {
    if (!isOrder(order) || order.status !== 'cancelled' || !cooking.some(({ id }) => id === order.id)) return;
    toast.warning(say`${codeOf(order.orderId)} was cancelled`, { duration: LONG_MS });
  });
}

interface KitchenHeadProps {
  cooking: readonly BoardOrder[];
  now: Date;
  tools: ReactNode;
  bands: ReactNode;
  onLeave: () => void;
}

/** The time, how many orders are late, soon due and pending, and any pause. */
function KitchenHead({ cooking, now, tools, bands, onLeave }: KitchenHeadProps) {
  const { orders } = useLiveOrders();
  const { late, soon } = countLateness(cooking, now);
  const pending = orders?.open.filter(({ status }) => status === 'pending').length ?? 0;
  return (
    <header>
      <div className={`row flex-wrap gap-6-12 ${styles.top}`}>
        <h1 className={styles.clock}>
          <time>{formatTime(now).replace(/ [ap]\.m\.$/, '')}</time>
        </h1>
        {late > 0 && (
          <span className={`${styles.count} ${styles.lateCount}`}>
            <OctagonAlert /> {say`${late} late`}
          </span>
        )}
        {soon > 0 && (
          <span className={`${styles.count} ${styles.soonCount}`}>
            <AlarmClock /> {say`${soon} due soon`}
          </span>
        )}
        <span className={`row flex-wrap push-right ${styles.rest}`}>
          {pending > 0 && <b>{say`+ ${pending} pending`}</b>}
          <BoardHealth />
          {tools}
          <IconButton label={say`Leave kitchen mode`} title={say`Leave kitchen mode`} onClick={onLeave}>
            <Minimize2 />
          </IconButton>
        </span>
      </div>
      <div className={styles.bands}>
        <PauseBand />
        {bands}
      </div>
    </header>
  );
}

function NothingToCook() {
  return (
    <div className={`absolute grid content-center text-center ${styles.clear}`}>
      <b>{say`All clear.`}</b>
      <p className="soft">{say`Orders appear here when they are accepted.`}</p>
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
      <Undo2 /> {say`Undo`} {codeOf(lastStep.orderId)}
    </button>
  ) : (
    <button type="button" className={styles.control} aria-keyshortcuts="r" onClick={onRecall}>
      <History /> {say`Recall`}
    </button>
  );
}

interface CategoryFilterProps {
  cooking: readonly BoardOrder[];
  category: string | null;
  onPick: (category: string | null) => void;
}

/** Shows only the tickets with dishes of one category. */
function CategoryFilter({ cooking, category, onPick }: CategoryFilterProps) {
  const categories = countDishesByCategory(cooking);
  const dishes = categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <div role="group" aria-label={say`Show only`} className={`flex grow gap-8 min-width-0 scroll-x ${styles.picker}`}>
      <Filter label={say`All`} count={dishes} isOn={category === null} onPick={() => onPick(null)} />
      {categories.map(({ id, count }) => (
        <Filter key={id} label={categoryName(id)} count={count} isOn={category === id} onPick={() => onPick(id)} />
      ))}
    </div>
  );
}

/**
 * The keys of a bump bar: a key presses the control that names it in `aria-keyshortcuts`. So a key does what the button
 * does, and a dish with an allergy is never confirmed without its dialog.
 */
function useKitchenKeys(): void {
  useSingleKeys((event) => {
    const { key, target } = event;
    if (!(target instanceof HTMLElement)) return;
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (!/^([1-9a-z]|PageUp|PageDown)$/.test(name)) return;
    const control = document.querySelector<HTMLElement>(`[data-kitchen] [aria-keyshortcuts~="${name}"]`);
    if (!control) return;
    event.preventDefault();
    control.click();
  });
}
