import { useState } from 'react';
import { REPORT_BREAKDOWNS, type ReportBreakdown } from '@tiffin/domain/stats';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { dollars, type Report } from './report-figures.tsx';
import { texts } from './texts.ts';

type Row = Report['breakdowns'][ReportBreakdown][number];

/** The net sales by category, dish and so on. Only the open list is rendered. */
export function Breakdowns({ report }: { report: Report }) {
  const [chosen, setChosen] = useState<ReportBreakdown>('category');
  return (
    <Panel title={texts.breakdown} explain={texts.breakdownExplain}>
      <Tabs
        label={texts.breakdown}
        value={chosen}
        onValue={setChosen}
        tabs={REPORT_BREAKDOWNS.map((id) => ({
          id,
          label: texts.breakdowns[id],
          panel: id === chosen ? <Breakdown breakdown={id} rows={report.breakdowns[id]} /> : null,
        }))}
      />
    </Panel>
  );
}

function Breakdown({ breakdown, rows }: { breakdown: ReportBreakdown; rows: readonly Row[] }) {
  const hasOrders = rows.some(({ orders }) => orders !== null);
  const columns: readonly (Column<Row> | null)[] = [
    { id: 'label', head: texts.breakdowns[breakdown], names: true, cell: (row) => labelOf(breakdown, row) },
    hasOrders
      ? { id: 'orders', head: texts.ordersHead, align: 'end', cell: ({ orders }) => formatCount(orders ?? 0) }
      : null,
    { id: 'units', head: texts.units, align: 'end', cell: ({ units }) => formatCount(units) },
    { id: 'gross', head: texts.grossHead, align: 'end', cell: ({ gross }) => dollars(gross) },
    { id: 'discounts', head: texts.discountsHead, align: 'end', cell: ({ discounts }) => dollars(discounts) },
    { id: 'refunds', head: texts.refundsHead, align: 'end', cell: ({ refunds }) => dollars(refunds) },
    { id: 'net', head: texts.netHead, align: 'end', cell: ({ net }) => <b>{dollars(net)}</b> },
    breakdown === 'day'
      ? null
      : {
          id: 'before',
          head: texts.beforeHead,
          align: 'end',
          cell: ({ previousNet }) => <span className="soft">{dollars(previousNet ?? 0)}</span>,
        },
  ];
  const sum = rows.reduce((total, { net }) => total + centsOf(net), 0) / 100;
  return (
    <>
      <Table
        caption={texts.breakdowns[breakdown]}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns.filter((column) => column !== null)}
      />
      <p className="row between digits weight-600">
        <span>{texts.sum}</span> <span>{dollars(sum)}</span>
      </p>
    </>
  );
}

function labelOf(breakdown: ReportBreakdown, { key, label }: Row): string {
  return breakdown === 'day' ? formatTime(`${key}T00:00:00Z`, 'date', 'UTC') : label;
}
