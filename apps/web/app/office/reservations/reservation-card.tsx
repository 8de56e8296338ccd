import { CalendarX, ChevronsUp, Users } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { cancelReasonText, isUrgent, reservationStatusName } from '@tiffin/domain/reservation';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './reservations.module.css';
import { beforeText, type Reservation, clockParts, nameOf, shortDayText, calendarDate } from './reservation.ts';

export function ReservationCard({
  reservation,
  zone,
  now,
  today,
  onDetails,
  onCancel,
}: {
  reservation: Reservation;
  zone: string;
  now: Date;
  today: string;
  onDetails: () => void;
  onCancel: () => void;
}) {
  const { status, customerInfo, reservationDetails, reservationId, locationName } = reservation;
  const isCancelled = status === 'cancelled';
  const { hour, half } = clockParts(reservationDetails.time);
  return (
    <article
      className={classNames(
        'grid gap-8-12 align-center round-md surface shadow-1',
        styles.card,
        isCancelled && styles.cancelled,
      )}
      aria-label={nameOf(reservation)}
    >
      <p className={`nowrap ${styles.when}`}>
        <b className="block digits">{hour}</b>
        <span className="hint">
          {half}, {shortDayText(calendarDate(reservation, zone), today)}
        </span>
      </p>
      <div className={`min-width-0 leading-140 break-anywhere ${styles.who}`}>
        <p>
          <b>{nameOf(reservation)}</b> <Marks reservation={reservation} zone={zone} now={now} />
        </p>
        <p className="hint">
          {isCancelled
            ? cancelledText(reservation, zone)
            : [phoneText(customerInfo.phone), reservationDetails.specialRequests].filter(Boolean).join(', ')}
        </p>
        {reservation.lastChange && !isCancelled && (
          <p className="hint">{beforeText(reservation.lastChange.before, zone)}</p>
        )}
      </div>
      <p className={styles.where}>
        {locationName}
        <span className={`block hint ${styles.number}`}>{reservationId.slice(-4)}</span>
      </p>
      <p className="row gap-8 icon-20">
        <Users aria-hidden="true" />
        <b className="text-lg digits">{reservationDetails.partySize}</b>
        <span className="hint">{reservationDetails.partySize === 1 ? say`guest` : say`guests`}</span>
      </p>
      <div className={`all-columns flex gap-4 ${styles.actions}`}>
        <Button look="ghost" className="grow" onClick={onDetails}>
          <span>
            {say`Details`} <span className="sr-only">{say`of ${nameOf(reservation)}`}</span>
          </span>
        </Button>
        {status === 'confirmed' && (
          <Button look="ghost" className="grow" onClick={onCancel}>
            <span>
              {say`Cancel`} <span className="sr-only">{say`of ${nameOf(reservation)}`}</span>
            </span>
          </Button>
        )}
      </div>
    </article>
  );
}

function Marks({ reservation, zone, now }: { reservation: Reservation; zone: string; now: Date }) {
  const { status, reservationDetails } = reservation;
  if (status === 'cancelled') {
    return <Badge icon={<CalendarX aria-hidden="true" />}>{reservationStatusName(status)}</Badge>;
  }
  if (status !== 'confirmed') return <Badge tone="plum">{reservationStatusName(status)}</Badge>;
  if (new Date(reservation.startsAt) <= now || !isUrgent(reservationDetails, now, zone)) return null;
  return (
    <Badge tone="warn" icon={<ChevronsUp aria-hidden="true" />}>
      {say`Urgent`}
    </Badge>
  );
}

function cancelledText({ cancelledAt, cancellationReason }: Reservation, zone: string): string {
  const when = cancelledAt === null ? '' : formatTime(cancelledAt, 'date-time', zone);
  return say`Cancelled ${when}, ${cancelReasonText(cancellationReason ?? '')}`;
}
