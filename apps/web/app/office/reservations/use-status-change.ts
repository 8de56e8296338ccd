import { useQueryClient } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { toast } from '../../ui/toasts.ts';
import { partyNameOf, type Reservation, type StepStatus } from './reservation.ts';
import { cacheReservation, RESERVATIONS_KEY } from './use-reservations.ts';

/** For this long after seating a party, the toast offers to undo it. */
const UNDO_MS = 8000;

/** Sets the status of a reservation. When the party is seated, the table is stored too; '' is none. */
export function useStatusChange(party: Reservation, table = '') {
  const client = useQueryClient();
  const reservationId = party.id;
  const { send, isBusy, sending } = useCall('updateReservationStatus', {
    failed: say`The reservation could not be changed`,
    changes: [RESERVATIONS_KEY],
    onDone({ reservation }) {
      cacheReservation(client, reservation);
      if (reservation.status !== 'seated') return;
      toast.success(say`${partyNameOf(party)} arrived`, {
        duration: UNDO_MS,
        action: { label: say`Not seated yet`, onClick: () => void setStatus('confirmed') },
      });
    },
  });
  const setStatus = (status: StepStatus) =>
    send({ reservationId, status, tableNumber: status === 'seated' ? table.trim() || null : undefined });
  return { setStatus, isBusy, sending: sending?.status };
}
