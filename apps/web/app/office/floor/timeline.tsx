import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import type { Reservation } from '../reservations/reservation.ts';
import styles from './floor.module.css';
import { lateText, seatsText, type Floor, type FloorTable, type Party } from './floor-data.ts';
import { sittingBarKey, stayBars, type StayBar } from './stay-bars.ts';

const HOUR_MS = 3_600_000;
const HOURS_SHOWN = 6;
/** The timeline shows at least this much of the past: it begins at the full hour before. */
const MIN_PAST_MS = 1.5 * HOUR_MS;

interface TimelineProps {
  tables: readonly FloorTable[];
  joins: Floor['joins'];
  reservations: readonly Reservation[];
  now: Date;
  zone: string;
  onChoose: (tableId: string) => void;
  onSeat: (party: Party) => void;
}

/** The evening by table. Pressing a party opens its table; pressing a booking seats it. */
export function Timeline({ tables, joins, reservations, now, zone, onChoose, onSeat }: TimelineProps) {
  const begin = Math.floor((now.getTime() - MIN_PAST_MS) / HOUR_MS) * HOUR_MS;
  const length = HOURS_SHOWN * HOUR_MS;
  const position = (at: number) => `${Math.min(100, Math.max(0, ((at - begin) / length) * 100))}%`;
  const bars = stayBars(tables, reservations, now, joins).filter(({ from, to }) => to > begin && from < begin + length);
  const timeText = (at: number) => formatTime(new Date(at).toISOString(), 'time', zone);
  return (
    <div className={`scroll-x ${styles.timeline}`}>
      <div className={`relative text-xs soft ${styles.hours}`} aria-hidden="true">
        {Array.from({ length: HOURS_SHOWN }, (_, hour) => begin + hour * HOUR_MS).map((at) => (
          <span key={at} style={{ left: position(at) }}>
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
                    style={{ left: position(bar.from), right: `calc(100% - ${position(bar.to)})` }}
                    disabled={bar.state === 'left'}
                    onClick={() =>
                      bar.reservation && bar.key !== sittingBarKey(bar.tableId)
                        ? onSeat({ kind: 'booking', reservation: bar.reservation })
                        : onChoose(bar.tableId)
                    }
                  >
                    {bar.name}, {bar.partySize}
                    <small>{barText(bar, timeText)}</small>
                  </button>
                ))}
              <i className={`absolute ${styles.now}`} style={{ left: position(now.getTime()) }} />
            </div>
          </li>
        ))}
      </ul>
    </div>
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
