import { CloudOff, TriangleAlert } from 'lucide-react';
import { useOnline } from './online.ts';
import { openQueue, useQueuedChangesOf } from './open-queue.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import styles from './waiting-reservations.module.css';

/** Reservations that wait for a connection, each with a button to withdraw it. */
export function WaitingReservations() {
  const changes = useQueuedChangesOf('reservation');
  const online = useOnline();
  return (
    <div id="waiting" role="status" aria-label={texts.waiting} className={`grid gap-8 ${styles.list}`}>
      {changes.map(({ id, call, about, problem }) => (
        <div key={id} className={`grid start-and-column round-md ${styles.waiting}`}>
          {problem === null ? <CloudOff aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          <div className={`text-sm ${styles.words}`}>
            <b>{problem === null ? texts.queued : texts.notYet}</b>
            <p>
              {call === 'cancelReservation' && `${texts.cancellation}: `}
              {about}
            </p>
            <p className="soft">{problem?.words ?? texts.queuedText}</p>
          </div>
          <div className="column-2 flex flex-wrap gap-4-8">
            {online && (
              <Button look="quiet" size="sm" onClick={() => void openQueue().tryAgain(id)}>
                {texts.retry}
              </Button>
            )}
            <Button look="bare" size="sm" onClick={() => void openQueue().remove(id)}>
              {texts.remove}
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
