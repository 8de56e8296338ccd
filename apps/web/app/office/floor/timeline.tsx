import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import type { Reservation } from '../reservations/reservation.ts';
import styles from './floor.module.css';
import { lateText, seatsText, type Floor, type FloorTable, type Party } from './floor-data.ts';
import { stayBars, type StayBar } from './stay-bars.ts';

const HOUR = 3_600_000;
/** So many hours are shown, of which one and a half at most are past. */
const HOURS = 6;
const PAST = 1.5 * HOUR;

interface TimelineProps {
  tables: readonly FloorTable[];
  joins: Floor['joins'];
  reservations: readonly Reservation[];
  now: Date;
  zone: string;
  onChoose: (tableId: string) => void;
  onSeat: (party: Party) => void;
}

/** The evening by table. A press on a party opens what the press on its table opens, or seats a booking. */
export function Timeline({ tables, joins, reservations, now, zone, onChoose, onSeat }: TimelineProps) {
  const first = Math.floor((now.getTime() - PAST) / HOUR) * HOUR;
  const share = (at: number) => `${Math.min(100, Math.max(0, ((at - first) / (HOURS * HOUR)) * 100))}%`;
  const bars = stayBars(tables, reservations, now, joins).filter(
    (bar) => bar.to > first && bar.from < first + HOURS * HOUR,
  );
  const timeText = (at: number) => formatTime(new Date(at).toISOString(), 'time', zone);
  return (
    <div className={`scroll-x ${styles.timeline}`}>
      <div className={`relative text-xs soft ${styles.hours}`} aria-hidden="true">
        {Array.from({ length: HOURS }, (_, hour) => first + hour * HOUR).map((at) => (
          <span key={at} style={{ left: share(at) }}>
            {timeText(at)}
          </span>
        ))}
      </div>
      <ul>
        {tables.map((table) => (
          <li key={table.tableId} className={`grid align-center line-above ${styles.timeRow}`}>
            <span>
              <span className="sr-only">{say`Table`} </span>
              <b>{table.name}</b> <small className="soft">{seatsText(table.seats)}</small>
            </span>
            <div className={`relative ${styles.track}`}>
              {bars
                .filter(({ tableId }) => tableId === table.tableId)
                .map((bar) => (
                  <button
                    key={bar.key}
                    type="button"
                    className={classNames(styles.bar, styles[`bar-${bar.state}`])}
                    style={{ left: share(bar.from), right: `calc(100% - ${share(bar.to)})` }}
                    disabled={bar.state === 'left'}
                    onClick={() =>
                      bar.reservation && bar.key !== `${bar.tableId} now`
                        ? onSeat({ kind: 'booking', reservation: bar.reservation })
                        : onChoose(bar.tableId)
                    }
                  >
                    {bar.name}, {bar.partySize}
                    <small>{barText(bar, timeText)}</small>
                  </button>
                ))}
              <i className={`absolute ${styles.now}`} style={{ left: share(now.getTime()) }} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function barText({ state, minutes, from, to, other }: StayBar, timeText: (at: number) => string): string {
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
      return other === undefined ? say`${time}, table taken` : say`${time}, or table ${other}`;
    default:
      return time;
  }
}

export const overText = (minutes: number) => say`${minutes} min over`;
