import { useState, type ReactNode } from 'react';
import { reservationNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useMorePages } from '../../shared/page/more-pages.ts';
import { mapHref, useLocations } from '../../shared/site/site.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { paths } from '../../paths.ts';
import { reservationStatusName } from '@tiffin/domain/reservation';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, buttonClass, LinkButton, type ButtonLook } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { type Reservation, sentenceValues, describeReservation } from './booking.ts';
import { CancelReservation } from './cancel-reservation.tsx';
import { dayInWords, dayOfMonth, monthName, weekdayLong } from '../../shared/reservation/date-texts.ts';
import { texts } from './texts.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import { WaitingReservations } from '../../shared/offline/waiting-reservations.tsx';
import styles from './my-reservations.module.css';

type ReservationsPage = Answer<'getMyReservations'>;

/** The customer's reservations: upcoming ones first, then past ones. */
export function MyReservations({ firstPage }: { firstPage: ReservationsPage }) {
  const { rows: reservations, hasMore, isLoading, put, loadMore } = useMyReservations(firstPage);
  const [cancelling, setCancelling] = useState<Reservation | null>(null);
  const zoneOf = useZones();
  const isUpcoming = (each: Reservation) =>
    (each.status === 'pending' || each.status === 'confirmed' || each.status === 'seated') &&
    each.startsAt > firstPage.asOf;
  const upcoming = reservations.filter(isUpcoming).toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const [next, ...later] = upcoming;
  const earlier = reservations.filter((each) => !isUpcoming(each));
  const cancelOf = (each: Reservation) => (each.status === 'seated' ? null : () => setCancelling(each));

  return (
    <div className="stack gap-32">
      <WaitingReservations />
      {upcoming.length === 0 && (
        <p className="text-sm soft">
          {reservations.length === 0 ? say`No reservations yet.` : say`No table booked.`}{' '}
          <Link className="nowrap weight-600" href={paths.reservations()}>
            {say`Make a reservation`}
          </Link>
        </p>
      )}
      {next && <NextTable reservation={next} zone={zoneOf(next.location)} onCancel={cancelOf(next)} />}
      {later.length > 0 && (
        <div className="stack gap-12">
          <h3>{say`Later`}</h3>
          <ul>
            {later.map((each) => (
              <Row key={each.id} reservation={each} zone={zoneOf(each.location)} onCancel={cancelOf(each)} />
            ))}
          </ul>
        </div>
      )}
      {earlier.length > 0 && (
        <details>
          <summary className="inline-row touch-height weight-600">
            {earlier.length === 1 ? say`1 earlier reservation` : say`${earlier.length} earlier reservations`}
          </summary>
          <ul>
            {earlier.map((each) => (
              <Row key={each.id} reservation={each} zone={zoneOf(each.location)} onCancel={null} />
            ))}
          </ul>
        </details>
      )}
      {hasMore && (
        <Button look="quiet" busy={isLoading} onClick={loadMore}>
          {say`Show more`}
        </Button>
      )}
      {cancelling && (
        <CancelReservation
          key={cancelling.id}
          open
          reservation={cancelling}
          asOf={firstPage.asOf}
          about={describeReservation(cancelling, zoneOf(cancelling.location))}
          onClose={() => setCancelling(null)}
          onCancelled={put}
        />
      )}
    </div>
  );
}

const TONES: Readonly<Record<Reservation['status'], Tone>> = {
  pending: 'info',
  confirmed: 'ok',
  seated: 'plum',
  completed: 'neutral',
  'no-show': 'neutral',
  cancelled: 'neutral',
};

interface ShownProps {
  reservation: Reservation;
  zone: string | undefined;
  onCancel: (() => void) | null;
}

function NextTable({ reservation, zone, onCancel }: ShownProps) {
  const { date, slot, partySize } = sentenceValues(reservation, zone);
  const location = useLocations().find(({ id }) => id === reservation.location);
  return (
    <div className={`grid start-and-column align-center round-lg brand on-brand ${styles.ticket}`}>
      <p className={`text-xs text-center on-brand-soft ${styles.day}`}>
        {weekdayLong(date)} <b className="block saffron">{dayOfMonth(date)}</b> {monthName(date)}
      </p>
      <div className="grid gap-4">
        <h3>
          {reservation.locationName}, <span className="nowrap">{slot.label}</span>
        </h3>
        <p className="text-sm on-brand-soft">
          {texts.tableFor(partySize)}, {reservationStatusName(reservation.status)}
        </p>
        <p className="text-xs on-brand-soft">{reservation.reservationId}</p>
      </div>
      <div className={`all-columns flex flex-wrap gap-8 ${styles.acts}`}>
        <Actions {...{ reservation, onCancel }} looks={['invite', 'on-brand', 'on-brand']}>
          {location && (
            <a className={buttonClass({ look: 'on-brand', size: 'sm' })} href={mapHref(location)}>
              {say`Directions`}
            </a>
          )}
        </Actions>
      </div>
    </div>
  );
}

function Row({ reservation, zone, onCancel }: ShownProps) {
  const { date, slot, partySize } = sentenceValues(reservation, zone);
  return (
    <li className={`stack align-center line-above ${styles.row}`}>
      <div>
        <b className="block digits">{slot.label}</b>
        <span className="text-sm soft">{dayInWords(date)}</span>
      </div>
      <div className="grid items-start gap-4">
        <span>
          {reservation.locationName}, {texts.guestCount(partySize)}
        </span>
        <span className="text-sm soft">{reservation.reservationId}</span>
        <Badge tone={TONES[reservation.status]}>{reservationStatusName(reservation.status)}</Badge>
      </div>
      <div className="flex flex-wrap gap-4-8">
        <Actions {...{ reservation, onCancel }} looks={['quiet', 'quiet', 'bare']} />
      </div>
    </li>
  );
}

function Actions({
  reservation: { reservationId },
  onCancel,
  looks: [details, change, cancel],
  children,
}: Omit<ShownProps, 'zone'> & { looks: readonly [ButtonLook, ButtonLook, ButtonLook]; children?: ReactNode }) {
  return (
    <>
      <LinkButton look={details} size="sm" href={paths.reservation(reservationId)}>
        {say`Details`}
        <span className="sr-only"> {reservationId}</span>
      </LinkButton>
      {children}
      {onCancel && (
        <>
          <LinkButton look={change} size="sm" href={paths.changeReservation(reservationId)}>
            {say`Change`}
            <span className="sr-only"> {say`reservation ${reservationId}`}</span>
          </LinkButton>
          <Button look={cancel} size="sm" className="nowrap" onClick={onCancel}>
            {say`Cancel reservation`}
          </Button>
        </>
      )}
    </>
  );
}

/** The list with its further pages and live changes. */
function useMyReservations(first: ReservationsPage) {
  const { put, ...list } = useMorePages<ReservationsPage, Reservation>(first, {
    load: (cursor) => api('getMyReservations', { query: { cursor } }),
    rowsOf: ({ reservations }) => reservations,
    keyOf: ({ id }) => id,
    isNewer: (change, row) => change.updatedAt > row.updatedAt,
    failed: reservationNotices.loadFailed,
  });
  useQueueDone(({ change, answer }) => {
    if (!('reservation' in answer)) return false;
    const isListed = first.reservations.some(({ id }) => id === answer.reservation.id);
    if (isListed) put(answer.reservation);
    return isListed && change.call === 'cancelReservation';
  });
  useLiveEvents(['reservation.updated'], ({ data }) => {
    const reservation = eventPayload<Reservation>(data, 'reservation', 'reservationId');
    if (reservation) put(reservation);
  });
  return { put, ...list };
}

function useZones(): (locationId: string) => string | undefined {
  const locations = useLocations();
  return (locationId) => locations.find(({ id }) => id === locationId)?.timeZone;
}
