import { useState } from 'react';
import { Pencil, CalendarDays, ChevronRight, Gift, Mail, Receipt, type LucideIcon } from 'lucide-react';
import { emailNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { useDebounced, SEARCH_DEBOUNCE_MS } from '../../shared/page/debounced.ts';
import { Button } from '../../ui/button.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { MailingPanels } from './mailing-panels.tsx';
import { MessageList, MessageStatusBadge, messageTitle } from './message-list.tsx';
import styles from './messages.module.css';
import { useLiveMessages, type MessageFilter, useEmailStats, useMessage, type Message } from './use-messages.ts';
import { WriteMailDialog } from './write-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Skeleton, Loading } from '../../ui/skeleton.tsx';
import { formatCount, formatPercent } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { formatTime } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MailFrame, MailPreviewDialog } from './compose/mail-preview.tsx';
import { useTemplates } from './compose/use-mail.ts';

const EXAMPLE_OFFER = {
  offerTitle: say`Two thalis for the price of one`,
  validUntil: say`the end of the month`,
  terms: say`Monday to Thursday, dine-in only.`,
  title: say`Bring a friend`,
};

export default function MessagesSection() {
  const [filter, setFilter] = useState<MessageFilter>({ kind: 'all', search: '', mailingId: null });
  const [reading, setReading] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  const { refresh } = useLiveMessages();
  const search = useDebounced(filter.search, SEARCH_DEBOUNCE_MS);

  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow-auto">{say`Messages`}</h1>
        <RefreshButton label={say`Refresh`} title={say`Refresh`} onClick={refresh} />
        <Button onClick={() => setWriting(true)}>
          <Pencil aria-hidden="true" />
          {say`Write`}
        </Button>
      </header>
      <MailingPanels onSeeFailed={(mailingId) => setFilter({ kind: 'failed', search: '', mailingId })} />
      <div className={`stack gap-14 content-start ${styles.columns}`}>
        <MessageList
          filter={filter}
          appliedFilter={{ ...filter, search }}
          onFilter={(change) => setFilter((now) => ({ ...now, mailingId: null, ...change }))}
          onRead={setReading}
        />
        <div className="stack gap-14 content-start">
          <TemplatePanel />
          <MessageStats />
        </div>
      </div>
      {reading !== null && <ReadDialog messageId={reading} onClose={() => setReading(null)} />}
      {writing && <WriteMailDialog onClose={() => setWriting(false)} />}
    </div>
  );
}

/** Zeros, shown with an error when the figures could not be loaded. */
const NOTHING = { sent: 0, failed: 0, outbox: 0, successRate: 0, byDay: [] };

function MessageStats() {
  const { data, isPending, isError } = useEmailStats();
  const stats = data ?? NOTHING;
  return (
    <Panel title={say`Last 30 days`}>
      {isError && <Banner tone="bad">{emailNotices.statsFailed}</Banner>}
      {isPending ? (
        <Skeleton height={56} />
      ) : (
        <>
          <dl className={`flex flex-wrap ${styles.figures}`}>
            <Figure value={formatCount(stats.sent)} label={say`sent`} />
            <Figure value={formatPercent(stats.successRate / 100)} label={say`success rate`} />
            <Figure value={formatCount(stats.failed)} label={say`failed`} />
            {stats.outbox > 0 && <Figure value={formatCount(stats.outbox)} label={say`in the outbox`} />}
          </dl>
          <Days days={stats.byDay} />
        </>
      )}
    </Panel>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="grid">
      <dd className="leading-120 digits">{value}</dd>
      <dt className="hint">{label}</dt>
    </div>
  );
}

/** A chart by day; screen readers read the figures above it. */
function Days({ days }: { days: readonly { date: string; sent: number; failed: number }[] }) {
  const most = Math.max(0, ...days.map(({ sent, failed }) => sent + failed));
  if (most === 0) return null;
  return (
    <div className={`flex gap-2 ${styles.days}`} role="img" aria-label={say`Emails by day`}>
      {days.map(({ date, sent, failed }) => (
        <span className="column grow justify-end" key={date} title={say`${date}: ${sent} sent, ${failed} failed`}>
          <i className={styles.failed} style={{ height: `${(failed / most) * 100}%` }} />
          <i className={styles.sent} style={{ height: `${(sent / most) * 100}%` }} />
        </span>
      ))}
    </div>
  );
}

/** A message with its text, recipient and delivery status. */
function ReadDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { data, isError, error } = useMessage(messageId);
  const title = data ? data.message.subject || messageTitle(data.message.template) : say`Loading messages…`;
  return (
    <Dialog open size="lg" onClose={onClose} title={title} {...(data && { description: data.message.to })}>
      {isError && <ErrorState title={say`Error Loading Messages`} text={errorText(error)} level={3} />}
      {!data && !isError && (
        <Loading label={say`Loading messages…`}>
          <Skeleton height={420} />
        </Loading>
      )}
      {data && (
        <div className="stack gap-12">
          <p className="row flex-wrap gap-8 text-sm soft">
            <MessageStatusBadge status={data.message.status} />
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
    attempts > 0 && (attempts === 1 ? say`tried once` : say`tried ${attempts} times`),
    nextTryAt && say`next try at ${formatTime(nextTryAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  order_confirmation: Receipt,
  reservation_confirmation: CalendarDays,
  custom: Pencil,
  promotion: Gift,
};

/** The mail templates, each with a preview. */
function TemplatePanel() {
  const { templates, emailEnabled, isPending, isError } = useTemplates();
  const [open, setOpen] = useState<string | null>(null);
  const shown = templates.find(({ id }) => id === open);
  return (
    <Panel title={say`Templates`}>
      {isError && <Banner tone="warn">{emailNotices.templatesFailed}</Banner>}
      {!isPending && !isError && !emailEnabled && (
        <Banner tone="warn">{say`No mail server is set up. Emails stay in the outbox and are not sent.`}</Banner>
      )}
      <ul className="grid gap-2">
        {templates.map(({ id, name, description }) => {
          const Icon = ICONS[id] ?? Mail;
          return (
            <li key={id}>
              <button
                type="button"
                className={`grid align-center gap-12 icon-20 full-width round-sm quiet-hover text-left ${styles.template}`}
                onClick={() => setOpen(id)}
              >
                <Icon className="soft" aria-hidden="true" />
                <span className="grid">
                  <b className="weight-600">{name}</b>
                  <small className="hint">{description}</small>
                </span>
                <ChevronRight className="soft" aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      {shown && (
        <MailPreviewDialog
          mail={{
            templateId: shown.id,
            templateData: {
              ...(shown.id === 'custom' && { subject: shown.name, message: shown.defaultMessage }),
              ...(shown.id === 'promotion' && EXAMPLE_OFFER),
            },
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}
