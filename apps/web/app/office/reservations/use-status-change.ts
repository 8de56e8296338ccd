import { useQueryClient } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import type { StepStatus } from './reservation.ts';
import { cacheReservation, RESERVATIONS_KEY } from './use-reservations.ts';

/** Sets the status of a reservation. The table is stored when the party is seated. */
export function useStatusChange(reservationId: string, table: string) {
  const client = useQueryClient();
  const { send, isBusy, sending } = useCall('updateReservationStatus', {
    failed: say`The reservation could not be changed`,
    changes: [RESERVATIONS_KEY],
    onDone: ({ reservation }) => cacheReservation(client, reservation),
  });
  const setStatus = (status: StepStatus) =>
    send({ reservationId, status, ...(status === 'seated' && { tableNumber: table.trim() || null }) });
  return { setStatus, isBusy, sending: sending?.status };
}
