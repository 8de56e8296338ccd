import { useInfiniteQuery } from '@tanstack/react-query';
import { tenderLabel } from '@tiffin/domain/payment';
import { addCents, say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { centsOf } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import lists from '../../ui/lists.module.css';
import styles from './payments.module.css';
import { PAYMENTS_KEY, PaymentOrderLink } from './loaded-query.tsx';

type Payment = Answer<'getPayments'>['payments'][number];

const COLUMNS: readonly Column<Payment>[] = [
  { id: 'when', head: say`When`, cell: (row) => <When payment={row} /> },
  {
    id: 'order',
    head: say`Order`,
    names: true,
    cell: (row) => <PaymentOrderLink orderId={row.orderId} />,
  },
  { id: 'method', head: say`Method`, cell: methodOf },
  {
    id: 'status',
    head: say`Status`,
    cell: (row) => <StatusBadge payment={row} />,
  },
  {
    id: 'amount',
    head: say`Amount`,
    align: 'end',
    cell: (row) => <Money cents={takenOf(row)} />,
  },
  {
    id: 'refunded',
    head: say`Refunded`,
    align: 'end',
    cell: (row) => (refundedOf(row) > 0 ? <Money cents={refundedOf(row)} /> : '–'),
  },
];

export function LedgerPanel() {
  const pages = useInfiniteQuery({
    queryKey: [PAYMENTS_KEY, 'ledger'],
    queryFn: ({ pageParam }) =>
      api('getPayments', { query: { limit: 50, ...(pageParam !== null && { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
  if (pages.isError) {
    return (
      <ErrorState title={say`Payments could not be loaded.`} text={errorText(pages.error)}>
        <Button onClick={() => void pages.refetch()}>{say`Try Again`}</Button>
      </ErrorState>
    );
  }
  if (!pages.data) {
    return (
      <Loading label={say`Loading payments…`}>
        <Skeleton height={240} />
      </Loading>
    );
  }
  const rows = pages.data.pages.flatMap((page) => page.payments);
  if (rows.length === 0) return <EmptyState title={say`No payments yet`} />;
  return (
    <div className="grid gap-16">
      <div className={lists.asTable}>
        <Table caption={say`Payments`} columns={COLUMNS} rows={rows} rowKey={(row) => row.paymentId} />
      </div>
      <ul className={`stack gap-8 ${lists.asCards}`} aria-label={say`Payments`}>
        {rows.map((row) => (
          <PaymentCard key={row.paymentId} payment={row} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button look="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {say`Show more`}
        </Button>
      )}
    </div>
  );
}

function PaymentCard({ payment }: { payment: Payment }) {
  return (
    <li className={styles.card}>
      <header className={styles.top}>
        <b>
          <PaymentOrderLink orderId={payment.orderId} />
        </b>
        <Money cents={takenOf(payment)} />
      </header>
      <p className={styles.facts}>
        <When payment={payment} />
        <span>{methodOf(payment)}</span>
        <StatusBadge payment={payment} />
        {refundedOf(payment) > 0 && (
          <span>
            {say`Refunded`}: <Money cents={refundedOf(payment)} />
          </span>
        )}
      </p>
    </li>
  );
}

function When({ payment }: { payment: Payment }) {
  return <Time at={payment.capturedAt ?? payment.createdAt} look="date-time" className="nowrap" />;
}

function StatusBadge({ payment: { status, refunds } }: { payment: Payment }) {
  if (refunds.some(({ isUndo }) => isUndo)) return <Badge tone="warn">{say`undone`}</Badge>;
  return <Badge tone={status === 'succeeded' ? 'ok' : status === 'failed' ? 'bad' : 'warn'}>{status}</Badge>;
}

/** The amount received, with tip and cash rounding. */
function takenOf({ amount, tip, cashRounding }: Payment) {
  return addCents(centsOf(amount), centsOf(tip), centsOf(cashRounding));
}

function methodOf({ tender, method, provider }: Payment): string {
  return `${tenderLabel(tender ?? method)} · ${provider}`;
}

function refundedOf(payment: Payment) {
  return addCents(
    ...payment.refunds
      .filter(({ status, isUndo }) => status === 'succeeded' && !isUndo)
      .map((refund) => centsOf(refund.amount)),
  );
}
