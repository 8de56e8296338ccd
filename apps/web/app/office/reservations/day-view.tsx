import { useState } from 'react';
import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import { addDays } from '@tiffin/domain/hours';
import { SEATS_PER_SLOT } from '@tiffin/domain/reservation';
import { dayInWords } from '../../shared/reservation/days.ts';
import { reservationWords } from '../../shared/reservation/reservation-refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { DaySlot } from './day-slot.tsx';
import styles from './reservations.module.css';
import { hostRows, type HostRow } from './host-day.ts';
import type { HostDay, Reservation } from './reservation.ts';
import { texts } from './texts.ts';
import { type Places, useReservationDay } from './use-reservations.ts';

/** The day as a host at the door needs it: who comes when, and how many seats are left. */
export function DayView({ places, onOpen }: { places: Places; onOpen: (reservation: Reservation) => void }) {
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
        <div className="row flex-wrap gap-4">
          <IconButton label={texts.previousDay} disabled={shown === ''} onClick={() => setDate(addDays(shown, -1))}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <TextInput
            className="auto-width"
            type="date"
            aria-label={texts.dayOf}
            value={shown}
            onChange={(event) => event.target.value && setDate(event.target.value)}
          />
          <IconButton label={texts.nextDay} disabled={shown === ''} onClick={() => setDate(addDays(shown, 1))}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
          {day && !day.isToday && (
            <Button look="quiet" onClick={() => setDate(null)}>
              {texts.toToday}
            </Button>
          )}
        </div>
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
          {reservationWords(error)}
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
