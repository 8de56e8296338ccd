import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { toast } from '../../ui/toasts.ts';
import type { StepStatus } from './reservation.ts';
import { texts } from './texts.ts';
import { cacheReservation } from './use-reservations.ts';

/** Sets the status of a reservation. The table is stored when the party is seated. */
export function useStatusChange(reservationId: string, table: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: StepStatus) =>
      api('updateReservationStatus', {
        body: { reservationId, status, ...(status === 'seated' && { tableNumber: table.trim() || null }) },
      }),
    onSuccess: (answer) => {
      cacheReservation(client, answer.reservation);
      void client.invalidateQueries({ queryKey: ['reservations'] });
    },
    onError: (error) => toast.error(texts.stepFailed, { description: reservationErrorText(error) }),
  });
}
