import { useState } from 'react';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { api, type Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { PAYMENTS_KEY, LoadedQuery, useSingleAction, PaymentOrderLink } from './loaded-query.tsx';
import { LedgerPanel } from './ledger-panel.tsx';
import lists from '../../ui/lists.module.css';
import styles from './payments.module.css';
import { texts } from './texts.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';

type Panel = 'attention' | 'ledger' | 'webhooks' | 'days';

/** Payments that need attention, the ledger, failed events, and the data audit. */
export default function PaymentsSection() {
  const queries = useQueryClient();
  const [panel, setPanel] = useState<Panel>('attention');
  const options = useQuery({ queryKey: [PAYMENTS_KEY, 'options'], queryFn: () => api('getPaymentOptions') });
  const attention = useQuery({ queryKey: [PAYMENTS_KEY, 'attention'], queryFn: () => api('getPaymentIssues') });
  const failures = useQuery({
    queryKey: [PAYMENTS_KEY, 'failures'],
    queryFn: () => api('getFailedWebhooks', { query: {} }),
  });
  const refresh = (): void => void queries.invalidateQueries({ queryKey: [PAYMENTS_KEY] });
  useLiveEvents(['payment.attention', 'reset'], refresh);

  const waiting = attention.data && attention.data.sessions.length + attention.data.refunds.length;
  return (
    <div className={`stack gap-14 ${styles.desk}`}>
      <header className="row flex-wrap gap-16">
        <div className={`grid gap-8 ${styles.head}`}>
          <h1>{texts.title}</h1>
          <p className="soft">{texts.intro}</p>
        </div>
        {options.data && (
          <Badge tone={options.data.movesMoney ? 'ok' : 'warn'}>
            {options.data.title === null
              ? texts.noProvider
              : texts.provider(options.data.title, options.data.movesMoney)}
          </Badge>
        )}
        <Button look="quiet" onClick={refresh}>
          <RefreshCw aria-hidden="true" /> {texts.refresh}
        </Button>
      </header>
      <Tabs<Panel>
        label={texts.title}
        value={panel}
        onValue={setPanel}
        tabs={[
          {
            id: 'attention',
            label: texts.attention,
            ...(waiting !== undefined && { count: waiting }),
            panel: <AttentionPanel attention={attention} onChanged={refresh} />,
          },
          { id: 'ledger', label: texts.ledger, panel: <LedgerPanel /> },
          {
            id: 'webhooks',
            label: texts.webhooks,
            ...(failures.data && { count: failures.data.failures.length }),
            panel: <FailuresPanel failures={failures} onChanged={refresh} />,
          },
          { id: 'days', label: texts.days, panel: <DaysPanel onChanged={refresh} /> },
        ]}
      />
    </div>
  );
}

type Failures = Answer<'getFailedWebhooks'>;

interface FailuresPanelProps {
  failures: UseQueryResult<Failures>;
  onChanged: () => void;
}

/** Provider events that failed, with their content, the error and a retry. */
function FailuresPanel({ failures, onChanged }: FailuresPanelProps) {
  const doing = useSingleAction(onChanged);
  const retry = async (failureId: string) => {
    const { resolved, message } = await api('retryFailedWebhook', { body: { failureId } });
    if (!resolved) {
      onChanged();
      throw new ApiError({ code: 'failed-precondition', status: 409, message });
    }
    return texts.retryWorked;
  };
  return (
    <LoadedQuery query={failures}>
      {(data) =>
        data.failures.length === 0 ? (
          <EmptyState title={texts.noFailures} text={texts.noFailuresText} />
        ) : (
          <div className={`grid gap-16 ${styles.cards}`}>
            {data.failures.map((failure) => (
              <article key={failure.failureId} className={styles.card}>
                <header className={styles.top}>
                  <b>{failure.eventType}</b>
                  <Time at={failure.receivedAt} look="date-time" />
                </header>
                <p>{failure.reason}</p>
                <p className={styles.facts}>
                  <span>
                    {texts.attempts}: {failure.attempts}
                  </span>
                  <span>
                    {texts.nextTry}:{' '}
                    {failure.nextTryAt ? <Time at={failure.nextTryAt} look="date-time" /> : texts.byHandOnly}
                  </span>
                </p>
                <details className="full-width">
                  <summary className="touch-height middle pointer">
                    {texts.event} <span className="num">{failure.eventId}</span>
                  </summary>
                  <pre className={`round-md sunken text-xs ${styles.raw}`}>{failure.event}</pre>
                </details>
                <Button
                  busy={doing.busy === failure.failureId}
                  onClick={() => doing.run(failure.failureId, () => retry(failure.failureId))}
                >
                  {texts.retry}
                </Button>
              </article>
            ))}
          </div>
        )
      }
    </LoadedQuery>
  );
}

type Day = Answer<'getReconciliations'>['days'][number];
type Difference = Day['differences'][number];

const COLUMNS: readonly Column<Day>[] = [
  { id: 'day', head: texts.day, names: true, cell: (row) => <span className="num nowrap">{row.day}</span> },
  { id: 'ours', head: texts.ours, align: 'end', cell: (row) => <Money cents={centsOf(row.ours)} /> },
  { id: 'theirs', head: texts.providerSide, align: 'end', cell: (row) => <Money cents={centsOf(row.theirs)} /> },
  {
    id: 'status',
    head: texts.status,
    cell: ({ differences }) => <Agreement differences={differences} />,
  },
];

function DaysPanel({ onChanged }: { onChanged: () => void }) {
  const days = useQuery({ queryKey: [PAYMENTS_KEY, 'days'], queryFn: () => api('getReconciliations', { query: {} }) });
  const doing = useSingleAction(onChanged);
  const compare = async () => {
    await api('reconcilePayments', { body: {} });
    return texts.compared;
  };
  return (
    <LoadedQuery query={days}>
      {(data) => (
        <div className="grid gap-16">
          <div>
            <Button look="quiet" busy={doing.busy !== null} onClick={() => doing.run('compare', compare)}>
              {texts.compareNow}
            </Button>
          </div>
          {data.days.length === 0 ? (
            <EmptyState title={texts.noDays} text={texts.noDaysText} />
          ) : (
            <>
              <div className={lists.asTable}>
                <Table caption={texts.days} columns={COLUMNS} rows={data.days} rowKey={keyOf} />
              </div>
              <ul className={`stack gap-8 ${lists.asCards}`} aria-label={texts.days}>
                {data.days.map((day) => (
                  <DayCard key={keyOf(day)} day={day} />
                ))}
              </ul>
            </>
          )}
          {data.days
            .flatMap((day) => day.differences.map((difference) => ({ day: day.day, ...difference })))
            .map((difference) => (
              <Differing key={`${difference.day} ${difference.paymentId} ${difference.kind}`} {...difference} />
            ))}
        </div>
      )}
    </LoadedQuery>
  );
}

function keyOf({ provider, day }: Day): string {
  return `${provider} ${day}`;
}

function Agreement({ differences }: Pick<Day, 'differences'>) {
  return differences.length === 0 ? (
    <Badge tone="ok">{texts.agree}</Badge>
  ) : (
    <Badge tone="bad">{texts.differ(differences.length)}</Badge>
  );
}

function DayCard({ day: { day, ours, theirs: providerAmount, differences } }: { day: Day }) {
  return (
    <li className={styles.card}>
      <header className={styles.top}>
        <b className="num">{day}</b>
        <Agreement differences={differences} />
      </header>
      <p className={styles.facts}>
        <span>
          {texts.ours}: <Money cents={centsOf(ours)} />
        </span>
        <span>
          {texts.providerSide}: <Money cents={centsOf(providerAmount)} />
        </span>
      </p>
    </li>
  );
}

function Differing({ day, kind, paymentId, orderId, ours, theirs: providerAmount }: Difference & { day: string }) {
  return (
    <article className={styles.card}>
      <header className={styles.top}>
        <b>{texts.differences[kind]}</b>
        <span className="num">{day}</span>
      </header>
      <p className={styles.facts}>
        <PaymentOrderLink orderId={orderId} />
        <span className="num">{paymentId}</span>
        {ours !== null && (
          <span>
            {texts.ours}: <Money cents={centsOf(ours)} />
          </span>
        )}
        {providerAmount !== null && (
          <span>
            {texts.providerSide}: <Money cents={centsOf(providerAmount)} />
          </span>
        )}
      </p>
    </article>
  );
}
