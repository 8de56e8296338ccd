import { useEffect, useEffectEvent } from 'react';
import { userNotices } from '@tiffin/domain/errors';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { MailingProgress } from './mailing-progress.tsx';
import { composeTexts } from './texts.ts';
import { useLiveMailings, useMailing, type Mailing } from './use-mail.ts';

/** What becomes of the mail that was just sent; whoever has seen enough may close it. */
export function SendingView({ mailing: started, onClose }: { mailing: Mailing; onClose: () => void }) {
  useLiveMailings();
  const mailing = useMailing(started);
  const tell = useEffectEvent(() => sayOutcome(mailing));
  useEffect(() => {
    if (mailing.isFinished) tell();
  }, [mailing.isFinished]);

  function close() {
    if (!mailing.isFinished) toast.info(composeTexts.goesOn);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={close}
      title={mailing.isFinished ? composeTexts.done : composeTexts.sending}
      description={composeTexts.sendingNote}
      footer={
        <Button look={mailing.isFinished ? 'solid' : 'quiet'} onClick={close}>
          {composeTexts.close}
        </Button>
      }
    >
      <MailingProgress mailing={mailing} />
    </Dialog>
  );
}

function sayOutcome({ sent, failed, outbox, skipped }: Mailing): void {
  if (sent > 0) toast.success(userNotices.mailed(sent));
  if (failed > 0) toast.warning(userNotices.mailsFailed(failed));
  if (outbox > 0) toast.info(composeTexts.inOutbox(outbox));
  if (skipped > 0) toast.info(composeTexts.leftOut(skipped));
}
