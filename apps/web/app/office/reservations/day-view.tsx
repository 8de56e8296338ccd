import { useState } from 'react';
import { History, Armchair, Check, UserX, Users } from 'lucide-react';
import { reservationStatusName, URGENT_PARTY_ABOVE } from '@tiffin/domain/reservation';
import { reservationNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { Loaded } from '../../shared/page/loaded.tsx';
import { dayInWords } from '../../shared/reservation/days.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './reservations.module.css';
import { HostBar, useHostDay } from './host-bar.tsx';
import { hostRows, type HostRow } from './host-day.ts';
import { guestsText, nameOf, type HostDay, type Reservation } from './reservation.ts';
import type { ReservationLocations } from './use-reservations.ts';
import { classNames } from '../../ui/class-names.ts';

const inBookingsText = (guests: string, bookings: number) =>
  bookings === 1 ? say`${guests} in 1 booking` : say`${guests} in ${bookings} bookings`;

interface DayViewProps {
  places: ReservationLocations;
  onOpen: (reservation: Reservation) => void;
}

/** The day for the host: arrivals by time and the seats left. */
export function DayView({ places, onOpen }: DayViewProps) {
  const host = useHostDay(places);
  return (
    <>
      <HostBar places={places} host={host} />
      <Loaded query={host.query} failed={reservationNotices.loadFailed} rows={1} height={420}>
        {({ day }) => <Slots key={`${host.locationId} ${day.date}`} day={day} onOpen={onOpen} />}
      </Loaded>
    </>
  );
}

/** Past times are behind a button, except those of parties that have not come yet. */
function isHidden({ isPast, reservations }: HostRow): boolean {
  return isPast && !reservations.some(({ status }) => status === 'pending' || status === 'confirmed');
}

function Slots({ day, onOpen }: { day: HostDay; onOpen: (reservation: Reservation) => void }) {
  const [withEarlier, setWithEarlier] = useState(false);
  const rows = hostRows(day);
  const expected = day.reservations.filter((each) => each.status !== 'no-show');
  const guests = expected.reduce((sum, each) => sum + each.reservationDetails.partySize, 0);
  const past = rows.filter(isHidden);
  const earlier = past.reduce((sum, row) => sum + row.reservations.length, 0);
  const halves = [
    { title: say`Lunch`, rows: rows.filter((row) => row.time < '17:00' && !row.isNextDay) },
    { title: say`Dinner`, rows: rows.filter((row) => row.time >= '17:00' || row.isNextDay) },
  ].filter((half) => half.rows.length > 0);
  return (
    <section className={`stack gap-14 round-md surface shadow-1 ${styles.day}`} aria-label={dayInWords(day.date)}>
      <header className={`flex flex-wrap align-baseline between gap-4-16 ${styles.dayHead}`}>
        <h2>{dayInWords(day.date)}</h2>
        <p className="soft">
          <b className="ink">{inBookingsText(guestsText(guests), expected.length)}</b>,{' '}
          {day.countsStays ? say`${day.seatsPerSlot} seats` : say`${day.seatsPerSlot} seats each half hour`}
        </p>
      </header>
      {day.isClosed && <Banner>{say`Closed on this day`}</Banner>}
      {past.length > 0 && past.length < rows.length && !withEarlier && (
        <Button look="quiet" block className={styles.earlier} onClick={() => setWithEarlier(true)}>
          <History />
          {earlier === 1 ? say`Earlier today, 1 booking` : say`Earlier today, ${earlier} bookings`}
        </Button>
      )}
      <div className={`stack ${styles.halves}`} data-earlier={withEarlier || past.length === rows.length}>
        {halves.map((half) => (
          <Half key={half.title} {...half} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
}

interface HalfProps {
  title: string;
  rows: readonly HostRow[];
  onOpen: (reservation: Reservation) => void;
}

function Half({ title, rows, onOpen }: HalfProps) {
  const isOver = rows.every(isHidden);
  return (
    <div className={styles.half} data-over={isOver}>
      <h3 className="below-6 soft">{title}</h3>
      <ol>
        {rows.map((row) => (
          <DaySlot key={row.time} row={row} onOpen={onOpen} />
        ))}
      </ol>
    </div>
  );
}

/** From this few seats on, the meter changes colour. */
const TIGHT_SEATS = 8;

function DaySlot({ row, onOpen }: { row: HostRow; onOpen: (reservation: Reservation) => void }) {
  const { label, isPast, isNow, isOutOfHours, taken, left, reservations } = row;
  return (
    <li
      className={classNames('grid gap-6-12 align-center', styles.slot, isPast && styles.past)}
      data-hidden={isHidden(row)}
    >
      <p className={`text-md weight-620 digits ${styles.time}`}>
        {label}
        {isNow && <span className={`pill on-brand text-xs ${styles.now}`}>{say`Now`}</span>}
      </p>
      <div className={`row flex-wrap ${styles.bookings}`}>
        {reservations.length === 0 && <span className="hint">{say`No bookings`}</span>}
        {reservations.map((reservation) => (
          <Chip key={reservation.id} reservation={reservation} onOpen={() => onOpen(reservation)} />
        ))}
      </div>
      {isOutOfHours ? (
        <p className="hint">{say`Outside the hours`}</p>
      ) : (
        <div
          className={classNames(
            'hint leading-130',
            left === 0 && styles.full,
            left > 0 && left <= TIGHT_SEATS && styles.tight,
          )}
        >
          <p className="flex align-baseline between gap-8 digits">
            {say`${taken} taken`}
            <span>
              {left === 0 ? (
                <b className="text-md ink">{say`Full`}</b>
              ) : (
                <>
                  <b className="text-md ink">{left}</b> {say`left`}
                </>
              )}
            </span>
          </p>
          <span className={`block clip pill quiet ${styles.meter}`} aria-hidden="true">
            <span
              className="block full-height pill"
              style={{ width: `${(taken / Math.max(taken + left, 1)) * 100}%` }}
            />
          </span>
        </div>
      )}
    </li>
  );
}

function Chip({ reservation, onOpen }: { reservation: Reservation; onOpen: () => void }) {
  const { status, reservationDetails, tableNumber } = reservation;
  const isBig = reservationDetails.partySize > URGENT_PARTY_ABOVE;
  const isOver = status === 'completed' || status === 'no-show';
  return (
    <button
      type="button"
      className={classNames(
        'inline-row gap-6 touch-height tinted text-sm weight-560 icon-16',
        styles.chip,
        isBig && styles.big,
        isOver && styles.over,
      )}
      title={reservationStatusName(status)}
      onClick={onOpen}
    >
      <b className="digits">{reservationDetails.partySize}</b>
      {shortName(nameOf(reservation))}
      {tableNumber !== null && <small className="quiet text-xs">{tableNumber}</small>}
      <StatusIcon status={status} isBig={isBig} />
      {status !== 'confirmed' && <span className="sr-only">{reservationStatusName(status)}</span>}
    </button>
  );
}

function StatusIcon({ status, isBig }: { status: Reservation['status']; isBig: boolean }) {
  if (status === 'seated') return <Armchair />;
  if (status === 'completed') return <Check />;
  if (status === 'no-show') return <UserX />;
  return isBig ? <Users /> : null;
}

/** 'Alex Sample' → 'Alex S.' */
function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${last[0] ?? ''}.` : first;
}
