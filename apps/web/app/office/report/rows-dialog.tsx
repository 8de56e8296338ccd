import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { ExplainedFigure } from './explained-figure.tsx';
import type { ReportView } from './report-view.ts';
import { texts } from './texts.ts';

type Row = Answer<'getReportRows'>['rows'][number];

const dollars = (amount: number) => formatMoney(centsOf(amount));

/** The rows that add up to a figure of the report. */
export function RowsDialog({
  explained: { figure, figureKey: key, title },
  view,
  zone,
  onClose,
}: {
  explained: ExplainedFigure;
  view: ReportView;
  zone: string;
  onClose: () => void;
}) {
  const { locationId, from, to } = view;
  const { data, error, isFetching, refetch } = useQuery(
    apiQuery(['report', 'rows', locationId, from, to, figure, key], 'getReportRows', {
      query: { locationId, from, to, figure, key },
    }),
  );
  return (
    <Dialog open onClose={onClose} title={title} description={texts.rowsExplain}>
      {!data && !error && <SkeletonRows label={texts.loadingRows} rows={5} height={40} />}
      {!data && error && (
        <ErrorState title={texts.rowsFailed} text={errorText(error)}>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </ErrorState>
      )}
      {data && (
        <div className="stack gap-12">
          <p className="row between digits weight-600">
            <span>{texts.rowsSum(data.count)}</span> <span>{dollars(data.sum)}</span>
          </p>
          {data.count > data.rows.length && (
            <p className="hint">{texts.rowsShown(formatCount(data.rows.length), formatCount(data.count))}</p>
          )}
          {data.rows.length === 0 ? <p>{texts.noRows}</p> : <Rows rows={data.rows} title={title} zone={zone} />}
        </div>
      )}
    </Dialog>
  );
}

function Rows({ rows, title, zone }: { rows: readonly Row[]; title: string; zone: string }) {
  return (
    <Table
      caption={title}
      rows={rows.map((row, index) => ({ ...row, id: String(index) }))}
      rowKey={({ id }) => id}
      columns={[
        { id: 'at', head: texts.rowTime, cell: ({ at }) => formatTime(at, 'date-time-year', zone) },
        { id: 'kind', head: texts.rowKind, cell: ({ kind }) => texts.rowKinds[kind] },
        { id: 'order', head: texts.rowOrder, names: true, cell: ({ orderId }) => orderId ?? texts.noOrder },
        { id: 'amount', head: texts.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
      ]}
    />
  );
}
