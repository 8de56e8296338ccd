import { useEffect } from 'react';
import { stored } from '../lib/stored.ts';
import { toast } from '../ui/toasts.ts';
import { QUEUE_STORAGE_KEY } from './queue-key.ts';

/** The browser does not notice every outage: what nobody answered is tried again now and then. */
const TRY_AGAIN_MS = 30_000;

/** Sends the bookings and cancellations that wait, once the connection is back, whatever page is open. */
export function ReservationReplay() {
  useEffect(() => {
    const storage = stored(QUEUE_STORAGE_KEY);
    const replay = async (all: boolean) => {
      if (storage.read() === null || !navigator.onLine) return;
      // Hardly anybody has something waiting: queue and words come for those who do.
      const [{ theReservationQueue }, { texts }] = await Promise.all([
        import('./reservation-queue.ts'),
        import('./texts.ts'),
      ]);
      const queue = theReservationQueue();
      const before = queue.read();
      const done = await queue.replay((action) => all || action.problem === null);
      for (const { action, answer, isSeen } of done) {
        if (isSeen) continue;
        if (action.call === 'cancelReservation') toast.success(texts.cancelled, { description: action.about });
        else {
          const manageUrl = 'manageUrl' in answer ? answer.manageUrl : null;
          toast.success(texts.booked, {
            description: action.about,
            duration: 10_000,
            ...(manageUrl !== null &&
              action.call === 'createReservation' && {
                action: { label: texts.see, onClick: () => location.assign(manageUrl) },
              }),
          });
        }
      }
      for (const action of queue.read()) {
        const known = before.find((each) => each.id === action.id);
        if (action.problem !== null && known && known.problem !== action.problem) {
          toast.error(texts.refused(action.problem), { description: action.about, duration: 10_000 });
        }
      }
    };
    const onOnline = () => void replay(true);
    addEventListener('online', onOnline);
    const timer = setInterval(() => void replay(false), TRY_AGAIN_MS);
    void replay(true);
    return () => {
      removeEventListener('online', onOnline);
      clearInterval(timer);
    };
  }, []);
  return null;
}
