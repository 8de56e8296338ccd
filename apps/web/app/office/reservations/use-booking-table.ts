import { useQueryClient } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { toast } from '../../ui/toasts.ts';
import { partyNameOf, type Reservation } from './reservation.ts';
import { cacheReservation, floorKey, RESERVATIONS_KEY } from './use-reservations.ts';
import { UNDO_MS } from './use-status-change.ts';

/** Gives a booking another table before its party comes. The message about it offers to undo it. */
export function useBookingTable(locationId: string) {
  const client = useQueryClient();
  const { send, isBusy } = useCall('updateReservationStatus', {
    failed: say`The booking keeps its table`,
    changes: [RESERVATIONS_KEY, floorKey(locationId)],
  });
  /** Without a table if it is null. Returns whether it was done; a refusal is shown. */
  async function setTable(booking: Reservation, tableNumber: string | null): Promise<boolean> {
    const { id: reservationId, version, tableNumber: before } = booking;
    if (tableNumber === before) return true;
    const answer = await send({ reservationId, status: 'confirmed', tableNumber, version });
    if (!answer) return false;
    const { reservation } = answer;
    cacheReservation(client, reservation);
    const name = partyNameOf(reservation);
    const words =
      reservation.tableNumber === null
        ? say`${name}: no table yet`
        : say`${name}: now at table ${reservation.tableNumber}`;
    const undo = { label: say`Undo`, onClick: () => void setTable(reservation, before) };
    toast.success(words, { id: `table ${reservationId}`, duration: UNDO_MS, action: undo });
    return true;
  }
  return { setTable, isBusy };
}
