import { memo } from 'react';
import { Check, Hourglass, OctagonAlert, ShieldQuestionMark, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import type { OtherStation, Station, TicketChange } from '@tiffin/domain/kitchen';
import { groupBySeat, portionsToCook } from '@tiffin/domain/order';
import { courseName } from '@tiffin/domain/tabs';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import {
  CheckMark,
  confirmButtonText,
  confirmLabel,
  dishesToConfirm,
  dishesToDecide,
} from '../board/allergy-check.tsx';
import { orderCode, passStep, type BoardOrder } from '../board/board-orders.ts';
import {
  AllergyNote,
  TakenOfflineNote,
  RefundedQuantity,
  LatenessIcon,
  OrderNote,
  HeatMark,
  orderTypeText,
  ItemOptions,
} from '../board/ticket-parts.tsx';
import type { TicketTime } from '../board/ticket-time.ts';
import styles from './kitchen.module.css';
import { stationNames, type KitchenView } from './kitchen-view.ts';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from '../board/texts.ts';

/** A part of a ticket: all of it, or the lines that are in one column. */
export interface ShownPart {
  readonly from: number;
  readonly to: number;
  readonly part: number;
  readonly parts: number;
}

/** What the buttons of a ticket do. The object stays the same, so that a ticket renders only when its order changes. */
export interface KitchenActions {
  readonly onStrike: (order: BoardOrder, line: number, isDone: boolean) => void;
  readonly onFinish: (view: KitchenView) => void;
  readonly onConfirm: (order: BoardOrder, line: number | null) => void;
  readonly onSeen: (view: KitchenView) => void;
}

export const KitchenTicket = memo(function KitchenTicket({
  view,
  from = 0,
  to = Number.POSITIVE_INFINITY,
  part = 1,
  parts = 1,
  position = null,
  minutes,
  lateness,
  label,
  category,
  stations,
  isBusy,
  isAtPass,
  actions,
}: Omit<TicketTime, 'elapsedPercent' | 'lacksNewTime'> &
  Partial<ShownPart> & {
    view: KitchenView;
    /** The number key of a bump bar that finishes it; null without one. */
    position?: number | null;
    category: string | null;
    /** The stations that are named at their lines: at the pass all, elsewhere those whose screens are offline. */
    stations: readonly Station[];
    isBusy: boolean;
    isAtPass: boolean;
    actions: KitchenActions;
  }) {
  const { order, lines, changes, others } = view;
  const names = stationNames(order, stations);
  const isHeld = order.heldAt !== undefined;
  const changed =
    changes.length > 0 ? [<ChangedLines key="changes" view={view} onSeen={() => actions.onSeen(view)} />] : [];
  const seated = groupBySeat(lines).flatMap((group) =>
    group.lines.map((item) => ({ item, seat: group.name, isFirst: item === group.lines[0] })),
  );
  const blocks = [
    ...changed,
    ...seated.map(({ item, seat, isFirst }, index) => (
      <KitchenLine
        key={item.line}
        order={order}
        item={item}
        // A part in the next column begins with the seat too.
        seat={isFirst || changed.length + index === from ? seat : ''}
        stationName={names.get(item.line) ?? null}
        isDim={category !== null && item.category !== category}
        isHeld={isHeld}
        onStrike={(isDone) => actions.onStrike(order, item.line, isDone)}
        onConfirm={() => actions.onConfirm(order, item.line)}
      />
    )),
  ];
  return (
    <article
      className={classNames(
        'surface full-width',
        styles.ticket,
        isHeld ? styles.held : styles[lateness],
        !isHeld && dishesToDecide(view).length > 0 && styles.stop,
      )}
      data-ticket={order.id}
    >
      <div data-block="head">
        <TicketHead
          order={order}
          minutes={minutes}
          lateness={lateness}
          label={isHeld ? say`not yet` : label}
          part={part}
          parts={parts}
          position={position}
        />
        {isHeld && (
          <p className="row gap-8">
            <Hourglass /> {order.course ? say`Held: ${courseName(order.course)}` : say`Held`}
          </p>
        )}
        <TakenOfflineNote order={order} />
        <AllergyNote order={order} />
      </div>
      <ul className="ruled">{blocks.slice(from, to)}</ul>
      {part === parts && (
        <div data-block="foot">
          {/* At the pass each line names its station. */}
          {!isAtPass && <OtherStations others={others} />}
          <OrderNote order={order} />
          {!isHeld && (
            <FinishButton view={view} isBusy={isBusy} isAtPass={isAtPass} position={position} actions={actions} />
          )}
        </div>
      )}
    </article>
  );
});

interface FinishButtonProps {
  view: KitchenView;
  isBusy: boolean;
  isAtPass: boolean;
  position: number | null;
  actions: KitchenActions;
}

/** Finishes the ticket, or first asks to confirm the dishes that an allergy affects. */
function FinishButton({ view, isBusy, isAtPass, position, actions }: FinishButtonProps) {
  const { order, lines, isOpen } = view;
  const toConfirm = dishesToConfirm(order, lines);
  const mustDecide = dishesToDecide(view).length > 0;
  if (toConfirm.length > 0) {
    return (
      <button
        type="button"
        className={classNames(
          'row justify-center gap-12',
          !mustDecide && 'surface ink',
          styles.bump,
          mustDecide ? styles.lateCount : styles.toConfirm,
        )}
        aria-keyshortcuts={position === null ? 'c' : `${position} c`}
        onClick={() => actions.onConfirm(order, null)}
      >
        {mustDecide ? <OctagonAlert /> : <ShieldQuestionMark />} {confirmButtonText(toConfirm)}
      </button>
    );
  }
  // The ticket is here only until somebody has read a change of it.
  if (!isOpen && !isAtPass) return null;
  return (
    <button
      type="button"
      className={classNames('row justify-center gap-12 surface ink', styles.bump, !isOpen && styles.allDone)}
      aria-busy={isBusy}
      aria-keyshortcuts={position === null ? undefined : String(position)}
      onClick={() => !isBusy && actions.onFinish(view)}
    >
      <Check /> {(isAtPass && passStep(order)?.label) || say`Done`}
    </button>
  );
}

/**
 * The head is repeated where a long ticket continues in the next column. Its second line begins with the table or the
 * tab, which is shown whole: what is beside it is shortened, or moves below.
 */
function TicketHead({
  order,
  minutes,
  lateness,
  label,
  part,
  parts,
  position,
}: Omit<TicketTime, 'elapsedPercent' | 'lacksNewTime'> & {
  order: BoardOrder;
  part: number;
  parts: number;
  position: number | null;
}) {
  return (
    <header className={`grid align-center ${styles.head}`}>
      <b className={`nowrap ${styles.code}`}>
        {position !== null && (
          <kbd className={`text-center ${styles.position}`} aria-hidden="true">
            {position}
          </kbd>
        )}
        {orderCode(order)} {parts > 1 && <small>{texts.pages(part, parts)}</small>}
      </b>
      <span className={styles.state}>
        {order.status === 'pending' && !order.heldAt && <b className="pill inverted">{say`New`}</b>}
      </span>
      <span className={`nowrap ${styles.minutes}`}>
        {minutes} <small className="weight-640">{say`min`}</small>
      </span>
      <span className={`flex flex-wrap all-columns ${styles.where}`}>
        <b className="row gap-6 break-anywhere">
          <TypeIcon type={order.orderType} /> {orderTypeText(order)}
        </b>
        {label !== null && (
          <span className={`row justify-end gap-6 ${styles.word}`}>
            <LatenessIcon lateness={lateness} /> <span className="min-width-0 clip nowrap">{label}</span>
          </span>
        )}
      </span>
    </header>
  );
}

const CHANGE_LOOKS = { added: styles.added, void: 'inverted', changed: styles.changed } as const;

const CHANGED_AT = {
  added: (time: string) => say`Added ${time}`,
  void: (time: string) => say`Void ${time}`,
  changed: (time: string) => say`Changed ${time}`,
};

function changeText({ name, quantity, was, how }: TicketChange): string {
  const dish = was === null ? `${quantity} ${name}` : say`${quantity} ${name}, was ${was}`;
  return how === '' ? dish : say`${dish}: ${how}`;
}

/** What changed since the kitchen started. Each change is shown until somebody has seen it. */
function ChangedLines({ view: { changes, order }, onSeen }: { view: KitchenView; onSeen: () => void }) {
  return (
    <li data-block="line" className={styles.changes}>
      <ul>
        {changes.map((change) => (
          <li key={`${change.kind} ${change.line}`} className={CHANGE_LOOKS[change.kind]}>
            <b>{CHANGED_AT[change.kind](formatTime(change.at, 'time', order.locationInfo.timeZone))}</b>{' '}
            {changeText(change)}
          </li>
        ))}
      </ul>
      <button type="button" className={styles.seen} onClick={onSeen}>
        {say`Seen`}
      </button>
    </li>
  );
}

/** What the rest of the order waits for, in one line. */
function OtherStations({ others }: { others: readonly OtherStation[] }) {
  if (others.length === 0) return null;
  return <p className={`soft ${styles.others}`}>{others.map(otherText).join(', ')}</p>;
}

function otherText({ station, open, done }: OtherStation): string {
  const name = station?.name ?? say`Pass`;
  if (open === 0) return say`${name} done`;
  return done === 0 ? say`${name} makes ${open}` : say`${name} makes ${open}, ${done} done`;
}

interface KitchenLineProps {
  order: BoardOrder;
  item: BoardOrder['items'][number];
  /** The name of the seat, above its first dish; empty elsewhere. */
  seat: string;
  stationName: string | null;
  isDim: boolean;
  isHeld: boolean;
  onStrike: (isDone: boolean) => void;
  onConfirm: () => void;
}

/** A dish of the ticket; a press strikes it through or brings it back. One that must be confirmed opens that first. */
function KitchenLine({ order, item, seat, stationName, isDim, isHeld, onStrike, onConfirm }: KitchenLineProps) {
  const isDropped = portionsToCook(item) === 0;
  const isDone = item.doneAt !== null;
  const isStruck = isDone || isDropped;
  const mustConfirm = order.awaitsAllergyCheck && item.allergyCheck?.at === null;
  function press() {
    if (isDropped || isHeld) return;
    if (mustConfirm) onConfirm();
    else onStrike(!isDone);
  }
  function pressText(): string {
    if (isDropped) return say`: refunded, not to be cooked`;
    if (isHeld) return say`: not yet`;
    return mustConfirm ? `: ${confirmLabel(item)}` : say`: done`;
  }
  // The button is named by what it shows, and ends with what a press does.
  return (
    <li data-block="line">
      {seat !== '' && (
        <b className={`block ${styles.seat}`} data-block="seat">
          {seat}
        </b>
      )}
      <button
        type="button"
        aria-pressed={isStruck}
        aria-disabled={isDropped || isHeld || undefined}
        className={classNames(
          'grid align-center full-width ink text-left',
          isStruck && styles.struck,
          isDim && styles.dim,
          mustConfirm && styles.lineToConfirm,
        )}
        onClick={press}
      >
        <b className="center">
          {isDropped ? (
            <X className="danger" strokeWidth={3} />
          ) : isDone ? (
            <>
              <Check className="success" strokeWidth={3} />
              <span className="sr-only">{portionsToCook(item)}</span>
            </>
          ) : (
            portionsToCook(item)
          )}
        </b>{' '}
        <span>
          <span className={`weight-620 break-anywhere ${styles.dish}`}>{item.name}</span>{' '}
          {!isStruck && <HeatMark level={item.selectedSpiceLevel} name={item.spiceLevelName} />}{' '}
          {!isDropped && <CheckMark order={order} item={item} />} {!isStruck && <ItemOptions item={item} />}{' '}
          <RefundedQuantity item={item} />{' '}
          {stationName !== null && <small className={`soft ${styles.station}`}>{stationName}</small>}
          <span className="sr-only">{pressText()}</span>
        </span>
      </button>
    </li>
  );
}
