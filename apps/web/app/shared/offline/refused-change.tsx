import type { ReactNode } from 'react';
import { Banknote, BookOpen, CalendarDays, ClipboardList, MapPin } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { toast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import type { QueueKind } from './queue-rules.ts';
import type { QueuedChange } from './changes.ts';
import { openQueue } from './open-queue.ts';
import { paymentTakenAnyway, refusalQuestion, type RefusalAnswer } from './refusals.ts';
import styles from './waiting-work.module.css';

const ICONS: Readonly<Record<QueueKind, ReactNode>> = {
  order: <ClipboardList />,
  menu: <BookOpen />,
  location: <MapPin />,
  reservation: <CalendarDays />,
};

interface RefusedChangeProps {
  change: QueuedChange;
  /** The server's version in words; null if the refusal did not contain it. */
  serverState: readonly string[] | null;
}

/** A refused change: what happened, and the answers to choose from. All answers look the same, so that none leads. */
export function RefusedChange({ change, serverState }: RefusedChangeProps) {
  const { words, hint, answers } = refusalQuestion(change);
  const icon = change.call === 'processOrderPayment' ? <Banknote /> : ICONS[change.kind];
  return (
    <li className={`grid start-and-column gap-12 round-md surface shadow-1 ${styles.refused}`}>
      <span className={styles.kind}>{icon}</span>
      <div className="grid gap-6 break-anywhere">
        <b>{change.about}</b>
        <p className={styles.question}>{words}</p>
        {serverState && (
          <p className="soft text-sm">
            {say`On the server now`}: {serverState.join(', ')}
          </p>
        )}
        <p className="soft text-sm">
          {hint}
          {change.call !== 'processOrderPayment' && ` ${say`Made at ${formatTime(new Date(change.madeAt), 'time')}`}`}
        </p>
        <div className="flex flex-wrap gap-8 above-6">
          {answers.map((answer) => (
            <Button key={answer.kind} look="line" onClick={() => void giveAnswer(change, answer.kind)}>
              {answer.label}
            </Button>
          ))}
        </div>
      </div>
    </li>
  );
}

async function giveAnswer(change: QueuedChange, answer: RefusalAnswer['kind']): Promise<void> {
  const queue = openQueue();
  if (answer === 'record' && change.call === 'processOrderPayment')
    return queue.sendInstead(change.id, paymentTakenAnyway(change));
  if (answer !== 'discard') return queue.tryAgain(change.id);
  await queue.remove(change.id);
  toast.info(say`Your entry was removed`, {
    description: change.about,
    // The server refuses it again, so the question comes back.
    action: { label: say`Undo`, onClick: () => void queue.add(change, change.about, change.id) },
  });
}
