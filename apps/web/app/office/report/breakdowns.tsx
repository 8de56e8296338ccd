import { useState } from 'react';
import { REPORT_BREAKDOWNS, type ReportBreakdown, type ReportPeriod } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Explained } from '../../shared/figures/explained.tsx';
import { dollars, figureTitle, type Report } from './report-figures.tsx';

const BREAKDOWNS = {
  category: say`Category`,
  dish: say`Dish`,
  option: say`Option`,
  service: say`Service`,
  daypart: say`Daypart`,
  hour: say`Hour`,
  channel: say`Channel`,
  day: say`Day`,
} satisfies Record<ReportBreakdown, string>;

type Row = Report['breakdowns'][ReportBreakdown][number];

/** The net sales by category, dish and so on. Only the open list is rendered. */
export function Breakdowns({ report }: { report: Report }) {
  const [chosen, setChosen] = useState<ReportBreakdown>('category');
  return (
    <Panel title={say`Net sales by`} explain={say`The rows of each list add up to the net sales.`}>
      <Tabs
        label={say`Net sales by`}
        value={chosen}
        onValue={setChosen}
        tabs={REPORT_BREAKDOWNS.map((id) => ({
          id,
          label: BREAKDOWNS[id],
          panel:
            id === chosen ? <Breakdown breakdown={id} rows={report.breakdowns[id]} previous={report.previous} /> : null,
        }))}
      />
    </Panel>
  );
}

type BreakdownColumn = 'orders' | 'units' | 'gross' | 'discounts' | 'refunds' | 'net';

interface BreakdownFigureProps {
  breakdown: ReportBreakdown;
  row: Row;
  figure: BreakdownColumn;
  head: string;
  period?: ReportPeriod;
  text: string;
}

/** A figure of a breakdown with its rows. Of options, only the net sales have rows of their own. */
function BreakdownFigure({ breakdown, row, figure, head, period, text }: BreakdownFigureProps) {
  const title = figureTitle(head, labelOf(breakdown, row));
  const days = period ? { period } : {};
  if (breakdown !== 'option')
    return <Explained figure={figure} title={title} by={{ by: breakdown, byKey: row.key }} {...days} text={text} />;
  if (figure !== 'net') return <>{text}</>;
  if (row.key === '') return <Explained figure="withoutOptions" title={title} {...days} text={text} />;
  return <Explained figure="options" figureKey={row.key} title={title} {...days} text={text} />;
}

interface BreakdownProps {
  breakdown: ReportBreakdown;
  rows: readonly Row[];
  previous: ReportPeriod;
}

function Breakdown({ breakdown, rows, previous }: BreakdownProps) {
  const cellsOf = (figure: BreakdownColumn, head: string, textOf: (row: Row) => string): Column<Row> => ({
    id: figure,
    head,
    align: 'end',
    cell: (row) => <BreakdownFigure breakdown={breakdown} row={row} figure={figure} head={head} text={textOf(row)} />,
  });
  const hasOrders = rows.some(({ orders }) => orders !== null);
  const columns: readonly (Column<Row> | null)[] = [
    { id: 'label', head: BREAKDOWNS[breakdown], names: true, cell: (row) => labelOf(breakdown, row) },
    hasOrders ? cellsOf('orders', say`Orders`, ({ orders }) => formatCount(orders ?? 0)) : null,
    cellsOf('units', say`Dishes`, ({ units }) => formatCount(units)),
    cellsOf('gross', say`Gross`, ({ gross }) => dollars(gross)),
    cellsOf('discounts', say`Discounts`, ({ discounts }) => dollars(discounts)),
    cellsOf('refunds', say`Refunds`, ({ refunds }) => dollars(refunds)),
    cellsOf('net', say`Net`, ({ net }) => dollars(net)),
    breakdown === 'day'
      ? null
      : {
          id: 'before',
          head: say`Period before`,
          align: 'end',
          cell: (row) => (
            <span className="soft">
              <BreakdownFigure
                breakdown={breakdown}
                row={row}
                figure="net"
                head={say`Period before`}
                period={previous}
                text={dollars(row.previousNet ?? 0)}
              />
            </span>
          ),
        },
  ];
  const sum = rows.reduce((total, { net }) => total + centsOf(net), 0) / 100;
  return (
    <>
      <Table
        caption={BREAKDOWNS[breakdown]}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns.filter((column) => column !== null)}
      />
      <p className="row between digits weight-600">
        <span>{say`Together`}</span> <Explained figure="net" title={say`Net sales`} text={dollars(sum)} />
      </p>
    </>
  );
}

function labelOf(breakdown: ReportBreakdown, { key, label }: Row): string {
  return breakdown === 'day' ? formatTime(`${key}T00:00:00Z`, 'date', 'UTC') : label;
}
