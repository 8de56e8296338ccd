import { addCents, say } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { maskedGiftCard, tenderFilters, tenderLabel } from '@tiffin/domain/payment';
import { isAssignedTo } from '@tiffin/domain/people';
import type { Answer } from '../../shared/api/api.ts';
import { anyText, choice, search, useListState } from '../../shared/page/list-state.ts';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { OfficeOrderLink } from '../../shared/order/office-order-link.tsx';
import { takenByText } from '../../shared/payment/taken-by.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { DayRange } from '../../ui/day-range.tsx';
import { centsOf } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { PAYMENTS_KEY } from './payment-card.tsx';

type Payment = Answer<'getPayments'>['payments'][number];

const COLUMNS: readonly Column<Payment>[] = [
  { id: 'when', head: say`When`, cell: (row) => <When payment={row} /> },
  { id: 'order', head: say`Order`, isRowHeader: true, cell: subjectOf },
  { id: 'method', head: say`Method`, cell: methodOf },
  { id: 'by', head: say`Taken by`, cell: (row) => takenByText(row) },
  { id: 'status', head: say`Status`, cell: (row) => <StatusBadge payment={row} /> },
  { id: 'amount', head: say`Amount`, align: 'end', cell: (row) => <Money cents={receivedOf(row)} /> },
  {
    id: 'refunded',
    head: say`Refunded`,
    align: 'end',
    cell: (row) => (refundedOf(row) > 0 ? <Money cents={refundedOf(row)} /> : '–'),
  },
];

const FILTERS = {
  startDate: anyText('paidFrom'),
  endDate: anyText('paidTo'),
  locationId: anyText('paidAt', ALL_LOCATIONS),
  tender: choice('paidWith', tenderFilters()),
  person: search('paidBy'),
};

/** The order; for the sale of a gift card, the card; for a deposit, its booking. */
function subjectOf({ orderId, soldGiftCard, depositOf }: Payment) {
  if (depositOf !== undefined) return say`Deposit of ${depositOf}`;
  return soldGiftCard ? say`Gift card ${maskedGiftCard(soldGiftCard)}` : <OfficeOrderLink orderId={orderId} />;
}

/** All payments, with what was refunded of each. */
export function LedgerPanel() {
  const { actor } = useBackOffice();
  const locations = useLocations().filter(({ id }) => isAssignedTo(actor, id));
  const { at, applied, isFiltered } = useListState(FILTERS);
  const { startDate, endDate, ...query } = applied;
  const days = { startDate: startDate || undefined, endDate: endDate || undefined };
  const list = usePages([...PAYMENTS_KEY, 'ledger'], 'getPayments', { ...query, ...days, limit: 50 });
  return (
    <div className="stack gap-14">
      <div className="flex flex-wrap align-end gap-10">
        <DayRange
          labels={{ from: say`Business days from`, to: say`To` }}
          from={startDate}
          to={endDate}
          onFrom={at('startDate').onValue}
          onTo={at('endDate').onValue}
        />
        <Select aria-label={say`Tender`} className="auto-width" {...at('tender')}>
          <option value="all">{say`Any tender`}</option>
          <NamedOptions
            options={tenderFilters()
              .slice(1)
              .map((id) => ({ id, name: tenderLabel(id) }))}
          />
        </Select>
        {locations.length > 1 && (
          <Select aria-label={say`Location`} className="auto-width" {...at('locationId')}>
            <option value={ALL_LOCATIONS}>{say`All my locations`}</option>
            <NamedOptions options={locations} />
          </Select>
        )}
        <SearchInput label={say`Taken by`} placeholder={say`Who took it`} {...at('person')} />
      </div>
      <LoadedPages
        list={list}
        rowsOf={(page) => page.payments}
        failed={say`Payments could not be loaded.`}
        none={
          isFiltered ? (
            <EmptyState title={say`No payment matches`} text={say`Try other days, any tender or another name.`} />
          ) : (
            <EmptyState title={say`No payments yet`} />
          )
        }
      >
        {(rows) => <Table caption={say`Payments`} columns={COLUMNS} rows={rows} rowKey={(row) => row.paymentId} />}
      </LoadedPages>
    </div>
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
