import { useState } from 'react';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { say } from '@tiffin/domain/core';
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
import { ApiError } from '../../shared/api/api-error.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';

const DIFFERENCES = {
  'only-ours': say`Only in our records`,
  'only-theirs': say`Only with the provider`,
  amount: say`Another amount`,
  refunded: say`Another refund`,
};

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
          <h1>{say`Payments`}</h1>
          <p className="soft">{say`What needs attention, what was paid, and whether your records match the card provider’s.`}</p>
        </div>
        {options.data && (
          <Badge tone={options.data.movesMoney ? 'ok' : 'warn'}>
            {options.data.title === null
              ? say`No card provider`
              : options.data.movesMoney
                ? say`Connected to ${options.data.title}`
                : say`${options.data.title}: no money moves`}
          </Badge>
        )}
        <Button look="quiet" onClick={refresh}>
          <RefreshCw aria-hidden="true" /> {say`Refresh`}
        </Button>
      </header>
      <Tabs<Panel>
        label={say`Payments`}
        value={panel}
        onValue={setPanel}
        tabs={[
          {
            id: 'attention',
            label: say`Needs attention`,
            ...(waiting !== undefined && { count: waiting }),
            panel: <AttentionPanel attention={attention} onChanged={refresh} />,
          },
          { id: 'ledger', label: say`Payments`, panel: <LedgerPanel /> },
          {
            id: 'webhooks',
            label: say`Failed events`,
            ...(failures.data && { count: failures.data.failures.length }),
            panel: <FailuresPanel failures={failures} onChanged={refresh} />,
          },
          { id: 'days', label: say`Reconciliation`, panel: <DaysPanel onChanged={refresh} /> },
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
    return say`The event has been processed.`;
  };
  return (
    <LoadedQuery query={failures}>
      {(data) =>
        data.failures.length === 0 ? (
          <EmptyState
            title={say`No failed events`}
            text={say`Events from the card provider that could not be processed appear here and are tried again.`}
          />
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
                    {say`Tries`}: {failure.attempts}
                  </span>
                  <span>
                    {say`Next try`}:{' '}
                    {failure.nextTryAt ? <Time at={failure.nextTryAt} look="date-time" /> : say`Manual only`}
                  </span>
                </p>
                <details className="full-width">
                  <summary className="touch-height middle pointer">
                    {say`Event`} <span className="num">{failure.eventId}</span>
                  </summary>
                  <pre className={`round-md sunken text-xs ${styles.raw}`}>{failure.event}</pre>
                </details>
                <Button
                  busy={doing.busy === failure.failureId}
                  onClick={() => doing.run(failure.failureId, () => retry(failure.failureId))}
                >
                  {say`Retry`}
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
  { id: 'day', head: say`Day`, names: true, cell: (row) => <span className="num nowrap">{row.day}</span> },
  { id: 'ours', head: say`Our records`, align: 'end', cell: (row) => <Money cents={centsOf(row.ours)} /> },
  { id: 'theirs', head: say`Provider`, align: 'end', cell: (row) => <Money cents={centsOf(row.theirs)} /> },
  {
    id: 'status',
    head: say`Status`,
    cell: ({ differences }) => <Agreement differences={differences} />,
  },
];

function DaysPanel({ onChanged }: { onChanged: () => void }) {
  const days = useQuery({ queryKey: [PAYMENTS_KEY, 'days'], queryFn: () => api('getReconciliations', { query: {} }) });
  const doing = useSingleAction(onChanged);
  const compare = async () => {
    await api('reconcilePayments', { body: {} });
    return say`Compared`;
  };
  return (
    <LoadedQuery query={days}>
      {(data) => (
        <div className="grid gap-16">
          <div>
            <Button look="quiet" busy={doing.busy !== null} onClick={() => doing.run('compare', compare)}>
              {say`Compare yesterday now`}
            </Button>
          </div>
          {data.days.length === 0 ? (
            <EmptyState
              title={say`No day has been compared yet`}
              text={say`Every night, the previous day is compared with the card provider’s records.`}
            />
          ) : (
            <>
              <div className={lists.asTable}>
                <Table caption={say`Reconciliation`} columns={COLUMNS} rows={data.days} rowKey={keyOf} />
              </div>
              <ul className={`stack gap-8 ${lists.asCards}`} aria-label={say`Reconciliation`}>
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
    <Badge tone="ok">{say`Match`}</Badge>
  ) : (
    <Badge tone="bad">{differences.length === 1 ? say`1 difference` : say`${differences.length} differences`}</Badge>
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
          {say`Our records`}: <Money cents={centsOf(ours)} />
        </span>
        <span>
          {say`Provider`}: <Money cents={centsOf(providerAmount)} />
        </span>
      </p>
    </li>
  );
}

function Differing({ day, kind, paymentId, orderId, ours, theirs: providerAmount }: Difference & { day: string }) {
  return (
    <article className={styles.card}>
      <header className={styles.top}>
        <b>{DIFFERENCES[kind]}</b>
        <span className="num">{day}</span>
      </header>
      <p className={styles.facts}>
        <PaymentOrderLink orderId={orderId} />
        <span className="num">{paymentId}</span>
        {ours !== null && (
          <span>
            {say`Our records`}: <Money cents={centsOf(ours)} />
          </span>
        )}
        {providerAmount !== null && (
          <span>
            {say`Provider`}: <Money cents={centsOf(providerAmount)} />
          </span>
        )}
      </p>
    </article>
  );
}
