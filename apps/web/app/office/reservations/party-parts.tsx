import { say } from '@tiffin/domain/core';
import { useOnline } from '../../shared/offline/online.ts';
import { AllergyBand } from '../../shared/order/allergy-band.tsx';
import { Button } from '../../ui/button.tsx';
import { mentionsAllergy } from '@tiffin/domain/order';
import { nameOf, type Reservation } from './reservation.ts';
import styles from './tonight.module.css';
import { useStatusChange } from './use-status-change.ts';

export function PartySize({ of: { reservationDetails } }: { of: Reservation }) {
  return (
    <span className={`round-md quiet text-md weight-650 num ${styles.size}`}>
      {reservationDetails.partySize}
      <span className="sr-only"> {reservationDetails.partySize === 1 ? say`guest` : say`guests`}</span>
    </span>
  );
}

/** The name opens the details. Requests that mention an allergy stand out. */
export function PartyName({ party, onOpen }: { party: Reservation; onOpen: (party: Reservation) => void }) {
  const requests = party.reservationDetails.specialRequests;
  return (
    <span className="grid gap-4 min-width-0 break-anywhere">
      <button type="button" className={`weight-600 touch-height ${styles.name}`} onClick={() => onOpen(party)}>
        {nameOf(party)}
      </button>
      {requests !== null &&
        (mentionsAllergy(requests) ? <AllergyBand text={requests} /> : <small className="hint">{requests}</small>)}
    </span>
  );
}

/** Seats the party at its table, or without one. The details have a field for another table. */
export function SeatButton({ party, look }: { party: Reservation; look: 'solid' | 'quiet' }) {
  const online = useOnline();
  const change = useStatusChange(party.id, party.tableNumber ?? '');
  return (
    <Button
      look={look}
      aria-label={say`${nameOf(party)} arrived`}
      busy={change.isBusy}
      disabledReason={online ? null : say`You are offline`}
      onClick={() => void change.setStatus('seated')}
    >
      {say`Arrived`}
    </Button>
  );
}
