import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { MailingProgress } from './compose/mailing-progress.tsx';
import { MAIL, useMailing, type Mailing } from './compose/use-mail.ts';
import styles from './messages.module.css';

/** The current mailing and the last finished one. */
export function MailingPanels({ onSeeFailed }: { onSeeFailed: (mailingId: string) => void }) {
  const { data } = useQuery(apiQuery([MAIL, 'mailings'], 'getMailings', { query: {} }));
  const shown = data?.mailings.filter((mailing, index) => index === 0 || !mailing.isFinished) ?? [];
  return shown.map((mailing) => <MailingPanel key={mailing.id} listed={mailing} onSeeFailed={onSeeFailed} />);
}

function MailingPanel({ listed, onSeeFailed }: { listed: Mailing; onSeeFailed: (id: string) => void }) {
  const mailing = useMailing(listed);
  const { id: mailingId } = mailing;
  const stop = useCall('stopMailing', {
    done: () => say`No more batches will be sent`,
    failed: say`The mailing could not be stopped`,
    changes: [[MAIL]],
  });
  const retry = useCall('retryMailing', {
    done: ({ retried }) =>
      retried === 1 ? say`1 email is sent again` : say`${formatCount(retried)} emails are sent again`,
    failed: say`They could not be sent again`,
    changes: [[MAIL]],
  });
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
          <Button look="quiet" onClick={() => onSeeFailed(mailingId)}>
            {say`See failed`}
          </Button>
        )}
        {mailing.failed > 0 && mailing.isFinished && (
          <Button look="ghost" busy={retry.isBusy} onClick={() => void retry.send({ mailingId })}>
            {say`Send failed again`}
          </Button>
        )}
        {mailing.status === 'sending' && (
          <Button look="ghost" busy={stop.isBusy} onClick={() => void stop.send({ mailingId })}>
            {say`Stop after this batch`}
          </Button>
        )}
      </div>
    </Panel>
  );
}
