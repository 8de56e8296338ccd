import { Armchair, Check, UserX, Users } from 'lucide-react';
import { reservationStatusName, SEATS_PER_SLOT, URGENT_PARTY_ABOVE } from '@tiffin/domain/reservation';
import { classNames } from '../../ui/class-names.ts';
import styles from './reservations.module.css';
import type { HostRow } from './host-day.ts';
import type { Reservation } from './reservation.ts';
import { texts } from './texts.ts';

/** Few seats left turn the meter; none make it whole. */
const TIGHT_SEATS = 8;

export function DaySlot({ row, onOpen }: { row: HostRow; onOpen: (reservation: Reservation) => void }) {
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
