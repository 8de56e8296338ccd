import { CloudOff, TriangleAlert } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { useOnline } from './online.ts';
import { openQueue, useQueuedChangesOf } from './open-queue.ts';
import { Button } from '../../ui/button.tsx';
import styles from './waiting-reservations.module.css';

/** Reservations that wait for a connection, each with a button to withdraw it. */
export function WaitingReservations() {
  const changes = useQueuedChangesOf('reservation');
  const online = useOnline();
  return (
    <div id="waiting" role="status" aria-label={say`Waiting for a connection`} className={`grid gap-8 ${styles.list}`}>
      {changes.map(({ id, call, about, problem }) => (
        <div key={id} className={`grid start-and-column round-md ${styles.waiting}`}>
          {problem === null ? <CloudOff /> : <TriangleAlert />}
          <div className={`text-sm ${styles.words}`}>
            <b>{problem === null ? say`Queued for when online` : say`Not done yet`}</b>
            <p>
              {call === 'cancelReservation' && `${say`A cancellation`}: `}
              {about}
            </p>
            <p className="soft">
              {problem?.words ??
                say`It is sent automatically when you are connected again, or when you next visit this site.`}
            </p>
          </div>
          <div className="column-2 flex flex-wrap gap-4-8">
            {online && (
              <Button look="quiet" size="sm" onClick={() => void openQueue().tryAgain(id)}>
                {say`Try Again`}
              </Button>
            )}
            <Button look="bare" size="sm" onClick={() => void openQueue().remove(id)}>
              {say`Remove`}
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
