import { useMemo, useRef, useState, type ReactNode } from 'react';
import {
  ALargeSmall,
  AlarmClock,
  Ban,
  Check,
  History,
  ListChecks,
  Minimize2,
  OctagonAlert,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { isLineDone, type Station } from '@tiffin/domain/kitchen';
import { say } from '@tiffin/domain/core';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { lastResponseAt, useOnline } from '../../shared/offline/online.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import { useWakeLock } from '../../shared/page/use-wake-lock.ts';
import { useIgnoreClicksWhenNew } from '../../shared/page/ignore-early-clicks.ts';
import { useSingleKeys } from '../../shared/page/single-keys.ts';
import { ConfirmAllergiesDialog, dishesToDecide } from '../board/allergy-check.tsx';
import { BoardHealth } from '../board/board-head.tsx';
import { asCooking, codeOf, kitchenTickets, countLateness, passStep, type BoardOrder } from '../board/board-orders.ts';
import { AllDayCounts, KitchenRecall } from './kitchen-dialogs.tsx';
import { TEXT_SIZES, useTextSize, type TextSize } from './text-size.ts';
import { useCancelAlert } from './kitchen-changes.ts';
import { useSeenChanges } from '../board/seen-changes.ts';
import { useKitchenSounds } from './kitchen-sounds.ts';
import { KitchenTicket, type KitchenActions, type ShownPart } from './kitchen-ticket.tsx';
import styles from './kitchen.module.css';
import { CategoryFilter, OfflineBand, StationBands, StationPicker, useStation } from './kitchen-stations.tsx';
import { createKitchenViews, type KitchenView } from './kitchen-view.ts';
import { useLiveOrders } from '../board/live-orders.tsx';
import { PaceButtons, PauseBand } from '../board/pause-controls.tsx';
import { SoldOutSheet } from '../board/sold-out.tsx';
import { Pager, PlacedTicket, useTicketColumns, NothingToCook } from './ticket-columns.tsx';
import { ticketTime } from '../board/ticket-time.ts';
import { UnconfirmedTickets } from '../board/unconfirmed-tickets.tsx';
import { useFrozenTickets } from './use-frozen-tickets.ts';
import type { BoardActions } from '../board/use-steps.ts';

/** A second press within this time belongs to the first one. */
const DOUBLE_TAP_MS = 1_000;
/** The tickets that the number keys of a bump bar reach. */
const NUMBER_KEYS = 9;

/** With an order's id: the dialog that confirms its dishes, or the one of this line. */
type OpenDialog = 'recall' | 'sold-out' | 'all-day' | { readonly id: string; readonly line: number | null } | null;

interface KitchenProps {
  boardActions: BoardActions;
  soundMenu: ReactNode;
  onLeave: () => void;
}

/** Shows the orders in preparation, readable from two metres, and prevents the screen from sleeping. */
export function Kitchen({ boardActions, soundMenu, onLeave }: KitchenProps) {
  const { busy, lastStep } = boardActions;
  useWakeLock();
  useKitchenKeys();
  const now = useServerNow(5_000);
  const { orders, shownLocationId } = useLiveOrders();
  const kitchen = useStation(shownLocationId);
  const { stations, station } = kitchen;
  const [category, setCategory] = useState<string | null>(null);
  const [size, setSize] = useTextSize();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const cooking = useMemo(() => (orders ? kitchenTickets(orders, now) : []), [orders, now]);
  const [seen, markSeen] = useSeenChanges();
  const isOnline = useOnline();
  // Without a connection, this screen does not hear whether the others are online, so they stay as they were.
  const heardAt = isOnline ? now.getTime() : (lastResponseAt() ?? now.getTime());
  // Held courses come last.
  const tickets = useMemo(() => [...cooking, ...(orders?.held ?? [])], [cooking, orders]);
  // A ticket that did not change stays the same object.
  const [viewsOf] = useState(createKitchenViews);
  const allViews = useMemo(
    () => viewsOf(tickets, { station, stations, seen, now: heardAt }),
    [viewsOf, tickets, station, stations, seen, heardAt],
  );
  const views = useMemo(() => allViews.filter(({ order }) => !order.heldAt), [allViews]);
  const filtered = useMemo(() => {
    const isShown = ({ lines }: KitchenView) => category === null || lines.some((item) => item.category === category);
    return allViews.filter(isShown);
  }, [allViews, category]);
  const screen = `${station?.id} ${category}`;
  const frozen = useFrozenTickets(filtered, screen);
  useCancelAlert(cooking);
  useKitchenSounds(views, screen);
  const actions = useKitchenActions(boardActions, kitchen, markSeen, setDialog, frozen.freeze);
  const confirming = typeof dialog === 'object' ? dialog : null;
  const orderToConfirm = cooking.find(({ id }) => id === confirming?.id);
  const { area, pager, turnTo } = useTickets({ frozen, size, now, category, busy, station, stations, actions });
  const lastUndo = [...frozen.undos].at(-1);
  const last = lastStep ? ([lastStep.orderId, () => boardActions.undo(lastStep.orderId)] as const) : lastUndo;
  return (
    <div className={`fixed grid sunken ink ${styles.kitchen}`} role="region" aria-label={say`Kitchen`} data-kitchen>
      <KitchenHead
        cooking={cooking.map(asCooking)}
        views={views}
        now={now}
        onToDecide={turnTo}
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
        <UndoOrRecall last={last} onRecall={() => setDialog('recall')} />
        <button type="button" className={styles.control} onClick={() => setDialog('sold-out')}>
          <Ban /> {say`Sold out`}
        </button>
        <button type="button" className={styles.control} onClick={() => setDialog('all-day')}>
          <ListChecks /> {say`All day`}
        </button>
        <PaceButtons className={styles.control} />
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
          onConfirm={boardActions.confirm}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'sold-out' && <SoldOutSheet onClose={() => setDialog(null)} />}
      {dialog === 'all-day' && <AllDayCounts views={views} onClose={() => setDialog(null)} />}
      {dialog === 'recall' && (
        <KitchenRecall kitchen={kitchen} recall={boardActions.recall} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

/** What the buttons of tickets do. A kitchen without stations crosses dishes off and marks orders as ready. */
function useKitchenActions(
  { strike, bump, recall, step, undo }: BoardActions,
  { station, stations }: ReturnType<typeof useStation>,
  markSeen: (orderId: string, at: string) => void,
  setDialog: (dialog: OpenDialog) => void,
  freeze: ReturnType<typeof useFrozenTickets>['freeze'],
): KitchenActions {
  const hasStations = stations.length > 0;
  const isPass = station === null || station.kind === 'pass';
  const lastPress = useRef({ target: '', at: 0 });
  return useMemo(() => {
    const isDoubleTap = (target: string) => {
      const { target: before, at } = lastPress.current;
      lastPress.current = { target, at: performance.now() };
      return target === before && performance.now() - at < DOUBLE_TAP_MS;
    };
    const freezeWithUndo = (orderId: string, undoPress: () => unknown) =>
      freeze(orderId, () => {
        // The ticket returns under the finger, where a second tap must not press it.
        lastPress.current = { target: orderId, at: performance.now() };
        freeze(orderId, null);
        undoPress();
      });
    return {
      onStrike(order, line, isDone) {
        if (isDoubleTap(`${order.id} ${line}`)) return;
        void (hasStations ? bump(order, [line], isDone) : strike(order, line, isDone));
        if (isDone) freezeWithUndo(order.id, () => (hasStations ? recall(order, [line]) : strike(order, line, false)));
      },
      onFinish({ order, lines }) {
        if (isDoubleTap(order.id)) return;
        const open = lines.filter((line) => !isLineDone(line)).map(({ line }) => line);
        const nextAtPass = isPass ? passStep(order) : null;
        // A new order gets ready with its dishes.
        const next = order.status === 'pending' && nextAtPass?.to === 'ready' ? null : nextAtPass;
        if (next) step(order, next.to);
        else void bump(order, open, true);
        freezeWithUndo(order.id, () => (next?.to === 'preparing' ? undo(order.id) : recall(order, next ? null : open)));
      },
      onConfirm: (order, line) => setDialog({ id: order.id, line }),
      onSeen({ order, changes }) {
        const times = changes.map(({ at }) => at).toSorted();
        markSeen(order.id, times.at(-1) ?? '');
      },
    };
  }, [hasStations, isPass, bump, strike, step, recall, undo, freeze, setDialog, markSeen]);
}

interface TicketsInput {
  frozen: ReturnType<typeof useFrozenTickets>;
  size: TextSize;
  now: Date;
  category: string | null;
  busy: ReadonlySet<string>;
  station: Station | null;
  stations: readonly Station[];
  actions: KitchenActions;
}

/** The area with the tickets, and the buttons that turn its pages. */
function useTickets({ frozen, size, now, category, busy, station, stations, actions }: TicketsInput) {
  const { shown, present, undos } = frozen;
  const contentKey = station?.id ?? '';
  const { frameRef, frame, packed, turn, turnTo, unmeasured, measureRef } = useTicketColumns(shown, size, contentKey);
  const isAtPass = station === null || station.kind === 'pass';
  const byId = useMemo(() => new Map(shown.map((view) => [view.order.id, view])), [shown]);
  const ticket = (view: KitchenView, part?: ShownPart, position: number | null = null) => (
    <KitchenTicket
      view={view}
      from={part?.from}
      to={part?.to}
      part={part?.part}
      parts={part?.parts}
      position={position}
      {...ticketTime(asCooking(view.order), now)}
      category={category}
      stations={isAtPass ? stations : view.coveredFor}
      isBusy={busy.has(view.order.id)}
      isAtPass={isAtPass}
      actions={actions}
    />
  );
  const area = (
    <div
      className={classNames('relative clip', styles.tickets, !Number.isFinite(frame.height) && styles.scrolled)}
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
            {present.has(part.id) ? (
              ticket(view, part, isLast && position <= NUMBER_KEYS && !view.order.heldAt ? position : null)
            ) : (
              <LeftTicket code={codeOf(view.order.orderId)} undo={undos.get(part.id)} />
            )}
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
        {unmeasured.map((view) => (
          <div key={view.order.id} data-measure={view.order.id}>
            {ticket(view)}
          </div>
        ))}
      </div>
      {shown.length === 0 && <NothingToCook />}
    </div>
  );
  const changed = new Set(shown.flatMap(({ order, changes }) => (changes.length > 0 ? [order.id] : [])));
  return { area, pager: <Pager packed={packed} changed={changed} turn={turn} />, turnTo };
}

/** In the place of a ticket that was finished, for a moment. */
function LeftTicket({ code, undo }: { code: string; undo: (() => void) | undefined }) {
  const ignoresClicks = useIgnoreClicksWhenNew(code);
  return (
    <div className={styles.left}>
      <b className="row justify-center gap-12">
        <Check /> {say`${code} done`}
      </b>
      {undo && (
        <button
          type="button"
          className={classNames('row justify-center gap-12 inverted', styles.bump)}
          aria-disabled={ignoresClicks || undefined}
          onClick={() => !ignoresClicks && undo()}
        >
          <Undo2 /> {say`Undo`}
        </button>
      )}
    </div>
  );
}

/** Between large text, which is read from two metres, and the density for close reading. */
function TextSizeButton({ size, onSize }: { size: TextSize; onSize: (size: TextSize) => void }) {
  const isLarge = size === 'large';
  const label = say`Large text`;
  return (
    <IconButton label={label} title={label} aria-pressed={isLarge} onClick={() => onSize(isLarge ? 'medium' : 'large')}>
      <ALargeSmall />
    </IconButton>
  );
}

function Count({ count, icon, text, isSoon }: { count: number; icon: ReactNode; text: string; isSoon?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={classNames(styles.count, isSoon ? styles.soonCount : styles.lateCount)}>
      {icon} {text}
    </span>
  );
}

interface KitchenHeadProps {
  cooking: readonly BoardOrder[];
  views: readonly KitchenView[];
  now: Date;
  onToDecide: (orderId: string) => void;
  tools: ReactNode;
  bands: ReactNode;
  onLeave: () => void;
}

function KitchenHead({ cooking, views, now, onToDecide, tools, bands, onLeave }: KitchenHeadProps) {
  const { late, soon } = countLateness(cooking, now);
  const toDecide = views.flatMap(dishesToDecide).length;
  const first = views.find((view) => dishesToDecide(view).length > 0)?.order.id;
  return (
    <header>
      <div className={`row flex-wrap gap-6-12 ${styles.top}`}>
        <h1 className={styles.clock}>
          <time>{formatTime(now).replace(/ [ap]\.m\.$/, '')}</time>
        </h1>
        {first !== undefined && (
          <button type="button" onClick={() => onToDecide(first)}>
            <Count count={toDecide} icon={<TriangleAlert />} text={say`${toDecide} to decide`} />
          </button>
        )}
        <Count count={late} icon={<OctagonAlert />} text={say`${late} late`} />
        <Count count={soon} icon={<AlarmClock />} text={say`${soon} due soon`} isSoon />
        <span className={`row flex-wrap push-right ${styles.rest}`}>
          <BoardHealth />
          {tools}
          <IconButton label={say`Leave kitchen mode`} title={say`Leave kitchen mode`} onClick={onLeave}>
            <Minimize2 />
          </IconButton>
        </span>
      </div>
      <div className={styles.bands}>
        <PauseBand />
        <UnconfirmedTickets />
        {bands}
      </div>
    </header>
  );
}

interface UndoOrRecallProps {
  /** The order that was pressed last, and how to undo that. */
  last: readonly [orderId: string, undo: () => unknown] | undefined;
  onRecall: () => void;
}

/** Undo while it is possible, otherwise the list of orders that left the kitchen. */
function UndoOrRecall({ last, onRecall }: UndoOrRecallProps) {
  return last ? (
    <button
      type="button"
      className={classNames(styles.control, styles.undo)}
      aria-keyshortcuts="u"
      onClick={() => void last[1]()}
    >
      <Undo2 /> {say`Undo`} {codeOf(last[0])}
    </button>
  ) : (
    <button type="button" className={styles.control} aria-keyshortcuts="r" onClick={onRecall}>
      <History /> {say`Recall`}
    </button>
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
