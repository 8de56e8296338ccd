import { useState } from 'react';
import { ChevronLeft, ChevronRight, History, Armchair, Check, UserX, Users } from 'lucide-react';
import { addDays } from '@tiffin/domain/hours';
import { SEATS_PER_SLOT, reservationStatusName, URGENT_PARTY_ABOVE } from '@tiffin/domain/reservation';
import { dayInWords } from '../../shared/reservation/days.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import styles from './reservations.module.css';
import { hostRows, type HostRow } from './host-day.ts';
import type { HostDay, Reservation } from './reservation.ts';
import { texts } from './texts.ts';
import { type ReservationLocations, useReservationDay } from './use-reservations.ts';
import { classNames } from '../../ui/class-names.ts';

/** The day for the host: arrivals by time and the seats left. */
export function DayView({
  places,
  onOpen,
}: {
  places: ReservationLocations;
  onOpen: (reservation: Reservation) => void;
}) {
  const [locationId, setLocationId] = useState(places.bookable[0]?.id ?? places.all[0]?.id ?? '');
  const [date, setDate] = useState<string | null>(null);
  const { data, error, refetch } = useReservationDay(locationId, date);
  const day = data?.day;
  const shown = date ?? day?.date ?? '';
  return (
    <>
      <div className="row flex-wrap gap-8-12">
        <Select
          aria-label={texts.filterLocation}
          className="auto-width weight-560"
          value={locationId}
          onChange={(event) => setLocationId(event.target.value)}
        >
          {places.all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <DayPicker shown={shown} isToday={day?.isToday ?? true} onDate={setDate} />
      </div>
      {error && (
        <Banner
          tone="bad"
          announce="alert"
          title={texts.loadFailed}
          action={
            <Button look="quiet" size="sm" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          }
        >
          {reservationErrorText(error)}
        </Banner>
      )}
      {day ? (
        <Loaded key={`${locationId} ${day.date}`} day={day} onOpen={onOpen} />
      ) : (
        !error && (
          <Loading label={texts.loading}>
            <Skeleton height={420} />
          </Loading>
        )
      )}
    </>
  );
}

/** Picks the day; null is today. */
function DayPicker({
  shown,
  isToday,
  onDate,
}: {
  shown: string;
  isToday: boolean;
  onDate: (date: string | null) => void;
}) {
  return (
    <div className="row flex-wrap gap-4">
      <IconButton label={texts.previousDay} disabled={shown === ''} onClick={() => onDate(addDays(shown, -1))}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <TextInput
        className="auto-width"
        type="date"
        aria-label={texts.dayOf}
        value={shown}
        onChange={(event) => event.target.value && onDate(event.target.value)}
      />
      <IconButton label={texts.nextDay} disabled={shown === ''} onClick={() => onDate(addDays(shown, 1))}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
      {!isToday && (
        <Button look="quiet" onClick={() => onDate(null)}>
          {texts.toToday}
        </Button>
      )}
    </div>
  );
}

function Loaded({ day, onOpen }: { day: HostDay; onOpen: (reservation: Reservation) => void }) {
  const [withEarlier, setWithEarlier] = useState(false);
  const rows = hostRows(day);
  const expected = day.reservations.filter((each) => each.status !== 'no-show');
  const guests = expected.reduce((sum, each) => sum + each.reservationDetails.partySize, 0);
  const past = rows.filter((row) => row.isPast);
  const earlier = past.reduce((sum, row) => sum + row.reservations.length, 0);
  const halves = [
    { title: texts.lunch, rows: rows.filter((row) => row.time < '17:00' && !row.isNextDay) },
    { title: texts.dinner, rows: rows.filter((row) => row.time >= '17:00' || row.isNextDay) },
  ].filter((half) => half.rows.length > 0);
  return (
    <section className={`stack gap-14 round-md surface shadow-1 ${styles.day}`} aria-label={dayInWords(day.date)}>
      <header className={`flex flex-wrap align-baseline between gap-4-16 ${styles.dayHead}`}>
        <h2>{dayInWords(day.date)}</h2>
        <p className="soft">
          <b className="ink">{texts.inBookings(texts.guests(guests), expected.length)}</b>,{' '}
          {texts.seatsEach(day.seatsPerSlot)}
        </p>
      </header>
      {day.isClosed && <Banner>{texts.closedDay}</Banner>}
      {past.length > 0 && past.length < rows.length && !withEarlier && (
        <Button look="quiet" block className={styles.earlier} onClick={() => setWithEarlier(true)}>
          <History aria-hidden="true" />
          {texts.earlierToday(earlier)}
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

function Half({
  title,
  rows,
  onOpen,
}: {
  title: string;
  rows: readonly HostRow[];
  onOpen: (reservation: Reservation) => void;
}) {
  const isOver = rows.every((row) => row.isPast);
  return (
    <div className={styles.half} data-over={isOver}>
      <h3 className="flex align-baseline between below-6 soft">
        {title} <span className="text-xs">{texts.seatsOf(SEATS_PER_SLOT)}</span>
      </h3>
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
    <li className={classNames('grid gap-6-12 align-center', styles.slot, isPast && styles.past)}>
      <p className={`text-md weight-620 digits ${styles.time}`}>
        {label}
        {isNow && <span className={`pill on-brand text-xs ${styles.now}`}>{texts.now}</span>}
      </p>
      <div className={`row flex-wrap ${styles.bookings}`}>
        {reservations.length === 0 && <span className="hint">{texts.noBookings}</span>}
        {reservations.map((reservation) => (
          <Chip key={reservation.id} reservation={reservation} onOpen={() => onOpen(reservation)} />
        ))}
      </div>
      {isOutOfHours ? (
        <p className="hint">{texts.outOfHours}</p>
      ) : (
        <div
          className={classNames(
            'hint leading-130',
            left === 0 && styles.full,
            left > 0 && left <= TIGHT_SEATS && styles.tight,
          )}
        >
          <p className="flex align-baseline between gap-8 digits">
            {texts.taken(taken)}
            <span>
              {left === 0 ? (
                <b className="text-md ink">{texts.full}</b>
              ) : (
                <>
                  <b className="text-md ink">{left}</b> {texts.left}
                </>
              )}
            </span>
          </p>
          <span className={`block clip pill quiet ${styles.meter}`} aria-hidden="true">
            <span className="block full-height pill" style={{ width: `${(taken / SEATS_PER_SLOT) * 100}%` }} />
          </span>
        </div>
      )}
    </li>
  );
}

function Chip({ reservation, onOpen }: { reservation: Reservation; onOpen: () => void }) {
  const { status, customerInfo, reservationDetails, tableNumber } = reservation;
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
      {shortName(customerInfo.name)}
      {tableNumber !== null && <small className="quiet text-xs">{tableNumber}</small>}
      <StatusIcon status={status} isBig={isBig} />
      {status !== 'confirmed' && <span className="sr-only">{reservationStatusName(status)}</span>}
    </button>
  );
}

function StatusIcon({ status, isBig }: { status: Reservation['status']; isBig: boolean }) {
  if (status === 'seated') return <Armchair aria-hidden="true" />;
  if (status === 'completed') return <Check aria-hidden="true" />;
  if (status === 'no-show') return <UserX aria-hidden="true" />;
  return isBig ? <Users aria-hidden="true" /> : null;
}

/** 'Alex Sample' → 'Alex S.' */
function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${last[0] ?? ''}.` : first;
}
