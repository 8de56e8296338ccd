import { say } from '@tiffin/domain/core';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toasts.ts';
import { MailingProgress } from './compose/mailing-progress.tsx';
import { useMailing, type Mailing } from './compose/use-mail.ts';
import styles from './messages.module.css';
import { Panel } from '../../ui/panel.tsx';
import { useMailings, useRetryMailing, useStopMailing } from './use-messages.ts';

/** The current mailing and the last finished one. */
export function MailingPanels({ onSeeFailed }: { onSeeFailed: (mailingId: string) => void }) {
  const { data } = useMailings();
  const shown = data?.mailings.filter((mailing, index) => index === 0 || !mailing.isFinished) ?? [];
  return shown.map((mailing) => <MailingPanel key={mailing.id} mailing={mailing} onSeeFailed={onSeeFailed} />);
}

function MailingPanel({
  mailing: listedMailing,
  onSeeFailed,
}: {
  mailing: Mailing;
  onSeeFailed: (id: string) => void;
}) {
  const mailing = useMailing(listedMailing);
  const stop = useStopMailing();
  const retry = useRetryMailing();

  async function stopIt() {
    try {
      await stop.mutateAsync(mailing.id);
      toast.success(say`No more batches will be sent`);
    } catch (error) {
      toast.error(say`The mailing could not be stopped`, { description: errorText(error) });
    }
  }

  async function retryIt() {
    try {
      const { retried } = await retry.mutateAsync(mailing.id);
      toast.success(retried === 1 ? say`1 email is sent again` : say`${formatCount(retried)} emails are sent again`);
    } catch (error) {
      toast.error(say`They could not be sent again`, { description: errorText(error) });
    }
  }

  return (
    <Panel
      title={mailing.subject}
      aside={
        <p className="hint digits">
          {mailing.isFinished ? (
            <>
              {mailing.createdBy ?? say`Mailing`}, <Time at={mailing.createdAt} look="date-time" />
            </>
          ) : (
            say`Batch ${mailing.batch} of ${mailing.batches}`
          )}
        </p>
      }
    >
      <MailingProgress mailing={mailing} />
      <div className={`flex flex-wrap justify-end gap-8 ${styles.actions}`}>
        {mailing.failed > 0 && (
          <Button look="quiet" onClick={() => onSeeFailed(mailing.id)}>
            {say`See failed`}
          </Button>
        )}
        {mailing.failed > 0 && mailing.isFinished && (
          <Button look="ghost" busy={retry.isPending} onClick={() => void retryIt()}>
            {say`Send failed again`}
          </Button>
        )}
        {mailing.status === 'sending' && (
          <Button look="ghost" busy={stop.isPending} onClick={() => void stopIt()}>
            {say`Stop after this batch`}
          </Button>
        )}
      </div>
    </Panel>
  );
}
