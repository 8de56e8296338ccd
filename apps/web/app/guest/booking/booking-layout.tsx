import { say } from '@tiffin/domain/core';
import centreUrl from '../../assets/scenes/table-centre.svg';
import type { ReactNode, CSSProperties } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Booking } from './booking.ts';
import { dayInSentence } from '../../shared/reservation/date-texts.ts';
import { texts } from './texts.ts';
import styles from './booking.module.css';

const CENTRE = 280;
/** Radii of the plates and chairs around the table. */
const PLATE_RING = 166;
const PLATE_RADIUS = 51;
const CHAIR_RING = 237;
const CHAIR_WIDTH = 108;

/** The table from above with a chair and a plate for each guest. Its colours are the same in both themes. */
function TableDrawing({ seats, className }: { seats: number; className?: string | undefined }) {
  // Many plates and chairs shrink so that gaps stay between them.
  const plate = Math.min(PLATE_RADIUS, ((Math.PI * PLATE_RING) / seats) * 0.92);
  const chair = Math.min(CHAIR_WIDTH, ((2 * Math.PI * CHAIR_RING) / seats) * 0.78);
  const positions = Array.from({ length: seats }, (_, index) => ({ index, angle: -90 + (index * 360) / seats }));
  return (
    <svg className={className} viewBox="0 0 560 560" aria-hidden="true" focusable="false">
      {positions.map(({ index, angle }) => (
        <g key={index} className={styles.place} style={rotated(angle)}>
          <rect x={488} y={CENTRE - chair / 2} width={58} height={chair} rx={28} fill="#8f4478" />
        </g>
      ))}
      <path
        fill="#5d2b50"
        d="M280 46c130-2 236 100 236 232 0 134-104 238-236 238C148 516 44 412 44 280 44 148 150 48 280 46Z"
      />
      <path fill="none" stroke="#8f4478" strokeWidth={3} d="M282 60c122-2 220 96 220 218 0 124-98 224-222 224" />
      {positions.map(({ index, angle }) => (
        <g key={index} className={styles.place} style={rotated(angle)}>
          <g transform={`translate(446 ${CENTRE}) scale(${plate / PLATE_RADIUS})`}>
            <circle fill="#33152d" opacity={0.25} cx={5} cy={5} r={PLATE_RADIUS} />
            <circle fill="#faf3e3" r={PLATE_RADIUS} />
            <circle fill="none" stroke="#fad18a" strokeWidth={3} cx={1} cy={-1} r={38} />
            <path
              fill="#287c42"
              transform={`rotate(${-angle + index * 40})`}
              d="M-16-12c14-10 30 0 30 14-16 4-28-2-30-14Z"
            />
          </g>
        </g>
      ))}
      <image href={centreUrl} width={560} height={560} />
    </svg>
  );
}

function rotated(angle: number): CSSProperties {
  return { transform: `rotate(${angle}deg)` };
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

export function ReservationSentence({
  booking: { partySize, date, slot },
  locationName,
  as: As = 'h1',
  struck = false,
}: {
  booking: Pick<Booking, 'partySize' | 'date' | 'slot'>;
  locationName: string;
  as?: 'h1' | 'p';
  struck?: boolean;
}) {
  const isOpen = date === null || slot === null;
  return (
    <As className={classNames(styles.say, struck && styles.struck)} aria-live={As === 'h1' ? 'polite' : undefined}>
      {say`A table for `}
      <u>{texts.number(partySize)}</u>
      {say` at `}
      <u>{unbroken(locationName)}</u>,{' '}
      {date === null ? <u className={styles.todo}>{unbroken(say`which day`)}</u> : <u>{dayInSentence(date)}</u>}
      {say` at `}
      {slot === null ? <u className={styles.todo}>{unbroken(say`what time`)}</u> : <u>{unbroken(slot.label)}</u>}
      {isOpen && '?'}
    </As>
  );
}

export function SplitPage({ sentence, seats, children }: { sentence: ReactNode; seats: number; children: ReactNode }) {
  return (
    <div className={`stack gap-32 ${styles.page}`}>
      <div className="brand on-brand">
        <div className={styles.stick}>
          {sentence}
          <TableDrawing seats={seats} className={styles.table} />
        </div>
      </div>
      <div className={`stack content-start ${styles.side}`}>{children}</div>
    </div>
  );
}
