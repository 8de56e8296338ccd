import type { KeyboardEvent } from 'react';
import { say } from '@tiffin/domain/core';
import { directionOf, nextTable, PLAN, type Box } from '@tiffin/domain/floor';
import type { Tab } from '../../shared/tabs/tabs.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import { guestsText } from '../reservations/reservation.ts';
import styles from './floor.module.css';
import { lateText, minutesSince, nameAt, seatsText, tablesOfParty, type FloorTable } from './floor-data.ts';
import { needOfTable, type Need } from './waiter-list.tsx';

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
  chosen: string | null;
  now: Date;
  zone: string;
  label: string;
  onChoose: (tableId: string) => void;
}

/** The tables of an area. Arrow keys move the focus from table to table. */
export function PlanView({ tables, tabs, chosen, now, zone, label, onChoose }: PlanProps) {
  function pressKey(event: KeyboardEvent<HTMLElement>, from: FloorTable) {
    const direction = directionOf(event.key);
    if (!direction) return;
    event.preventDefault();
    const next = nextTable(tables, from, direction);
    if (next) document.querySelector<HTMLElement>(`[data-table="${CSS.escape(next.tableId)}"]`)?.focus();
  }
  return (
    <div className={`relative round-md sunken ${styles.plan}`} role="group" aria-label={label}>
      {tables.map((table) => (
        <button
          key={table.tableId}
          type="button"
          data-table={table.tableId}
          className={classNames(styles.table, styles[table.shape], styles[table.state])}
          style={tableStyle(table)}
          aria-pressed={chosen !== null && tablesOfParty(tables, table).includes(chosen)}
          onClick={() => onChoose(table.tableId)}
          onKeyDown={(event) => pressKey(event, table)}
        >
          <span className="sr-only">{say`Table`} </span>
          <b>{nameAt(tables, table)}</b>
          <small>{stateText(table, now, zone)}</small>
          <NeedPill need={needOfTable(table, tabs, now)} />
          {lateMinutes(table, now) > 0 && (
            <span className={`absolute pill nowrap ${styles.late}`}>{lateText(lateMinutes(table, now))}</span>
          )}
        </button>
      ))}
    </div>
  );
}

function NeedPill({ need }: { need: Need | null }) {
  return need?.rank === 0 && <span className={`absolute pill nowrap inverted ${styles.need}`}>{need.text}</span>;
}

function lateMinutes({ sitting, booking }: FloorTable, now: Date): number {
  return sitting || !booking ? 0 : minutesSince(booking.startsAt, now);
}

function stateText({ sitting, booking, seats }: FloorTable, now: Date, zone: string): string {
  if (sitting) return say`${guestsText(sitting.partySize)}, ${minutesSince(sitting.seatedAt, now)} min`;
  if (booking) return `${formatTime(booking.startsAt, 'time', zone)}, ${booking.name}`;
  return seatsText(seats);
}
