import { tenderLabel } from '@tiffin/domain/payment';
import { addCents, say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { OfficeOrderLink } from '../../shared/order/office-order-link.tsx';
import { centsOf } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { PAYMENTS_KEY } from './payment-card.tsx';

type Payment = Answer<'getPayments'>['payments'][number];

const COLUMNS: readonly Column<Payment>[] = [
  { id: 'when', head: say`When`, cell: (row) => <When payment={row} /> },
  { id: 'order', head: say`Order`, isRowHeader: true, cell: ({ orderId }) => <OfficeOrderLink orderId={orderId} /> },
  { id: 'method', head: say`Method`, cell: methodOf },
  { id: 'status', head: say`Status`, cell: (row) => <StatusBadge payment={row} /> },
  { id: 'amount', head: say`Amount`, align: 'end', cell: (row) => <Money cents={receivedOf(row)} /> },
  {
    id: 'refunded',
    head: say`Refunded`,
    align: 'end',
    cell: (row) => (refundedOf(row) > 0 ? <Money cents={refundedOf(row)} /> : '–'),
  },
];

/** All payments, with what was refunded of each. */
export function LedgerPanel() {
  const list = usePages([...PAYMENTS_KEY, 'ledger'], 'getPayments', { limit: 50 });
  return (
    <LoadedPages
      list={list}
      rowsOf={(page) => page.payments}
      failed={say`Payments could not be loaded.`}
      none={<EmptyState title={say`No payments yet`} />}
    >
      {(rows) => <Table caption={say`Payments`} columns={COLUMNS} rows={rows} rowKey={(row) => row.paymentId} />}
    </LoadedPages>
  );
}

function When({ payment }: { payment: Payment }) {
  return <Time at={payment.capturedAt ?? payment.createdAt} look="date-time" className="nowrap" />;
}

function StatusBadge({ payment: { status, refunds } }: { payment: Payment }) {
  if (refunds.some(({ isUndo }) => isUndo)) return <Badge tone="warn">{say`undone`}</Badge>;
  return <Badge tone={status === 'succeeded' ? 'ok' : status === 'failed' ? 'bad' : 'warn'}>{status}</Badge>;
}

function receivedOf({ amount, tip, cashRounding }: Payment) {
  return addCents(centsOf(amount), centsOf(tip), centsOf(cashRounding));
}

function methodOf({ tender, method, provider }: Payment): string {
  return `${tenderLabel(tender ?? method)} · ${provider}`;
}

function refundedOf({ refunds }: Payment) {
  const succeeded = refunds.filter(({ status, isUndo }) => status === 'succeeded' && !isUndo);
  return addCents(...succeeded.map(({ amount }) => centsOf(amount)));
}
