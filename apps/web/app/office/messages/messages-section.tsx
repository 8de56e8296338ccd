import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, CalendarDays, ChevronRight, Gift, Mail, Receipt, type LucideIcon } from 'lucide-react';
import { emailNotices } from '@tiffin/domain/errors';
import { HALIFAX, localDate, say } from '@tiffin/domain/core';
import { looksLikeEmail } from '@tiffin/domain/people';
import { api } from '../../shared/api/api.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { useListState } from '../../shared/page/list-state.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useLocations } from '../../shared/site/site.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount, formatPercent } from '../../ui/figures.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SentBars } from '../../ui/sent-bars.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCall } from '../../shared/api/use-call.ts';
import { Time } from '../../ui/time.tsx';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { SelectField, TextField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { withTemplate } from './compose/draft.ts';
import { MailServerNote } from './compose/mail-inputs.tsx';
import { MailFrame, MailPreviewDialog } from './compose/mail-preview.tsx';
import { MAIL, useLiveMailings, useTemplates, useMailing, type Mailing } from './compose/use-mail.ts';
import { FILTERS, MessageList, MessageStatusBadge, messageTitle, type Message } from './message-list.tsx';
import styles from './messages.module.css';
import { MailingProgress } from './compose/mailing-progress.tsx';
import { MailDialog } from './compose/mail-dialog.tsx';

const EXAMPLE_OFFER = {
  offerTitle: say`Two thalis for the price of one`,
  validUntil: say`the end of the month`,
  terms: say`Monday to Thursday, dine-in only.`,
  title: say`Bring a friend`,
};

export default function MessagesSection() {
  const client = useQueryClient();
  const filters = useListState(FILTERS);
  const [reading, setReading] = useState<string | null>(null);
  const [writing, setWriting] = useState<Audience | null>(null);
  useLiveMailings();
  // '#messages/write' or '#messages/day'
  useLinkedPart('messages', (part) => setWriting(part === 'day' ? 'day' : 'one'));
  useRefetchOn(['message.failed', 'reset'], [MAIL]);

  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow-auto">{say`Messages`}</h1>
        <RefreshButton onClick={() => void client.invalidateQueries({ queryKey: [MAIL] })} />
        <Button onClick={() => setWriting('one')}>
          <Pencil />
          {say`Write`}
        </Button>
      </header>
      <MailingPanels onSeeFailed={(mailingId) => filters.set({ kind: 'failed', search: '', mailingId })} />
      <div className={`stack gap-14 content-start ${styles.columns}`}>
        <MessageList filters={filters} onRead={setReading} />
        <div className="stack gap-14 content-start">
          <TemplatePanel />
          <MessageStats />
        </div>
      </div>
      {reading !== null && <ReadDialog messageId={reading} onClose={() => setReading(null)} />}
      {writing && <WriteMailDialog first={writing} onClose={() => setWriting(null)} />}
    </div>
  );
}

/** Shown with an error when the figures could not be loaded. */
const ZEROS = { sent: 0, failed: 0, outbox: 0, successRate: 0, byDay: [] };

function MessageStats() {
  const { data, isPending, isError } = useQuery(apiQuery([MAIL, 'stats'], 'getEmailStats', { query: {} }));
  const stats = data ?? ZEROS;
  return (
    <Panel title={say`Last 30 days`}>
      {isError && <Banner tone="bad">{say`Failed to get email stats`}</Banner>}
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
          <SentBars
            label={say`Emails by day`}
            bars={stats.byDay.map(({ date, sent, failed }) => ({
              title: say`${date}: ${sent} sent, ${failed} failed`,
              sent,
              failed,
            }))}
          />
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

function ReadDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [MAIL, 'message', messageId],
    // A message may contain a link that opens an account, so reading it needs a recent sign-in.
    queryFn: ({ signal }) => withFreshSignIn(() => api('getMessage', { query: { messageId } }, { signal })),
  });
  const loaded = query.data?.message;
  const title = loaded ? loaded.subject || messageTitle(loaded.template) : say`Message`;
  return (
    <Dialog size="lg" onClose={onClose} title={title} description={loaded?.to}>
      <Loaded query={query} failed={say`Error Loading Messages`} level={3}>
        {({ message, html, text }) => (
          <div className="stack gap-12">
            <p className="row flex-wrap gap-8 text-sm soft">
              <MessageStatusBadge status={message.status} />
              {attemptsText(message)}
            </p>
            {message.error && <p className="danger break-anywhere">{message.error}</p>}
            <MailFrame title={title} html={html} text={text} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function attemptsText({ attempts, sentAt, createdAt, nextTryAt }: Message): string {
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

function TemplatePanel() {
  const query = useTemplates();
  const [open, setOpen] = useState<string | null>(null);
  const shown = query.templates.find(({ id }) => id === open);
  return (
    <Panel title={say`Templates`}>
      <MailServerNote {...query} />
      <ul className="grid gap-2">
        {query.templates.map(({ id, name, description }) => {
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
                <ChevronRight className="soft" />
              </button>
            </li>
          );
        })}
      </ul>
      {shown && (
        <MailPreviewDialog templateId={shown.id} templateData={exampleOf(shown)} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

/** The values of a preview. The server has examples for the templates that people do not fill in. */
function exampleOf({ id, name, defaultMessage }: ReturnType<typeof useTemplates>['templates'][number]) {
  if (id === 'custom') return { subject: name, message: defaultMessage };
  return id === 'promotion' ? EXAMPLE_OFFER : {};
}

/** The latest mailing, and earlier ones that are not finished. */
function MailingPanels({ onSeeFailed }: { onSeeFailed: (mailingId: string) => void }) {
  const { data } = useQuery(apiQuery([MAIL, 'mailings'], 'getMailings', { query: {} }));
  const shown = data?.mailings.filter((mailing, index) => index === 0 || !mailing.isFinished) ?? [];
  return shown.map((mailing) => <MailingPanel key={mailing.id} listed={mailing} onSeeFailed={onSeeFailed} />);
}

function MailingPanel({ listed, onSeeFailed }: { listed: Mailing; onSeeFailed: (id: string) => void }) {
  const mailing = useMailing(listed);
  const { id: mailingId } = mailing;
  const stop = useCall('stopMailing', {
    doneText: () => say`No more batches will be sent`,
    failed: say`The mailing could not be stopped`,
    changes: [[MAIL]],
  });
  const retry = useCall('retryMailing', {
    doneText: ({ retried }) =>
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

type Audience = 'one' | 'customers' | 'day';

/** Writes a mail to one address, to the active customers who may get it, or to the guests of one day. */
function WriteMailDialog({ first, onClose }: { first: Audience; onClose: () => void }) {
  const [to, setTo] = useState(first);
  const locations = useLocations();
  const [locationId, setLocationId] = useState(locations[0]?.id ?? '');
  const zone = locations.find(({ id }) => id === locationId)?.timeZone ?? HALIFAX;
  const [date, setDate] = useState(() => localDate(serverNow(), zone));
  const isOne = to === 'one';
  const send = useCall('sendEmail', {
    changes: [[MAIL, 'messages']],
    onDone({ status }, body) {
      showOutcome(status, body.to);
      onClose();
    },
  });
  return (
    <MailDialog
      title={say`Write`}
      save={(count) =>
        isOne || count === null
          ? say`Send`
          : to === 'day'
            ? say`Send to ${formatCount(count)}`
            : count === 1
              ? say`Send to 1 customer`
              : say`Send to ${formatCount(count)} customers`
      }
      failed={isOne ? emailNotices.sendFailed : say`Failed to send bulk email`}
      customerName={null}
      to={to === 'day' ? { day: { locationId, date } } : { filter: { role: 'customer', status: 'active' } }}
      sendOne={
        isOne && ((address, mail) => send.sendOrThrow({ to: address, ...mail, metadata: { source: 'messages' } }))
      }
      check={({ address }) => (isOne && !looksLikeEmail(address.trim()) ? { address: say`Invalid email format` } : {})}
      onClose={onClose}
    >
      {({ at, draft, set }) => (
        <>
          <Segmented
            legend={say`To`}
            options={optionsOf({ one: say`One address`, customers: say`Customers`, day: say`Guests of one day` })}
            value={to}
            onValue={(audience) => {
              setTo(audience);
              // An offer cannot go to the guests of a day.
              if (audience === 'day') set(withTemplate(draft, 'custom'));
            }}
          />
          {isOne && <TextField {...at('address')} />}
          {to === 'day' && (
            <>
              <SelectField label={say`Location`} value={locationId} onValue={setLocationId}>
                <NamedOptions options={locations} />
              </SelectField>
              <TextField label={say`Day`} type="date" value={date} onValue={(day) => day && setDate(day)} />
            </>
          )}
        </>
      )}
    </MailDialog>
  );
}

function showOutcome(status: string, address: string): void {
  if (status === 'sent') toast.success(say`Email sent to ${address}`);
  else if (status === 'outbox') toast.info(say`1 email waits in the outbox`);
  else toast.info(say`The mail server is busy. The email to ${address} will be tried again soon`);
}
