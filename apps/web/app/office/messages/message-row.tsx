import { Mail, MessageSquareText } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toasts.ts';
import { FateBadge } from './fate-badge.tsx';
import styles from './message-row.module.css';
import { messageTexts, messageTitle } from './texts.ts';
import { useRetryMessage, type Message } from './use-messages.ts';

export function MessageRow({ message, onRead }: { message: Message; onRead: () => void }) {
  const retry = useRetryMessage();
  const Icon = message.channel === 'mail' ? Mail : MessageSquareText;
  const title = messageTitle(message.template);
  const to = message.channel === 'sms' ? phoneText(message.to) : message.to;
  const about = [
    message.name,
    to,
    message.orderId && messageTexts.order(message.orderId),
    message.reservationId && messageTexts.reservation(message.reservationId),
  ].filter(Boolean);

  async function again() {
    try {
      const { message: now } = await retry.mutateAsync(message.id);
      if (now.status === 'sent') toast.success(messageTexts.sentAgain);
      else if (now.status === 'outbox') toast.info(messageTexts.keptAgain);
      else if (now.status === 'failed') toast.error(messageTexts.againFailed, { description: now.error ?? '' });
      else toast.info(messageTexts.queuedAgain);
    } catch (error) {
      toast.error(messageTexts.againFailed, { description: wordsFor(error) });
    }
  }

  return (
    <li className={`grid align-center ${styles.row}`}>
      <Icon aria-hidden="true" className={styles.icon} />
      <button
        type="button"
        className={`grid touch-height no-padding text-left break-anywhere ${styles.words}`}
        onClick={onRead}
      >
        <span className="sr-only">{messageTexts.read(title, to)}</span>
        <b className="weight-600" aria-hidden="true">
          {message.subject || title}
        </b>
        <span aria-hidden="true">{about.join(', ')}</span>
        {message.error && <span className={styles.error}>{message.error}</span>}
      </button>
      <span className={`row flex-wrap gap-6 ${styles.fate}`}>
        <FateBadge status={message.status} />
        {(message.status === 'failed' || message.status === 'outbox') && (
          <Button
            look="ghost"
            size="sm"
            busy={retry.isPending}
            aria-label={messageTexts.againLabel(title, to)}
            onClick={() => void again()}
          >
            {messageTexts.again}
          </Button>
        )}
      </span>
      <Time at={message.sentAt ?? message.createdAt} look="date-time" className={styles.time ?? ''} />
    </li>
  );
}
