import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Mail, Phone, StickyNote } from 'lucide-react';
import { twelveHourText } from '@tiffin/domain/hours';
import { phoneText } from '@tiffin/domain/people';
import { AWAITED_STATUSES, cancelReasonText, reservationStatusName } from '@tiffin/domain/reservation';
import { emailNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { GuestLink } from '../../shared/order/guest-link.tsx';
import { dayShort } from '../../shared/reservation/date-texts.ts';
import { formatTime, phoneHref } from '../../ui/format.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useLocations } from '../../shared/site/site.ts';
import { TakenTable } from '../../shared/reservation/taken-table.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextLink } from '../../ui/link.tsx';
import styles from './reservations.module.css';
import { ClosedBadge } from './closed-badge.tsx';
import { Deposit } from './deposit.tsx';
import { ConfirmationBadge } from './confirmation-badge.tsx';
import { beforeText, stepBlockedReason, type Reservation, calendarDate, partyNameOf, stepsOf } from './reservation.ts';
import { TableField } from './table-field.tsx';
import { useBookingTable } from './use-booking-table.ts';
import { RESERVATIONS_KEY, type ReservationLocations } from './use-reservations.ts';
import { useStatusChange } from './use-status-change.ts';
import { apiQuery } from '../../shared/api/queries.ts';

function reservedOnText(when: string, source: string): string {
  if (source === 'walk-in') return say`Walk-in, ${when}`;
  return source === 'phone' ? say`Reserved ${when} by phone` : say`Reserved ${when} on the web`;
}

const CHANGED_BY = { guest: say`Changed by the guest`, staff: say`Changed by staff` };

interface DetailsDialogProps {
  /** The reservation as listed; shown until the current one is loaded. */
  listed: Reservation;
  locations: ReservationLocations;
  onClose: () => void;
  onChange: (reservation: Reservation) => void;
  onCancel: (reservation: Reservation) => void;
}

const TONES: Readonly<Record<Reservation['status'], Tone>> = {
  pending: 'info',
  confirmed: 'ok',
  seated: 'plum',
  completed: 'neutral',
  'no-show': 'warn',
  cancelled: 'bad',
};

/** A reservation with its contacts and last change, and the buttons for its next steps. */
export function DetailsDialog({ listed, locations, onClose, onChange, onCancel }: DetailsDialogProps) {
  const { data } = useQuery({
    ...apiQuery(['reservations', 'one', listed.id], 'getReservation', { query: { reservationId: listed.id } }),
    staleTime: 0,
  });
  const { me } = useBackOffice();
  const reservation = data?.reservation ?? listed;
  const { status, customerInfo, reservationDetails, reservationId } = reservation;
  const zone = locations.zoneOf(reservation.location);
  /** What is typed as its table; null until something is. */
  const [typedTable, setTypedTable] = useState<string | null>(null);
  return (
    <Dialog
      onClose={onClose}
      unsaved={typedTable !== null && typedTable.trim() !== (reservation.tableNumber ?? '')}
      title={partyNameOf(reservation)}
      description={<span className={styles.number}>{reservationId}</span>}
      footer={
        data && (
          <Steps
            reservation={reservation}
            zone={zone}
            now={new Date(data.asOf)}
            table={typedTable ?? reservation.tableNumber ?? ''}
            onTable={setTypedTable}
            onChange={() => onChange(reservation)}
            onCancel={() => onCancel(reservation)}
          />
        )
      }
    >
      <p>
        <Badge tone={TONES[status]}>{reservationStatusName(status)}</Badge>{' '}
        <ConfirmationBadge reservation={reservation} /> <ClosedBadge reservation={reservation} />
      </p>
      <VisitFacts reservation={reservation} zone={zone} />
      {reservationDetails.specialRequests !== null && (
        <p className={styles.requests}>
          <StickyNote />
          {reservationDetails.specialRequests}
        </p>
      )}
      {reservation.lastChange && <LastChange reservation={reservation} change={reservation.lastChange} zone={zone} />}
      {reservation.cancelledAt !== null && (
        <p className={`${styles.requests} ${styles.detailsCancelled}`}>
          {say`Cancelled ${formatTime(reservation.cancelledAt, 'date-time', zone)}, ${cancelReasonText(reservation.cancellationReason ?? '')}`}
        </p>
      )}
      {reservation.deposit && <Deposit reservation={reservation} deposit={reservation.deposit} zone={zone} />}
      <Contacts customer={customerInfo} />
      <p className={`hint ${styles.detailsSoft}`}>
        {reservedOnText(formatTime(reservation.reservedAt, 'date-time', zone), reservation.source)}
        {reservation.seatedAt !== null && `. ${say`Seated at ${formatTime(reservation.seatedAt, 'time', zone)}`}`}
      </p>
      {status === 'confirmed' && reservation.guestConfirmation === 'asked' && (
        <ConfirmForGuest reservationId={reservation.id} />
      )}
      {(status === 'confirmed' || status === 'pending') && <SendConfirmation reservation={reservation} />}
      <GuestLink customer={customerInfo} onClick={onClose} />
      {me.role === 'admin' && (
        <TextLink href={officePaths.forgetPerson(reservationId)} onClick={onClose}>
          {say`Forget this guest…`}
        </TextLink>
      )}
    </Dialog>
  );
}

interface LastChangeProps {
  reservation: Reservation;
  change: NonNullable<Reservation['lastChange']>;
  zone: string;
}

function LastChange({ reservation: { reservationDetails }, change: { at, by, before }, zone }: LastChangeProps) {
  return (
    <Banner tone="info" title={`${CHANGED_BY[by]} ${formatTime(at, 'date-time', zone)}`}>
      <p>{beforeText(before, zone)}</p>
      {before.specialRequests !== reservationDetails.specialRequests && (
        <p>{say`Requests before: ${before.specialRequests ?? say`none`}`}</p>
      )}
    </Banner>
  );
}

/** The day and time, the party, and the location or the table. */
function VisitFacts({ reservation, zone }: { reservation: Reservation; zone: string }) {
  const { reservationDetails, tableNumber, locationName } = reservation;
  return (
    <dl className={`grid two-columns gap-10 ${styles.facts}`}>
      <div className="flex round-control quiet">
        <dt className="hint">{dayShort(calendarDate(reservation, zone))}</dt>
        <dd className="text-lg weight-650 leading-120 digits break-anywhere">
          {twelveHourText(reservationDetails.time)}
        </dd>
      </div>
      <div className="flex round-control quiet">
        <dt className="hint">{reservationDetails.partySize === 1 ? say`guest` : say`guests`}</dt>
        <dd className="text-lg weight-650 leading-120 digits break-anywhere">{reservationDetails.partySize}</dd>
      </div>
      <div className="all-columns flex round-control quiet">
        <dt className="hint">{tableNumber === null ? say`Location` : locationName}</dt>
        <dd className="text-lg weight-650 leading-120 digits break-anywhere">
          {tableNumber === null ? locationName : `${say`Table`} ${tableNumber}`}
        </dd>
      </div>
    </dl>
  );
}

function Contacts({ customer: { phone, email } }: { customer: Reservation['customerInfo'] }) {
  return (
    <ul className={`icon-20 ${styles.contact}`}>
      {phone !== '' && <Contact icon={<Phone />} text={phoneText(phone)} href={phoneHref(phone)} />}
      {email !== '' && <Contact icon={<Mail />} text={email} href={`mailto:${email}`} />}
    </ul>
  );
}

function Contact({ icon, text, href }: { icon: React.ReactNode; text: string; href: string }) {
  return (
    <li className="row flex-wrap">
      {icon}
      <a className="inline-row touch-height break-anywhere" href={href}>
        {text}
      </a>
      <CopyButton text={text} label={say`Copy ${text}`} />
    </li>
  );
}

/** Confirms the reservation for a guest who does so on the phone. */
function ConfirmForGuest({ reservationId }: { reservationId: string }) {
  const online = useOnline();
  const { send, isBusy } = useCall('confirmReservation', {
    failed: say`The reservation could not be changed`,
    changes: [RESERVATIONS_KEY],
  });
  const reason = online ? null : say`You are offline`;
  return (
    <Button look="quiet" block busy={isBusy} disabledReason={reason} onClick={() => void send({ reservationId })}>
      <Phone />
      {say`Confirm for the guest`}
    </Button>
  );
}

function SendConfirmation({ reservation }: { reservation: Reservation }) {
  const { customerInfo, reservationDetails, location, locationName, tableNumber } = reservation;
  const isUnpaid = reservation.status === 'pending' && reservation.deposit?.state === 'open';
  const online = useOnline();
  const address = useLocations().find(({ id }) => id === location)?.address;
  const { send, isBusy } = useCall('sendReservationConfirmation', {
    doneText: ({ sentTo }) => (isUnpaid ? say`The link was sent to ${sentTo}` : say`Confirmation sent to ${sentTo}`),
    failed: emailNotices.reservationFailed,
  });
  const body = {
    customerEmail: customerInfo.email,
    customerName: customerInfo.name,
    reservationDate: reservationDetails.date,
    reservationTime: reservationDetails.time,
    partySize: reservationDetails.partySize,
    tableNumber,
    specialRequests: reservationDetails.specialRequests,
    restaurantLocation: { id: location, name: locationName, address: address || undefined },
    metadata: { reservationId: reservation.reservationId, source: 'back-office' as const },
  };
  const reason = customerInfo.email === '' ? say`They left no email address` : online ? null : say`You are offline`;
  return (
    <Button look="quiet" block busy={isBusy} disabledReason={reason} onClick={() => void send(body)}>
      <Mail />
      {isUnpaid ? say`Send the link again` : say`Send confirmation`}
    </Button>
  );
}

interface StepsProps {
  reservation: Reservation;
  zone: string;
  now: Date;
  /** As typed; empty for none. */
  table: string;
  onTable: (typed: string | null) => void;
  onChange: () => void;
  onCancel: () => void;
}

function Steps({ reservation, zone, now, table, onTable, onChange, onCancel }: StepsProps) {
  const { actor } = useBackOffice();
  const online = useOnline();
  const { setTable, isBusy } = useBookingTable(reservation.location);
  const isAwaited = AWAITED_STATUSES.some((each) => each === reservation.status);
  const isSameTable = table.trim() === (reservation.tableNumber ?? '');
  const change = useStatusChange(reservation, table);
  const steps = stepsOf(reservation, now);
  const mayCancel = reservation.status === 'confirmed';
  return (
    <div className={`flex flex-wrap align-end gap-10 full-width ${styles.steps}`}>
      {steps[0]?.to === 'seated' && (
        <>
          <TableField locationId={reservation.location} className={styles.table} value={table} onValue={onTable} />
          {isAwaited && !isSameTable && (
            <Button
              size="lg"
              look="quiet"
              busy={isBusy}
              disabledReason={online ? null : say`You are offline`}
              onClick={() => void setTable(reservation, table.trim() || null).then((isDone) => isDone && onTable(null))}
            >
              {say`Save the table`}
            </Button>
          )}
          <div className="full-width">
            <TakenTable
              locationId={reservation.location}
              timeZone={zone}
              table={table}
              name={reservation.customerInfo.name}
            />
          </div>
        </>
      )}
      {steps.map(({ to, step, label }, index) => (
        <Button
          key={to}
          size="lg"
          look={index === 0 ? 'solid' : 'quiet'}
          busy={change.sending === to}
          disabledReason={online ? stepBlockedReason(reservation, step, { actor, now }) : say`You are offline`}
          onClick={() => void change.setStatus(to)}
        >
          {label}
        </Button>
      ))}
      {(mayCancel || reservation.status === 'pending') && (
        <Button
          size="lg"
          look="quiet"
          disabledReason={stepBlockedReason(reservation, 'cancel', { actor, now })}
          onClick={onChange}
        >
          {say`Change`}
        </Button>
      )}
      {mayCancel && (
        <Button
          size="lg"
          look="ghost"
          disabledReason={stepBlockedReason(reservation, 'cancel', { actor, now })}
          onClick={onCancel}
        >
          {say`Cancel reservation`}
        </Button>
      )}
    </div>
  );
}
