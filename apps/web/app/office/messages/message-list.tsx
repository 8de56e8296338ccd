import { Inbox, Mail, MessageSquareText, Ban, Check, CircleAlert, LoaderCircle, type LucideIcon } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { humaniseCode, say } from '@tiffin/domain/core';
import { callOutCode } from '@tiffin/domain/order';
import { useCall } from '../../shared/api/use-call.ts';
import { choice, anyText, search, type useListState } from '../../shared/page/list-state.ts';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { IconState } from '../../ui/states.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Answer } from '../../shared/api/api.ts';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toasts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import styles from './messages.module.css';
import { MAIL } from './compose/use-mail.ts';

const messageTitles: Readonly<Record<string, string>> = {
  order_received: say`Order received`,
  order_confirmation: say`Order confirmation`,
  order_preparing: say`Order being prepared`,
  order_ready: say`Order ready`,
  order_news: say`Order update`,
  order_cancelled: say`Order cancelled`,
  order_refunded: say`Refund`,
  payment_returned: say`Payment returned`,
  codes_off: say`Codes switched off`,
  passkey_added: say`Passkey added`,
  provider_linked: say`Sign-in provider added`,
  staff_invitation: say`Invitation to the team`,
  password_changed: say`Password changed`,
  receipt: say`Receipt`,
  gift_card: say`Gift card`,
  gift_card_receipt: say`Receipt of a gift card`,
  table_receipt: say`Receipt of a payment at the table`,
  gift_card_withdrawal: say`Withdrawal from a gift card`,
  payment_link: say`Payment link`,
  reservation_confirmation: say`Reservation confirmation`,
  reservation_deposit: say`Link to pay a deposit`,
  reservation_reminder: say`Reservation reminder`,
  reservation_changed: say`Reservation changed`,
  reservation_move: say`Please choose another time`,
  reservation_links: say`Links to reservations`,
  reservation_cancelled: say`Reservation cancelled`,
  custom: say`Message`,
  promotion: say`Promotion`,
  welcome: say`Welcome`,
  password_reset: say`New password`,
  verify_email: say`Confirm email address`,
  sent_code: say`Code`,
  scheduled_report: say`Scheduled report`,
  pin_approvals: say`Approved with a PIN`,
};

export type Message = Answer<'getMessages'>['messages'][number];

const KINDS = { all: say`All`, mail: say`Email`, sms: say`SMS`, failed: say`Failed`, outbox: say`Waiting` };

const AGAIN_FAILED = say`The message could not be sent again`;

const STATUSES: Readonly<Record<Message['status'], readonly [label: string, Tone, LucideIcon]>> = {
  queued: [say`Queued`, 'info', LoaderCircle],
  sending: [say`Sending`, 'info', LoaderCircle],
  sent: [say`Sent`, 'ok', Check],
  outbox: [say`In the outbox`, 'neutral', Inbox],
  failed: [say`Failed`, 'bad', CircleAlert],
  cancelled: [say`Cancelled`, 'neutral', Ban],
};

export function MessageStatusBadge({ status }: { status: Message['status'] }) {
  const [label, tone, Icon] = STATUSES[status];
  return (
    <Badge tone={tone} icon={<Icon />}>
      {label}
    </Badge>
  );
}

function MessageRow({ message, onRead }: { message: Message; onRead: () => void }) {
  const retry = useCall('retryMessage', {
    failed: AGAIN_FAILED,
    changes: [[MAIL]],
    onDone({ message: { status, error } }) {
      if (status === 'sent') toast.success(say`The message was sent again`);
      else if (status === 'outbox') toast.info(say`Sending is not set up: the message stays in the outbox`);
      else if (status === 'failed') toast.error(AGAIN_FAILED, { description: error ?? '' });
      else toast.info(say`The message will be tried again soon`);
    },
  });
  const Icon = message.channel === 'mail' ? Mail : MessageSquareText;
  const title = messageTitle(message.template);
  const to = message.channel === 'sms' ? phoneText(message.to) : message.to;
  const about = [
    message.name,
    to,
    message.orderId && say`order ${callOutCode(message.orderId)}`,
    message.reservationId && say`reservation ${message.reservationId}`,
  ].filter(Boolean);

  return (
    <li className={`grid align-center icon-20 start-and-column ${styles.row}`}>
      <Icon className="soft" />
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
            busy={retry.isBusy}
            aria-label={say`Send again: ${title} to ${to}`}
            onClick={() => void retry.send({ messageId: message.id })}
          >
            {say`Send again`}
          </Button>
        )}
      </span>
      <Time at={message.sentAt ?? message.createdAt} look="date-time" className={`hint digits ${styles.time}`} />
    </li>
  );
}

type Kind = keyof typeof KINDS;
const KIND_NAMES = ['all', 'mail', 'sms', 'failed', 'outbox'] as const satisfies readonly Kind[];

export const FILTERS = { kind: choice('kind', KIND_NAMES), search: search('message'), mailingId: anyText('mailing') };
type Filters = ReturnType<typeof useListState<typeof FILTERS>>;

const PAGE_SIZE = 30;
/** The server counts no further. */
const MAX_COUNT = 1_000;
const POLL_MS = 15_000;

/** Hides messages of mailings, which have their own panel, unless the user searches for one. */
function queryOf({ kind, search: text, mailingId }: Filters['applied']) {
  const isSingle = mailingId === '' && text === '' && kind !== 'failed';
  return {
    search: text,
    single: isSingle ? ('true' as const) : ('false' as const),
    channel: kind === 'mail' || kind === 'sms' ? kind : undefined,
    status: kind === 'failed' || kind === 'outbox' ? kind : undefined,
    mailingId: mailingId || undefined,
    limit: PAGE_SIZE,
  };
}

export function MessageList({ filters, onRead }: { filters: Filters; onRead: (messageId: string) => void }) {
  const { filter, applied, isFiltered, set, clear } = filters;
  const list = usePages([MAIL, 'messages'], 'getMessages', queryOf(applied), { refetchInterval: POLL_MS });
  const counts = list.data?.pages[0]?.counts;
  const label = (kind: Kind): string => {
    const count = kind === 'failed' ? counts?.failed : kind === 'outbox' ? counts?.outbox : 0;
    if (!count) return KINDS[kind];
    return `${KINDS[kind]} (${formatCount(Math.min(count, MAX_COUNT))}${count < MAX_COUNT ? '' : '+'})`;
  };
  return (
    <Panel
      title={say`Outbox`}
      aside={
        <Segmented<Kind>
          className={`nowrap ${styles.kinds}`}
          legend={say`Which messages`}
          legendHidden
          options={KIND_NAMES.map((kind) => ({ value: kind, label: label(kind) }))}
          value={filter.kind}
          onValue={(kind) => set({ kind, mailingId: '' })}
        />
      }
    >
      <SearchInput
        label={say`Search messages`}
        placeholder={say`Address, number or subject`}
        value={filter.search}
        onValue={(text) => set({ search: text, mailingId: '' })}
      />
      <LoadedPages
        list={list}
        rowsOf={(page) => page.messages}
        failed={say`Error Loading Messages`}
        rows={5}
        height={52}
        level={3}
        none={
          <IconState
            title={say`No messages found`}
            text={
              isFiltered
                ? say`No message matches the filters.`
                : say`Emails and text messages appear here, with their delivery status.`
            }
            level={3}
            icon={<Inbox />}
          >
            {isFiltered && <Button look="quiet" onClick={clear}>{say`Show all`}</Button>}
          </IconState>
        }
      >
        {(messages) => (
          <ul className="ruled">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} onRead={() => onRead(message.id)} />
            ))}
          </ul>
        )}
      </LoadedPages>
    </Panel>
  );
}

/** The title of a message; for templates of a newer server, the template's name. */
export function messageTitle(template: string): string {
  return messageTitles[template] ?? humaniseCode(template);
}
