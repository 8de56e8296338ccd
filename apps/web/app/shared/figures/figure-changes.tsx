import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';
import { apiQuery } from '../api/queries.ts';
import { errorText } from '../errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { ChangedFigure } from './explained.tsx';
import { amountText, differenceText } from './figure-amount.ts';
import { whenText } from './figures-view.ts';
import { OrderLink, WhatHappened } from './row-cells.tsx';

type Viewing = NonNullable<Answer<'recordFigureViewing'>['since']>;

/** "$4,210.35 when you looked on Tuesday; −$11.90 since then", and the rows that changed. */
export function FigureChanges({ since, change, zone }: { since: Viewing; change: ChangedFigure; zone: string }) {
  const { figure, key } = change;
  const { data, error, isFetching, refetch } = useQuery(
    apiQuery(['figures', 'changes', since.id, figure, key, change.now], 'getFigureChanges', {
      query: { viewingId: since.id, figure, key },
    }),
  );
  if (error) {
    return (
      <ErrorState title={say`The changes could not be loaded`} text={errorText(error)}>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {say`Try Again`}
        </Button>
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows label={say`Loading the changes…`} rows={2} height={40} />;
  return (
    <section className="stack gap-8" aria-label={say`Since you looked`}>
      <p>{say`${amountText(figure, data.before)} when ${whenText(since, zone)}`}</p>
      <p className="weight-600 digits">{say`${differenceText(figure, data.difference)} since then. These rows changed:`}</p>
      <Table
        caption={say`Since you looked`}
        rows={data.rows.map((row, index) => ({ ...row, id: String(index) }))}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'what',
            head: say`What`,
            cell: (row) => <WhatHappened row={row} zone={zone} />,
          },
          { id: 'order', head: say`Order`, names: true, cell: ({ orderId }) => <OrderLink orderId={orderId} /> },
          {
            id: 'difference',
            head: say`Difference`,
            align: 'end',
            cell: ({ difference }) => differenceText(figure, difference),
          },
        ]}
      />
      {data.count > data.rows.length && (
        <p className="hint">{say`The newest ${formatCount(data.rows.length)} of ${formatCount(data.count)} changed rows are shown. All of them count.`}</p>
      )}
      <p className="row between digits weight-600">
        <span>{say`Together`}</span> <span>{differenceText(figure, data.difference)}</span>
      </p>
      <p className="row between digits weight-600">
        <span>{say`Now`}</span> <span>{amountText(figure, data.now)}</span>
      </p>
    </section>
  );
}
