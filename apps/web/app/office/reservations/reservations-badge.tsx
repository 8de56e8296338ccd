import { useEffect } from 'react';
import { CountBadge } from '../../ui/figures.tsx';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { texts } from './texts.ts';
import { useReservationFigures } from './use-reservations.ts';
import { useGathered } from '../../shared/page/debounced.ts';

/** How many tables are booked for today, wherever one works. */
export function ReservationsBadge() {
  const { data } = useReservationFigures('all');
  const today = data?.figures.confirmedToday ?? 0;
  return <CountBadge count={today} label={texts.todayCount(today)} />;
}

/** Many bookings within a moment are one look. */
const GATHER_MS = 500;
/** So that the count of a board left open turns with the day. */
const EVERY_MS = 5 * 60_000;

/** Keeps the count true while the reservations themselves are not open. */
export function FollowReservations() {
  const { refetch } = useReservationFigures('all');
  const refetchSoon = useGathered(() => void refetch(), GATHER_MS);
  useLiveEvents(['reservation.created', 'reservation.updated', 'reset'], refetchSoon);
  useEffect(() => {
    const every = setInterval(() => void refetch(), EVERY_MS);
    return () => clearInterval(every);
  }, [refetch]);
  return null;
}
