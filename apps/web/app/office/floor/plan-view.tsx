import type { KeyboardEvent } from 'react';
import { CalendarClock, Clock } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { directionOf, nextTable, PLAN, type Box } from '@tiffin/domain/floor';
import type { Tab } from '../../shared/tabs/tabs.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import styles from './floor.module.css';
import { lateText, minutesSince, nameAt, seatsText, tablesOfParty, type FloorTable } from './floor-data.ts';
import { needOfSitting, sumText, type PartyNeed } from './needs.ts';
import { overText } from './timeline.tsx';
import { useBookingDrag } from './use-booking-drag.ts';

/** The position and size of a table on the plan. */
export function tableStyle({ x, y, width, height }: Box) {
  const percent = (length: number, whole: number) => `${(length / whole) * 100}%`;
  return {
    left: percent(x, PLAN.width),
    top: percent(y, PLAN.height),
    width: percent(width, PLAN.width),
    height: percent(height, PLAN.height),
  };
}

interface PlanProps {
  tables: readonly FloorTable[];
  tabs: readonly Tab[];
  /** The pressed table, or those that are joined for a party. */
  chosen: readonly string[];
  now: Date;
  zone: string;
  label: string;
  /** How many minutes the party at a table sits too long, by table. */
  overMinutes: ReadonlyMap<string, number>;
  onChoose: (tableId: string) => void;
  /** Gives a booking another table. */
  onMove: (reservationId: string, tableId: string) => void;
}

/** The tables of an area. Arrow keys move the focus from table to table, with Shift the booking. */
export function PlanView({ tables, tabs, chosen, now, zone, label, overMinutes, onChoose, onMove }: PlanProps) {
  const { overTableId, dragProps } = useBookingDrag(onMove);
  function pressKey(event: KeyboardEvent<HTMLElement>, from: FloorTable) {
    const direction = directionOf(event.key);
    if (!direction) return;
    event.preventDefault();
    const next = nextTable(tables, from, direction);
    const booking = bookingAt(from);
    if (next && event.shiftKey && booking) onMove(booking.reservationId, next.tableId);
    if (next) document.querySelector<HTMLElement>(`[data-table="${CSS.escape(next.tableId)}"]`)?.focus();
  }
  return (
    <div className={`relative round-md sunken ${styles.plan}`} role="group" aria-label={label}>
      {tables.map((table) => {
        const need = table.sitting ? needOfSitting(table.sitting, table.state, tabs, now) : null;
        const booking = bookingAt(table);
        const { style, ...drag } = booking ? dragProps(booking.reservationId, table.tableId) : { style: undefined };
        return (
          <button
            key={table.tableId}
            type="button"
            data-table={table.tableId}
            className={classNames(styles.table, styles[table.shape], styles[lookOf(table, need)])}
            style={{ ...tableStyle(table), ...style }}
            data-over={overTableId === table.tableId}
            aria-pressed={tablesOfParty(tables, table).some((tableId) => chosen.includes(tableId))}
            onClick={() => onChoose(table.tableId)}
            onKeyDown={(event) => pressKey(event, table)}
            {...drag}
          >
            <span className="sr-only">{say`Table`} </span>
            <b>{nameAt(tables, table)}</b>
            <small>{need ? needText(need) : awaitedText(table, zone)}</small>
            {need && table.sitting && <small className="digits">{sumText(need, table.sitting.partySize)}</small>}
            <TablePill table={table} need={need} now={now} over={overMinutes.get(table.tableId) ?? 0} />
          </button>
        );
      })}
    </div>
  );
}

const lookOf = ({ state }: FloorTable, need: PartyNeed | null) =>
  need ? (need.isPaying && need.state === 'to-pay' ? 'paying' : need.state) : state;

interface TablePillProps {
  table: FloorTable;
  need: PartyNeed | null;
  now: Date;
  over: number;
}

/** The booking that is awaited at a table now. */
const bookingAt = ({ sitting, booking }: FloorTable) => (sitting ? undefined : booking);

/** Asks for somebody: food or a bill, a party over its time, or one that is late. */
function TablePill({ table, need, now, over }: TablePillProps) {
  const booking = bookingAt(table);
  const late = !booking || booking.isCalled ? 0 : minutesSince(booking.startsAt, now);
  const pill = (look: string | undefined, Icon: typeof Clock, text: string) => (
    <span className={`absolute pill nowrap ${look}`}>
      <Icon aria-hidden="true" /> {text}
    </span>
  );
  if (need?.rank === 0) return pill(`inverted ${styles.need}`, need.icon, need.shortText);
  if (over > 0) return pill(styles.over, Clock, overText(over));
  if (late > 0) return pill(styles.late, Clock, lateText(late));
  return table.state === 'reserved' ? <CalendarClock className={styles.bookedIcon} aria-hidden="true" /> : null;
}

/** What a party waits for and since when; its pill says already that it needs somebody at once. */
function needText({ rank, shortText, minutes = 0 }: PartyNeed): string {
  return rank === 0 ? say`${minutes} min` : say`${shortText}, ${minutes} min`;
}

function awaitedText({ booking, seats }: FloorTable, zone: string): string {
  return booking ? `${formatTime(booking.startsAt, 'time', zone)}, ${booking.name}` : seatsText(seats);
}
