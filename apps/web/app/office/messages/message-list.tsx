import { Inbox, Mail, MessageSquareText, Ban, Check, CircleAlert, LoaderCircle, type LucideIcon } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { humaniseCode, say } from '@tiffin/domain/core';
import { callOutCode } from '@tiffin/domain/order';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import styles from './messages.module.css';
import { Panel } from '../../ui/panel.tsx';
import { messageTitles } from './texts.ts';
import { useMessages, type MessageFilter, type MessageKind, useRetryMessage, type Message } from './use-messages.ts';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toasts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const FILTERS = { all: say`All`, mail: say`Email`, sms: say`SMS`, failed: say`Failed`, outbox: say`Waiting` };

const AGAIN_FAILED = say`The message could not be sent again`;

const STATUSES = {
  queued: say`Queued`,
  sending: say`Sending`,
  sent: say`Sent`,
  outbox: say`In the outbox`,
  failed: say`Failed`,
  cancelled: say`Cancelled`,
} satisfies Record<Message['status'], string>;

const LOOKS: Readonly<Record<Message['status'], readonly [Tone, LucideIcon]>> = {
  queued: ['info', LoaderCircle],
  sending: ['info', LoaderCircle],
  sent: ['ok', Check],
  outbox: ['neutral', Inbox],
  failed: ['bad', CircleAlert],
  cancelled: ['neutral', Ban],
};

/** The delivery status of a message, as an icon and a word. */
export function MessageStatusBadge({ status }: { status: Message['status'] }) {
  const [tone, Icon] = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {STATUSES[status]}
    </Badge>
  );
}

function MessageRow({ message, onRead }: { message: Message; onRead: () => void }) {
  const retry = useRetryMessage();
  const Icon = message.channel === 'mail' ? Mail : MessageSquareText;
  const title = messageTitle(message.template);
  const to = message.channel === 'sms' ? phoneText(message.to) : message.to;
  const about = [
    message.name,
    to,
    message.orderId && say`order ${callOutCode(message.orderId)}`,
    message.reservationId && say`reservation ${message.reservationId}`,
  ].filter(Boolean);

  async function again() {
    try {
      const { message: now } = await retry.mutateAsync(message.id);
      if (now.status === 'sent') toast.success(say`The message was sent again`);
      else if (now.status === 'outbox') toast.info(say`Sending is not set up: the message stays in the outbox`);
      else if (now.status === 'failed') toast.error(AGAIN_FAILED, { description: now.error ?? '' });
      else toast.info(say`The message will be tried again soon`);
    } catch (error) {
      toast.error(AGAIN_FAILED, { description: errorText(error) });
    }
  }

  return (
    <li className={`grid align-center icon-20 start-and-column ${styles.row}`}>
      <Icon aria-hidden="true" className="soft" />
      <button
        type="button"
        className={`grid middle touch-height no-padding text-left break-anywhere ${styles.words}`}
        onClick={onRead}
      >
        <span className="sr-only">{say`Read: ${title} to ${to}`}</span>
        <b className="weight-600" aria-hidden="true">
          {message.subject || title}
        </b>
        <span className="hint" aria-hidden="true">
          {about.join(', ')}
        </span>
        {message.error && <span className="text-xs danger">{message.error}</span>}
      </button>
      <span className={`row flex-wrap gap-6 ${styles.fate}`}>
        <MessageStatusBadge status={message.status} />
        {(message.status === 'failed' || message.status === 'outbox') && (
          <Button
            look="ghost"
            size="sm"
            busy={retry.isPending}
            aria-label={say`Send again: ${title} to ${to}`}
            onClick={() => void again()}
          >
            {say`Send again`}
          </Button>
        )}
      </span>
      <Time at={message.sentAt ?? message.createdAt} look="date-time" className={`hint digits ${styles.time}`} />
    </li>
  );
}

interface Props {
  /** The filter as typed, and as sent to the server. */
  filter: MessageFilter;
  appliedFilter: MessageFilter;
  onFilter: (change: Partial<MessageFilter>) => void;
  onRead: (messageId: string) => void;
}

const KINDS: readonly MessageKind[] = ['all', 'mail', 'sms', 'failed', 'outbox'];

export function MessageList({ filter, appliedFilter, onFilter, onRead }: Props) {
  const list = useMessages(appliedFilter);
  const counts = list.data?.pages[0]?.counts;
  const label = (kind: MessageKind): string => {
    const words = FILTERS[kind];
    const some = kind === 'failed' ? counts?.failed : kind === 'outbox' ? counts?.outbox : 0;
    return some ? (some >= 1_000 ? `${words} (${formatCount(1_000)}+)` : `${words} (${formatCount(some)})`) : words;
  };
  return (
    <Panel
      title={say`Outbox`}
      aside={
        <Segmented<MessageKind>
          className={`nowrap ${styles.kinds}`}
          legend={say`Which messages`}
          legendHidden
          options={KINDS.map((kind) => ({ value: kind, label: label(kind) }))}
          value={filter.kind}
          onValue={(kind) => onFilter({ kind })}
        />
      }
    >
      <SearchInput
        label={say`Search messages`}
        placeholder={say`Address, number or subject`}
        maxLength={200}
        value={filter.search}
        onChange={(event) => onFilter({ search: event.target.value })}
      />
      <Rows list={list} appliedFilter={appliedFilter} onFilter={onFilter} onRead={onRead} />
    </Panel>
  );
}

function Rows({
  list,
  appliedFilter,
  onFilter,
  onRead,
}: Omit<Props, 'filter'> & { list: ReturnType<typeof useMessages> }) {
  if (list.isPending) {
    return <SkeletonRows label={say`Loading messages…`} rows={5} height={52} />;
  }
  if (!list.data) {
    return (
      <ErrorState title={say`Error Loading Messages`} text={errorText(list.error)} level={3}>
        <Button busy={list.isFetching} onClick={() => void list.refetch()}>
          {say`Try Again`}
        </Button>
      </ErrorState>
    );
  }
  const messages = list.data.pages.flatMap((page) => page.messages);
  const filtered =
    appliedFilter.kind !== 'all' || appliedFilter.search.trim() !== '' || appliedFilter.mailingId !== null;
  if (messages.length === 0) {
    return (
      <IconState
        title={say`No messages found`}
        text={
          filtered
            ? say`No message matches the filters.`
            : say`Emails and text messages appear here, with their delivery status.`
        }
        level={3}
        icon={<Inbox aria-hidden="true" />}
      >
        {filtered && (
          <Button look="quiet" onClick={() => onFilter({ kind: 'all', search: '' })}>
            {say`Show all`}
          </Button>
        )}
      </IconState>
    );
  }
  return (
    <>
      <ul className="ruled">
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} onRead={() => onRead(message.id)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say`Show more`}
        </Button>
      )}
    </>
  );
}

/** The title of a message; for templates of a newer server, the template's name. */
export function messageTitle(template: string): string {
  return messageTitles[template] ?? humaniseCode(template);
}
