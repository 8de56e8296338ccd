import { useEffect } from 'react';
import { say } from '@tiffin/domain/core';
import { CountBadge } from '../../ui/figures.tsx';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useReservationFigures } from './use-reservations.ts';
import { useBatchedCall } from '../../shared/page/debounced.ts';

/** The number of reservations for today at the person's locations. */
export function ReservationsBadge() {
  const { data } = useReservationFigures('all');
  const today = data?.figures.confirmedToday ?? 0;
  return <CountBadge count={today} label={say`${today} today`} />;
}

/** Events within this time cause one reload. */
const GATHER_MS = 500;
/** Reloads the count after midnight on a board that stays open. */
const RELOAD_MS = 5 * 60_000;

/** Updates the count while the reservations page is not open. */
export function FollowReservations() {
  const { refetch } = useReservationFigures('all');
  const refetchSoon = useBatchedCall(() => void refetch(), GATHER_MS);
  useLiveEvents(['reservation.created', 'reservation.updated', 'reset'], refetchSoon);
  useEffect(() => {
    const timer = setInterval(() => void refetch(), RELOAD_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  return null;
}
