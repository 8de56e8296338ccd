import { useQueryClient } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { toast } from '../../ui/toasts.ts';
import { partyNameOf, type Reservation, type StepStatus } from './reservation.ts';
import { cacheReservation, floorKey, RESERVATIONS_KEY } from './use-reservations.ts';

/** For this long after a party was seated, moved or sent home, the toast offers to undo it. */
export const UNDO_MS = 8000;

/** Sets the status of a reservation. When the party is seated, the table is stored too; '' is none. */
export function useStatusChange(party: Reservation, table = '') {
  const client = useQueryClient();
  const reservationId = party.id;
  const { send, isBusy, sending } = useCall('updateReservationStatus', {
    failed: say`The reservation could not be changed`,
    changes: [RESERVATIONS_KEY, floorKey(party.location)],
    onDone({ reservation }) {
      cacheReservation(client, reservation);
      const name = partyNameOf(party);
      const takeBack = (label: string) => ({
        duration: UNDO_MS,
        action: { label, onClick: () => void setStatus('confirmed') },
      });
      if (reservation.status === 'seated') toast.success(say`${name} arrived`, takeBack(say`Not seated yet`));
      if (reservation.status === 'no-show') toast.success(say`${name} is marked as a no-show`, takeBack(say`Undo`));
    },
  });
  const setStatus = (status: StepStatus) =>
    send({ reservationId, status, tableNumber: status === 'seated' ? table.trim() || null : undefined });
  return { setStatus, isBusy, sending: sending?.status };
}
