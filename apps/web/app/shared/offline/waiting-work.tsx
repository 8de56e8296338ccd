import { useEffect, useRef, useState } from 'react';
import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { formatTime, centsOf, formatMoney } from '../../ui/format.ts';
import { lastResponseAt, useOnline } from './online.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isTyping } from '../page/single-keys.ts';
import type { QueuedChange } from './changes.ts';
import { GiveBackDialog, type Overpaid } from './give-back-dialog.tsx';
import { useOfflineText } from './offline-words.ts';
import { texts } from './texts.ts';
import { openQueue, useQueueDone, useQueuedChanges } from './open-queue.ts';
import { RefusedChange } from './refused-change.tsx';
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
  const [overpaid, setOverpaid] = useState<Overpaid | null>(null);
  const stuck = changes.filter((change) => change.isStuck);
  const [isOpen, setIsOpen] = useOpenWhenRefused(stuck.length);
  useQueueDone(({ change, answer }) => {
    if (!('overpaid' in answer) || !answer.overpaid) return false;
    const { paymentStatus, status } = answer.order;
    const isPaidTwice = paymentStatus === 'paid' && status !== 'cancelled';
    setOverpaid({ ...answer.overpaid, about: change.about, isPaidTwice });
    return true;
  });
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
        title={stuck.length > 0 ? texts.answersNeeded(stuck.length) : texts.work}
        description={stuck.length > 0 ? texts.answerLater : undefined}
        footer={
          <Button look={stuck.length > 0 ? 'quiet' : 'solid'} onClick={() => setIsOpen(false)}>
            {texts.close}
          </Button>
        }
      >
        <ul className="grid gap-12">
          {stuck.map((change) => (
            <RefusedChange key={change.id} change={change} serverState={serverVersionInWords(change)} />
          ))}
          {changes.map((change) => !change.isStuck && <WaitingChange key={change.id} change={change} />)}
        </ul>
      </Dialog>
      {overpaid && <GiveBackDialog overpaid={overpaid} onClose={() => setOverpaid(null)} />}
    </div>
  );
}

/** How often the page looks whether the person has finished what the list would interrupt. */
const INTERRUPTION_CHECK_MS = 500;

/** Opens the list when the server has refused a change, but not while the person types or reads another dialog. */
function useOpenWhenRefused(refused: number) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = useRef(refused);
  useEffect(() => {
    shown.current = Math.min(shown.current, refused);
    if (refused === shown.current) return undefined;
    const timer = setInterval(() => {
      if (isTyping(document.activeElement) || document.querySelector('dialog[open]') !== null) return;
      clearInterval(timer);
      shown.current = refused;
      setIsOpen(true);
    }, INTERRUPTION_CHECK_MS);
    return () => clearInterval(timer);
  }, [refused]);
  return [isOpen, setIsOpen] as const;
}

function WaitingChange({ change: { id, about, problem, madeAt } }: { change: QueuedChange }) {
  return (
    <li className={`grid column-and-end gap-8-12 align-start round-md sunken ${styles.entry}`}>
      <div className="grid break-anywhere">
        <b>{about}</b>
        <small className="soft">{texts.made(formatTime(new Date(madeAt), 'time'))}</small>
        {problem && <small className="soft">{problem.words}</small>}
      </div>
      <Badge>{texts.isWaiting}</Badge>
      <div className="all-columns flex flex-wrap gap-4-8">
        <Button look="bare" size="sm" onClick={() => void openQueue().remove(id)}>
          {texts.drop}
        </Button>
      </div>
    </li>
  );
}
