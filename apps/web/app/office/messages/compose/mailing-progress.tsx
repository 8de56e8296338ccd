import { Check, CircleAlert, Inbox, UserX } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import { RECIPIENTS_MAX } from '@tiffin/domain/messages';
import { say } from '@tiffin/domain/core';
import { formatCount } from '../../../ui/figures.tsx';
import { type Mailing, useLiveMailings, useMailing } from './use-mail.ts';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import styles from '../messages.module.css';

const leftOutText = (people: number) =>
  people === 1
    ? say`1 has not agreed to offers and was left out`
    : say`${formatCount(people)} have not agreed to offers and were left out`;

export function MailingProgress({ mailing }: { mailing: Mailing }) {
  const { total, sent, failed, outbox, skipped } = mailing;
  const done = sent + failed + outbox + skipped;
  const widthOf = (part: number) => ({ width: `${total === 0 ? 0 : (part / total) * 100}%` });
  return (
    <div className="grid gap-12">
      <div
        className={`flex gap-2 clip pill quiet ${styles.bar}`}
        role="progressbar"
        aria-label={mailing.subject}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <span className={styles.progressSent} style={widthOf(sent)} />
        <span className={styles.kept} style={widthOf(outbox + skipped)} />
        <span className={styles.failed} style={widthOf(failed)} />
      </div>
      <div className={`row flex-wrap digits ${styles.progressFigures}`}>
        <p className={`row text-xl ${styles.done}`}>
          {formatCount(done)} <small className="text-sm soft">{say`of ${formatCount(total)}`}</small>
        </p>
        <p className="row">
          <Check className="soft" />
          <b>{formatCount(sent)}</b> {say`sent`}
        </p>
        {failed > 0 && (
          <p className="row">
            <CircleAlert className="soft" />
            {userNotices.mailsFailed(failed)}
          </p>
        )}
        {outbox > 0 && (
          <p className="row">
            <Inbox className="soft" />
            {outbox === 1 ? say`1 email waits in the outbox` : say`${formatCount(outbox)} emails wait in the outbox`}
          </p>
        )}
        {skipped > 0 && (
          <p className="row">
            <UserX className="soft" />
            {mailing.status === 'stopped'
              ? skipped === 1
                ? say`1 was left out`
                : say`${formatCount(skipped)} were left out`
              : leftOutText(skipped)}
          </p>
        )}
      </div>
    </div>
  );
}

/** The progress of the mail that was just sent; it may be closed at any time. */
export function SendingView({ mailing: started, onClose }: { mailing: Mailing; onClose: () => void }) {
  useLiveMailings();
  const mailing = useMailing(started);
  const notify = useEffectEvent(() => showOutcome(mailing));
  useEffect(() => {
    if (mailing.isFinished) notify();
  }, [mailing.isFinished]);

  function close() {
    if (!mailing.isFinished) toast.info(say`Sending continues without you. See Messages.`);
    onClose();
  }

  return (
    <Dialog
      onClose={close}
      title={mailing.isFinished ? say`Done` : say`Sending`}
      description={say`Batches of at most ${RECIPIENTS_MAX}, one per second. You can leave this page: see Messages.`}
      footer={
        <Button look={mailing.isFinished ? 'solid' : 'quiet'} onClick={close}>
          {say`Close`}
        </Button>
      }
    >
      <MailingProgress mailing={mailing} />
    </Dialog>
  );
}

function showOutcome({ sent, failed, outbox, skipped }: Mailing): void {
  if (sent > 0) toast.success(userNotices.mailed(sent));
  if (failed > 0) toast.warning(userNotices.mailsFailed(failed));
  if (outbox > 0)
    toast.info(outbox === 1 ? say`1 email waits in the outbox` : say`${formatCount(outbox)} emails wait in the outbox`);
  if (skipped > 0) toast.info(leftOutText(skipped));
}
