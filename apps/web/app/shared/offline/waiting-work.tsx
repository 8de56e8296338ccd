import { useState } from 'react';
import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { formatTime, centsOf, formatMoney } from '../../ui/format.ts';
import { lastResponseAt, useOnline } from './online.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isConflict, type QueuedChange } from './changes.ts';
import { useOfflineText } from './offline-words.ts';
import { texts } from './texts.ts';
import { openQueue, useQueuedChanges } from './open-queue.ts';
import styles from './waiting-work.module.css';

/** The server's version in a few words; null when the refusal did not contain it. */
export function serverVersionInWords({ problem }: QueuedChange): readonly string[] | null {
  if (problem === null) return null;
  const things = Object.values(problem.truth).filter(
    (value): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  const words = things.flatMap((thing) => {
    const name = textOf(thing['name']) ?? textOf(thing['orderId']);
    const status = textOf(thing['status']);
    const price = typeof thing['price'] === 'number' ? formatMoney(centsOf(thing['price'])) : null;
    const shown = thing['isAvailable'] === true ? 'shown' : thing['isAvailable'] === false ? 'hidden' : null;
    const active = thing['isActive'] === true ? 'active' : thing['isActive'] === false ? 'inactive' : null;
    return [name, status, price, shown, active].filter((word) => word !== null);
  });
  return words.length > 0 ? words : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The state of the connection and the waiting changes, above every section; empty when all is well. */
export function WaitingWork() {
  const online = useOnline();
  const changes = useQueuedChanges();
  const [isOpen, setIsOpen] = useState(false);
  const stuck = changes.filter((change) => change.isStuck);
  const open = changes.length > 0 && (
    <Button look="quiet" onClick={() => setIsOpen(true)}>
      {texts.look}
    </Button>
  );
  const ofSection = useOfflineText();
  const lastAnswerAt = lastResponseAt();
  return (
    <div className={`grid ${styles.bar}`} aria-label={texts.work} role="status">
      {!online && (
        <Banner tone="offline" icon={<CloudOff aria-hidden="true" />} title={texts.offlineBar} action={open}>
          {ofSection && <p>{ofSection}</p>}
          {texts.offlineText(changes.length)}{' '}
          {lastAnswerAt !== null && texts.lastContact(formatTime(new Date(lastAnswerAt), 'date-time'))}
        </Banner>
      )}
      {online && stuck.length > 0 && (
        <Banner tone="warn" icon={<TriangleAlert aria-hidden="true" />} title={texts.stuck(stuck.length)} action={open}>
          {texts.stuckText}
        </Banner>
      )}
      {online && stuck.length === 0 && changes.length > 0 && (
        <Banner icon={<CloudUpload aria-hidden="true" />} title={texts.sending(changes.length)} action={open} />
      )}
      <Dialog
        open={isOpen && changes.length > 0}
        onClose={() => setIsOpen(false)}
        title={texts.work}
        footer={<Button onClick={() => setIsOpen(false)}>{texts.close}</Button>}
      >
        <ul className="grid gap-12">
          {changes.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

/** One change; a refused one beside the server's version. */
function Entry({ change }: { change: QueuedChange }) {
  const { id, about, isStuck, problem, madeAt } = change;
  const serverState = serverVersionInWords(change);
  return (
    <li className={`grid column-and-end gap-8-12 align-start round-md sunken ${styles.entry}`}>
      <div className="grid break-anywhere">
        <b>{about}</b>
        <small className="soft">{texts.made(formatTime(new Date(madeAt), 'time'))}</small>
      </div>
      {isStuck ? <Badge tone="bad">{texts.notYet}</Badge> : <Badge>{texts.isWaiting}</Badge>}
      {problem && (
        <dl className="all-columns grid gap-2 text-sm">
          <dt className="sr-only soft">{texts.notYet}</dt>
          <dd>{problem.words}</dd>
          {serverState && (
            <>
              <dt className="soft">{texts.now}</dt>
              <dd>{serverState.join(', ')}</dd>
            </>
          )}
        </dl>
      )}
      <div className="all-columns flex flex-wrap gap-4-8">
        {isStuck && (
          <Button look="quiet" size="sm" onClick={() => void openQueue().tryAgain(id)}>
            {isConflict(change) ? texts.mine : texts.retry}
          </Button>
        )}
        <Button look="bare" size="sm" onClick={() => void openQueue().remove(id)}>
          {isConflict(change) ? texts.keepTheirs : texts.drop}
        </Button>
      </div>
    </li>
  );
}
