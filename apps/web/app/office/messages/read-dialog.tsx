import { formatTime } from '../../ui/format.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MailFrame } from './compose/mail-preview.tsx';
import { FateBadge } from './message-list.tsx';
import { messageTitle } from './message-title.ts';
import { messageTexts } from './texts.ts';
import { useMessage, type Message } from './use-messages.ts';

/** What a message says, to whom it went, and what became of it. */
export function ReadDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { data, isError, error } = useMessage(messageId);
  const title = data ? data.message.subject || messageTitle(data.message.template) : messageTexts.loading;
  return (
    <Dialog open size="lg" onClose={onClose} title={title} {...(data && { description: data.message.to })}>
      {isError && <ErrorState title={messageTexts.loadFailed} text={wordsFor(error)} level={3} />}
      {!data && !isError && (
        <Loading label={messageTexts.loading}>
          <Skeleton height={420} />
        </Loading>
      )}
      {data && (
        <div className="stack gap-12">
          <p className="row flex-wrap gap-8 text-sm soft">
            <FateBadge status={data.message.status} />
            {fateWords(data.message)}
          </p>
          {data.message.error && <p className="danger break-anywhere">{data.message.error}</p>}
          <MailFrame title={title} html={data.html} text={data.text} />
        </div>
      )}
    </Dialog>
  );
}

function fateWords({ attempts, sentAt, createdAt, nextTryAt }: Message): string {
  return [
    formatTime(sentAt ?? createdAt, 'date-time'),
    attempts > 0 && messageTexts.tried(attempts),
    nextTryAt && messageTexts.nextTry(formatTime(nextTryAt)),
  ]
    .filter(Boolean)
    .join(', ');
}
