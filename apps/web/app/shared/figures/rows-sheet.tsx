import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { canSeeSection } from '@tiffin/domain/people';
import { isCount, type Figure, type ReportPeriod, type RowKind } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import type { Answer } from '../api/api.ts';
import { useBackOffice } from '../session/back-office.tsx';
import { errorText } from '../errors/error-text.ts';
import { CsvButton } from '../page/csv-button.tsx';
import { usePages } from '../page/pages.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { ExplainedFigure } from './explained.tsx';
import styles from './figures.module.css';

const ROW_KINDS = {
  sale: say`Sale`,
  payment: say`Payment`,
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

/** The rows that add up to a figure, with their sum at the bottom. */
export function RowsSheet({ explained, view, zone, onClose }: SheetProps) {
  const { figure, figureKey: key = '', title, period, by } = explained;
  const { from, to } = period ?? view;
  const until = period?.until ?? null;
  const query = { locationId: view.locationId, from, to, figure, key, ...by, ...(until !== null && { until }) };
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
        <AllRows answer={rows} figure={figure} title={title} zone={zone} />
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

function AllRows({
  answer: { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError },
  figure,
  title,
  zone,
}: {
  answer: UseInfiniteQueryResult<InfiniteData<Answer<'getReportRows'>>>;
  figure: Figure;
  title: string;
  zone: string;
}) {
  if (!data && error) {
    return (
      <ErrorState title={say`The rows could not be loaded`} text={errorText(error)}>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {say`Try Again`}
        </Button>
      </ErrorState>
    );
  }
  const [first] = data?.pages ?? [];
  if (!data || !first) return <SkeletonRows label={say`Loading the rows…`} rows={5} height={40} />;
  const rows = data.pages.flatMap((page) => page.rows);
  return (
    <div className="stack gap-12">
      {rows.length === 0 ? (
        <p>{say`No rows: the figure is zero.`}</p>
      ) : (
        <Rows rows={rows} figure={figure} title={title} zone={zone} />
      )}
      {first.count > rows.length && (
        <p className="hint">{say`${formatCount(rows.length)} of ${formatCount(first.count)} rows are shown. All of them count.`}</p>
      )}
      {hasNextPage && (
        <Button look="plain" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say`Show more rows`}
        </Button>
      )}
      {isFetchNextPageError && <p role="alert">{say`More rows could not be loaded`}</p>}
    </div>
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
        { id: 'order', head: say`Order`, names: true, cell: ({ orderId }) => <OrderLink orderId={orderId} /> },
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

/** The number of the order or bill, which opens its page. */
function OrderLink({ orderId }: { orderId: string | null }) {
  const { actor } = useBackOffice();
  if (orderId === null) return <>{say`No order`}</>;
  if (!canSeeSection('find-order', actor)) return <>{orderId}</>;
  return (
    <TextLink className={styles.order ?? ''} href={officePaths.order(orderId)}>
      {orderId}
    </TextLink>
  );
}

/** A figure or a part of it: money, or how many. */
function amountText(figure: Figure, amount: number): string {
  return isCount(figure) ? formatCount(amount) : formatMoney(centsOf(amount));
}
