import { useState } from 'react';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { isAccountant, isAdmin } from '@tiffin/domain/people';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { OfficeOrderLink } from '../../shared/order/office-order-link.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { LedgerPanel } from './ledger-panel.tsx';
import { PAYMENTS_KEY, PaymentCard } from './payment-card.tsx';
import styles from './payments.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.ts';

const DIFFERENCES = {
  'only-ours': say`Only in our records`,
  'only-theirs': say`Only with the provider`,
  amount: say`Another amount`,
  refunded: say`Another refund`,
};

const LOAD_FAILED = say`Payments could not be loaded.`;

type Panel = 'attention' | 'ledger' | 'webhooks' | 'days';

/** Payments: what needs attention and the ledger; the accountant sees the ledger alone. */
export default function PaymentsSection() {
  const { actor } = useBackOffice();
  if (!isAccountant(actor)) return <PaymentPanels hasAdminPanels={isAdmin(actor)} />;
  return (
    <div className={`stack gap-14 ${styles.desk}`}>
      <h1>{say`Payments`}</h1>
      <LedgerPanel />
    </div>
  );
}

/** Payments that need attention; for admins also the ledger, failed events, and the data audit. */
function PaymentPanels({ hasAdminPanels }: { hasAdminPanels: boolean }) {
  const queries = useQueryClient();
  const [panel, setPanel] = useState<Panel>('attention');
  const { data: options } = useQuery(apiQuery([...PAYMENTS_KEY, 'options'], 'getPaymentOptions'));
  const attention = useQuery(apiQuery([...PAYMENTS_KEY, 'attention'], 'getPaymentIssues'));
  const failures = useQuery({
    ...apiQuery([...PAYMENTS_KEY, 'failures'], 'getFailedWebhooks', { query: {} }),
    enabled: hasAdminPanels,
  });
  useRefetchOn(['payment.attention', 'reset'], PAYMENTS_KEY);

  const issues = attention.data && attention.data.sessions.length + attention.data.refunds.length;
  return (
    <div className={`stack gap-14 ${styles.desk}`}>
      <header className="row flex-wrap gap-16">
        <div className={`grid gap-8 ${styles.head}`}>
          <h1>{say`Payments`}</h1>
          <p className="soft">{say`What needs attention, what was paid, and whether your records match the card provider’s.`}</p>
        </div>
        {options && (
          <Badge tone={options.movesMoney ? 'ok' : 'warn'}>
            {options.title === null
              ? say`No card provider`
              : options.movesMoney
                ? say`Connected to ${options.title}`
                : say`${options.title}: no money moves`}
          </Badge>
        )}
        <Button look="quiet" onClick={() => void queries.invalidateQueries({ queryKey: PAYMENTS_KEY })}>
          <RefreshCw /> {say`Refresh`}
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
            count: issues,
            panel: <AttentionPanel attention={attention} />,
          },
          ...(hasAdminPanels
            ? [
                { id: 'ledger' as const, label: say`Payments`, panel: <LedgerPanel /> },
                {
                  id: 'webhooks' as const,
                  label: say`Failed events`,
                  count: failures.data?.failures.length,
                  panel: <FailuresPanel failures={failures} />,
                },
                { id: 'days' as const, label: say`Reconciliation`, panel: <ReconciliationPanel /> },
              ]
            : []),
        ]}
      />
    </div>
  );
}

function FailuresPanel({ failures }: { failures: UseQueryResult<Answer<'getFailedWebhooks'>> }) {
  const failed = say`The event could not be processed`;
  const retry = useCall('retryFailedWebhook', {
    doneText: ({ resolved }) => (resolved ? say`The event has been processed.` : null),
    failed,
    changes: [PAYMENTS_KEY],
    onDone({ resolved, message }) {
      if (!resolved) toast.error(failed, { description: message });
    },
  });
  return (
    <Loaded query={failures} failed={LOAD_FAILED}>
      {(data) =>
        data.failures.length === 0 ? (
          <EmptyState
            title={say`No failed events`}
            text={say`Events from the card provider that could not be processed appear here and are tried again.`}
          />
        ) : (
          <div className={`grid gap-16 ${styles.cards}`}>
            {data.failures.map(({ failureId, eventType, receivedAt, reason, attempts, nextTryAt, eventId, event }) => (
              <PaymentCard
                key={failureId}
                title={eventType}
                aside={<Time at={receivedAt} look="date-time" />}
                text={reason}
                facts={
                  <>
                    <span>
                      {say`Tries`}: {attempts}
                    </span>
                    <span>
                      {say`Next try`}: {nextTryAt ? <Time at={nextTryAt} look="date-time" /> : say`Manual only`}
                    </span>
                  </>
                }
              >
                <details className="full-width">
                  <summary className="touch-height middle pointer">
                    {say`Event`} <span className="num">{eventId}</span>
                  </summary>
                  <pre className={`round-md sunken text-xs ${styles.raw}`}>{event}</pre>
                </details>
                <Button busy={retry.sending?.failureId === failureId} onClick={() => void retry.send({ failureId })}>
                  {say`Retry`}
                </Button>
              </PaymentCard>
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

type Day = Answer<'getReconciliations'>['days'][number];

const COLUMNS: readonly Column<Day>[] = [
  { id: 'day', head: say`Day`, isRowHeader: true, cell: (row) => <span className="num nowrap">{row.day}</span> },
  { id: 'ours', head: say`Our records`, align: 'end', cell: (row) => <Money cents={centsOf(row.ours)} /> },
  { id: 'theirs', head: say`Provider`, align: 'end', cell: (row) => <Money cents={centsOf(row.theirs)} /> },
  { id: 'status', head: say`Status`, cell: ({ differences }) => <Agreement differences={differences} /> },
];

function ReconciliationPanel() {
  const query = useQuery(apiQuery([...PAYMENTS_KEY, 'days'], 'getReconciliations', { query: {} }));
  const compare = useCall('reconcilePayments', {
    doneText: () => say`Compared`,
    failed: say`Yesterday could not be compared`,
    changes: [PAYMENTS_KEY],
  });
  return (
    <Loaded query={query} failed={LOAD_FAILED}>
      {({ days }) => (
        <div className="grid gap-16">
          <div>
            <Button look="quiet" busy={compare.isBusy} onClick={() => void compare.send({})}>
              {say`Compare yesterday now`}
            </Button>
          </div>
          {days.length === 0 ? (
            <EmptyState
              title={say`No day has been compared yet`}
              text={say`Every night, the previous day is compared with the card provider’s records.`}
            />
          ) : (
            <Table
              caption={say`Reconciliation`}
              columns={COLUMNS}
              rows={days}
              rowKey={({ provider, day }) => `${provider} ${day}`}
            />
          )}
          {days.flatMap(({ day, differences }) =>
            differences.map(({ kind, paymentId, orderId, ours, theirs }) => (
              <PaymentCard
                key={`${day} ${paymentId} ${kind}`}
                title={DIFFERENCES[kind]}
                aside={<span className="num">{day}</span>}
                facts={
                  <>
                    <OfficeOrderLink orderId={orderId} />
                    <span className="num">{paymentId}</span>
                    {ours !== null && <AmountFact label={say`Our records`} amount={ours} />}
                    {theirs !== null && <AmountFact label={say`Provider`} amount={theirs} />}
                  </>
                }
              />
            )),
          )}
        </div>
      )}
    </Loaded>
  );
}

function Agreement({ differences }: Pick<Day, 'differences'>) {
  return differences.length === 0 ? (
    <Badge tone="ok">{say`Match`}</Badge>
  ) : (
    <Badge tone="bad">{differences.length === 1 ? say`1 difference` : say`${differences.length} differences`}</Badge>
  );
}

function AmountFact({ label, amount }: { label: string; amount: number }) {
  return (
    <span>
      {label}: <Money cents={centsOf(amount)} />
    </span>
  );
}
