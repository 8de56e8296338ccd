import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { isCount, type Figure, type ReportPeriod, type RowKind } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';
import { OfficeOrderLink } from '../order/office-order-link.tsx';
import { CsvButton } from '../page/csv-button.tsx';
import { LoadedPages, usePages } from '../page/pages.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import type { ExplainedFigure } from './explained.tsx';

const ROW_KINDS = {
  sale: say`Sale`,
  payment: say`Payment`,
  'gift-card': say`Gift card sold`,
  deposit: say`Deposit of a booking`,
  refund: say`Refund`,
  cancellation: say`Cancelled`,
  balance: say`Balance`,
  guest: say`Guest`,
} satisfies Record<RowKind, string>;

type Row = Answer<'getReportRows'>['rows'][number];

export interface FiguresView extends ReportPeriod {
  readonly locationId: string;
}

interface SheetProps {
  explained: ExplainedFigure;
  view: FiguresView;
  zone: string;
  onClose: () => void;
}

/** The rows that add up to a figure, and their download. */
export function RowsSheet({ explained, view, zone, onClose }: SheetProps) {
  const { figure, figureKey: key = '', title, period, by } = explained;
  const { from, to } = period ?? view;
  const query = { locationId: view.locationId, from, to, figure, key, ...by, until: period?.until ?? undefined };
  const rows = usePages(['figures', 'rows'], 'getReportRows', query);
  const [first] = rows.data?.pages ?? [];
  return (
    <Sheet
      onClose={onClose}
      title={title}
      description={
        figure === 'average'
          ? say`The average is the sum of these rows divided by the number of orders.`
          : say`The rows below add up to the figure. Newest first.`
      }
      footer={
        first && (
          <div className="grow row flex-wrap between gap-10 weight-600 digits">
            <span>{first.count === 1 ? say`1 row` : say`${first.count} rows together`}</span>{' '}
            <span>{amountText(figure, first.sum)}</span>
          </div>
        )
      }
    >
      <div className="stack gap-14">
        <AllRows list={rows} figure={figure} title={title} zone={zone} />
        {first && (
          <CsvButton
            call="getReportRowsCsv"
            query={() => query}
            fileName={`${query.figure}-${query.from}-${query.to}.csv`}
            label={say`Download the rows`}
            failedText={say`The rows could not be downloaded`}
          />
        )}
      </div>
    </Sheet>
  );
}

interface AllRowsProps {
  list: UseInfiniteQueryResult<InfiniteData<Answer<'getReportRows'>>>;
  figure: Figure;
  title: string;
  zone: string;
}

function AllRows({ list, figure, title, zone }: AllRowsProps) {
  return (
    <LoadedPages
      list={list}
      rowsOf={(page) => page.rows}
      failed={say`The rows could not be loaded`}
      rows={5}
      height={40}
      none={<p>{say`No rows: the figure is zero.`}</p>}
    >
      {(rows, [first]) => (
        <>
          <Rows rows={rows} figure={figure} title={title} zone={zone} />
          {first && first.count > rows.length && (
            <p className="hint">{say`${formatCount(rows.length)} of ${formatCount(first.count)} rows are shown. All of them count.`}</p>
          )}
        </>
      )}
    </LoadedPages>
  );
}

function Rows({ rows, figure, title, zone }: { rows: readonly Row[]; figure: Figure; title: string; zone: string }) {
  return (
    <Table
      caption={title}
      rows={rows.map((row, index) => ({ ...row, id: String(index) }))}
      rowKey={({ id }) => id}
      columns={[
        { id: 'what', head: say`What`, cell: (row) => <WhatHappened row={row} zone={zone} /> },
        {
          id: 'order',
          head: say`Order`,
          isRowHeader: true,
          cell: ({ orderId }) => <OfficeOrderLink orderId={orderId} />,
        },
        { id: 'amount', head: say`Amount`, align: 'end', cell: ({ amount }) => amountText(figure, amount) },
      ]}
    />
  );
}

/** 'Refund', and who made it when. */
function WhatHappened({ row: { kind, at, by }, zone }: { row: Row; zone: string }) {
  const when = formatTime(at, 'date-time', zone);
  return (
    <>
      {ROW_KINDS[kind]}
      <span className="hint block">{by === null ? when : `${by}, ${when}`}</span>
    </>
  );
}

/** A figure or a part of it: money, or how many. */
function amountText(figure: Figure, amount: number): string {
  return isCount(figure) ? formatCount(amount) : formatMoney(centsOf(amount));
}
