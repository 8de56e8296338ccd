import { useRef, type KeyboardEvent } from 'react';
import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import type { Reservation } from '../reservations/reservation.ts';
import styles from './floor.module.css';
import { lateText, seatsText, type Floor, type Party } from './floor-data.ts';
import { NO_TABLE, rowsOfBars, sittingBarKey, stayBars, type StayBar } from './stay-bars.ts';
import { useBookingDrag } from './use-booking-drag.ts';

const HOUR_MS = 3_600_000;
const HOURS_SHOWN = 8;
/** The timeline shows at least this much of the past: it begins at the full hour before. */
const MIN_PAST_MS = 1.5 * HOUR_MS;

interface TimelineProps {
  floor: Floor;
  reservations: readonly Reservation[];
  now: Date;
  zone: string;
  onChoose: (tableId: string) => void;
  onSeat: (party: Party) => void;
  /** Gives a booking another table, or none. */
  onMove: (reservationId: string, tableId: string) => void;
}

/**
 * The evening by table, in all areas. Pressing a party opens its table, pressing a booking its form. A booking is
 * dragged to another table, or moved there by Shift and an arrow.
 */
export function Timeline({ floor, reservations, now, zone, onChoose, onSeat, onMove }: TimelineProps) {
  const begin = Math.floor((now.getTime() - MIN_PAST_MS) / HOUR_MS) * HOUR_MS;
  const length = HOURS_SHOWN * HOUR_MS;
  const position = (at: number) => `${Math.min(100, Math.max(0, ((at - begin) / length) * 100))}%`;
  const shown = stayBars(floor.tables, reservations, now, floor).filter(
    ({ from, to }) => to > begin && from < begin + length,
  );
  const timeText = (at: number) => formatTime(new Date(at).toISOString(), 'time', zone);
  const { overTableId, dragProps } = useBookingDrag(onMove);
  /** The bar that appears at another table after a key moved it. It gets the focus back. */
  const movedKey = useRef<string | null>(null);
  const rows = [
    ...rowsOfBars(shown.filter(({ tableId }) => tableId === NO_TABLE)).map((bars, index) => ({
      key: `${NO_TABLE} ${index}`,
      tableId: NO_TABLE,
      area: null,
      head: <b>{say`No table`}</b>,
      bars,
    })),
    ...floor.areas.flatMap(({ name: area }) =>
      floor.tables
        .filter((table) => table.area === area)
        .map(({ tableId, name, seats }, index) => ({
          key: tableId,
          tableId,
          area: index === 0 && floor.areas.length > 1 ? area : null,
          head: (
            <>
              <span className="sr-only">{say`Table`} </span>
              <b>{name}</b> <small className="soft">{seatsText(seats)}</small>
            </>
          ),
          bars: shown.filter((bar) => bar.tableId === tableId),
        })),
    ),
  ];
  function pressKey(event: KeyboardEvent, bar: StayBar, reservation: Reservation) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.shiftKey) return;
    event.preventDefault();
    const ids = [...new Set(rows.map(({ tableId }) => tableId))];
    const next = ids[ids.indexOf(bar.tableId) + step];
    if (next === undefined) return;
    movedKey.current = `${next} ${reservation.id}`;
    onMove(reservation.reservationId, next);
  }
  return (
    <>
      <div className={`scroll-x ${styles.timeline}`}>
        <div className={`relative text-xs soft ${styles.hours}`} aria-hidden="true">
          {Array.from({ length: HOURS_SHOWN }, (_, hour) => begin + hour * HOUR_MS).map((at) => (
            <span key={at} style={{ left: position(at) }}>
              {timeText(at)}
            </span>
          ))}
        </div>
        <ul>
          {rows.map(({ key, tableId, area, head, bars }) => (
            <li key={key} data-table={tableId} data-over={overTableId === tableId}>
              {area && <p className="text-xs soft weight-600 above-10">{area}</p>}
              <div className={`grid align-center line-above ${styles.timeRow}`}>
                <span>{head}</span>
                <div className={`relative ${styles.track}`}>
                  {/* Before the bars, which cover it, so that it runs through no name. */}
                  <i className={`absolute ${styles.now}`} style={{ left: position(now.getTime()) }} />
                  {bars.map((bar) => {
                    const { reservation } = bar;
                    const isBooking = reservation && bar.key !== sittingBarKey(bar.tableId) && bar.state !== 'left';
                    const { style, ...drag } = isBooking
                      ? {
                          ...dragProps(reservation.reservationId, bar.tableId),
                          onKeyDown: (event: KeyboardEvent) => pressKey(event, bar, reservation),
                        }
                      : { style: undefined };
                    return (
                      <button
                        key={bar.key}
                        ref={(button) => {
                          if (!button || movedKey.current !== bar.key) return;
                          movedKey.current = null;
                          button.focus();
                        }}
                        type="button"
                        className={classNames(styles.bar, styles[`bar-${bar.state}`])}
                        style={{ left: position(bar.from), right: `calc(100% - ${position(bar.to)})`, ...style }}
                        disabled={bar.state === 'left'}
                        onClick={() => (isBooking ? onSeat({ kind: 'booking', reservation }) : onChoose(bar.tableId))}
                        {...drag}
                      >
                        {bar.name}, {bar.partySize}
                        <small>{barText(bar, timeText)}</small>
                      </button>
                    );
                  })}
                </div>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <p className="hint">{say`Drag a booking to another table, or choose it and press Shift with an arrow.`}</p>
    </>
  );
}

function barText({ state, minutes, from, to, alternative }: StayBar, timeText: (at: number) => string): string {
  const time = timeText(from);
  switch (state) {
    case 'left':
      return say`left ${timeText(to)}`;
    case 'seated':
      return say`until ${timeText(to)}`;
    case 'over':
      return overText(minutes);
    case 'late':
      return lateText(minutes);
    case 'clash':
      return alternative === undefined ? say`${time}, table taken` : say`${time}, or table ${alternative}`;
    default:
      return time;
  }
}

/** How much longer than its stay a party sits. */
export const overText = (minutes: number) => say`${minutes} min over`;
