import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText, MapPin } from 'lucide-react';
import { HALIFAX, say } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { isAccountant, isAdmin, isAssignedTo } from '@tiffin/domain/people';
import { type ReportPeriod, REPORT_BREAKDOWNS, type ReportBreakdown } from '@tiffin/domain/stats';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { FiguresPage } from '../../shared/figures/figures-page.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useBusinessDay } from '../../shared/site/business-day.ts';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { DayRange } from '../../ui/day-range.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { IconState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Explained } from '../../shared/figures/explained.tsx';
import { Accountant } from './accountant.tsx';
import { Margins } from './margins.tsx';
import { Costs } from './costs.tsx';
import { ReportFigures, figureTitle, type Report } from './report-figures.tsx';
import { dollars, sumOfDollars } from './report-texts.ts';
import {
  periodProblem,
  presetOf,
  presetPeriod,
  PRESET_NAMES,
  PRESETS,
  useReportView,
  type ReportView,
} from './report-view.ts';
import { ScheduledReports } from './scheduled-reports.tsx';
import styles from './report.module.css';

/** The report with its pages: figures, margins, costs, the accountant's files and mails. */
export default function ReportSection() {
  const { actor } = useBackOffice();
  useSetOfflineText(say`Offline. These figures are from before the connection was lost.`);
  const locations = useLocations().filter(({ id }) => isAssignedTo(actor, id));
  const businessDayAt = useBusinessDay(locations);
  const { view, show, page, openPage } = useReportView({
    locationIds: locations.map(({ id }) => id),
    maySeeAll: isAdmin(actor),
    businessDayAt,
  });
  if (locations.length === 0 && !isAdmin(actor))
    return <IconState title={say`No location yet`} text={say`An admin can give you one.`} icon={<MapPin />} />;
  const problem = periodProblem(view);
  // Each location has its own journal and costs.
  const needsLocation = page === 'accountant' || page === 'costs';
  const location = locations.find(({ id }) => id === view.locationId) ?? locations[0];
  const shownView = needsLocation ? { ...view, locationId: location?.id ?? view.locationId } : view;
  const today = businessDayAt(shownView.locationId);
  return (
    <div className={`stack gap-14 ${styles.report}`}>
      <header className={`row flex-wrap ${styles.head}`}>
        <h1 className="grow-auto">{say`Report`}</h1>
        <Segmented
          legend={say`What is shown`}
          legendHidden
          options={[
            { value: 'report', label: say`Report` },
            { value: 'margins', label: say`Margins` },
            { value: 'accountant', label: say`Accountant` },
            ...(isAccountant(actor) ? [] : [{ value: 'mails' as const, label: say`By email` }]),
          ]}
          value={page === 'costs' ? 'margins' : page}
          onValue={openPage}
        />
        {page === 'report' && problem === null && <Downloads view={view} />}
      </header>
      {page === 'mails' ? (
        <ScheduledReports locations={locations} />
      ) : (
        <PeriodChoice
          key={today}
          view={shownView}
          show={show}
          today={today}
          locations={locations}
          offersAllLocations={!needsLocation}
        />
      )}
      {page === 'accountant' && problem === null && <Accountant view={shownView} actor={actor} />}
      {page === 'margins' && problem === null && (
        <Margins view={view} onCosts={isAccountant(actor) ? null : () => openPage('costs')} />
      )}
      {page === 'costs' && location && (
        <Costs key={location.id} location={location} today={today} onClose={() => openPage('margins')} />
      )}
      {page === 'report' && problem === null && <WholeReport view={view} zone={location?.timeZone ?? HALIFAX} />}
    </div>
  );
}

function WholeReport({ view: { locationId, from, to }, zone }: { view: ReportView; zone: string }) {
  const query = useQuery({
    ...apiQuery(['report', locationId, from, to], 'getReport', { query: { locationId, from, to } }),
    refetchInterval: CACHE_LIFETIMES.analytics,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} failed={say`The report could not be loaded`} rows={6} height={72}>
      {(report) => (
        <FiguresPage view={{ locationId, from, to }} zone={zone}>
          <div className="stack gap-14" aria-busy={query.isFetching}>
            <ReportFigures report={report} />
            <Breakdowns report={report} />
          </div>
        </FiguresPage>
      )}
    </Loaded>
  );
}

interface PeriodChoiceProps {
  view: ReportView;
  show: (change: Partial<ReportView>) => void;
  today: string;
  locations: readonly Location[];
  offersAllLocations: boolean;
}

function PeriodChoice({ view, show, today, locations, offersAllLocations }: PeriodChoiceProps) {
  // What is typed is shown in the report as soon as it is a valid period.
  const [typedPeriod, setTypedPeriod] = useState<ReportPeriod>({ from: view.from, to: view.to });
  const problem = periodProblem(typedPeriod);
  const preset = presetOf(typedPeriod, today);

  function change(period: ReportPeriod) {
    setTypedPeriod(period);
    if (periodProblem(period) === null) show(period);
  }
  return (
    <>
      <div className={`row flex-wrap ${styles.choice}`}>
        <Select
          aria-label={say`Period`}
          value={preset}
          onChange={({ target }) => {
            const chosen = PRESETS.find((each) => each === target.value);
            if (chosen && chosen !== 'other') change(presetPeriod(chosen, today));
          }}
        >
          {PRESETS.map((each) => (
            <option key={each} value={each} disabled={each === 'other' && preset !== 'other'}>
              {PRESET_NAMES[each]}
            </option>
          ))}
        </Select>
        <DayRange
          labels={{ from: say`From`, to: say`To` }}
          from={typedPeriod.from}
          to={typedPeriod.to}
          onFrom={(from) => change({ ...typedPeriod, from })}
          onTo={(to) => change({ ...typedPeriod, to })}
        />
        {locations.length > 1 && (
          <Select aria-label={say`Location`} value={view.locationId} onValue={(locationId) => show({ locationId })}>
            {offersAllLocations && <option value={ALL_LOCATIONS}>{say`All Locations`}</option>}
            <NamedOptions options={locations} />
          </Select>
        )}
      </div>
      {problem === 'order' && (
        <p role="alert" className="row flex-wrap gap-10 danger">
          {say`The start is after the end.`}
          <Button look="plain" onClick={() => change({ from: typedPeriod.to, to: typedPeriod.from })}>
            {say`Swap the dates`}
          </Button>
        </p>
      )}
      {problem === 'length' && (
        <p role="alert" className="danger">
          {say`A report covers at most one year. Please choose fewer days.`}
        </p>
      )}
      {problem === 'empty' && <p role="alert">{say`Please choose the first and the last day.`}</p>}
    </>
  );
}

function Downloads({ view: { locationId, from, to } }: { view: ReportView }) {
  const query = { locationId, from, to };
  return (
    <>
      <CsvButton
        call="getReportCsv"
        query={() => query}
        fileName={`report-${from}-${to}.csv`}
        label={say`Download as CSV`}
        savedText={() => say`The report was downloaded`}
        failedText={say`The file could not be downloaded`}
      />
      <LinkButton look="plain" href={`/api/getReportPdf?${new URLSearchParams(query)}`} target="_blank">
        <FileText />
        {say`Download as PDF`}
      </LinkButton>
    </>
  );
}

const BREAKDOWN_NAMES = {
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
function Breakdowns({ report }: { report: Report }) {
  const [chosen, setChosen] = useState<ReportBreakdown>('category');
  return (
    <Panel title={say`Net sales by`} explain={say`The rows of each list add up to the net sales.`}>
      <Tabs
        label={say`Net sales by`}
        value={chosen}
        onValue={setChosen}
        tabs={REPORT_BREAKDOWNS.map((id) => ({
          id,
          label: BREAKDOWN_NAMES[id],
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
  period?: Report['previous'];
  text: string;
}

/** A figure of a breakdown; pressing it opens its rows. Of the figures of options, only the net sales have rows. */
function BreakdownFigure({ breakdown, row, figure, head, period, text }: BreakdownFigureProps) {
  const title = figureTitle(head, labelOf(breakdown, row));
  if (breakdown !== 'option')
    return (
      <Explained figure={figure} title={title} by={{ by: breakdown, byKey: row.key }} period={period} text={text} />
    );
  if (figure !== 'net') return <>{text}</>;
  if (row.key === '') return <Explained figure="withoutOptions" title={title} period={period} text={text} />;
  return <Explained figure="options" figureKey={row.key} title={title} period={period} text={text} />;
}

interface BreakdownProps {
  breakdown: ReportBreakdown;
  rows: readonly Row[];
  previous: Report['previous'];
}

function Breakdown({ breakdown, rows, previous }: BreakdownProps) {
  const figureColumn = (figure: BreakdownColumn, head: string, textOf: (row: Row) => string): Column<Row> => ({
    id: figure,
    head,
    align: 'end',
    cell: (row) => <BreakdownFigure breakdown={breakdown} row={row} figure={figure} head={head} text={textOf(row)} />,
  });
  const hasOrders = rows.some(({ orders }) => orders !== null);
  const columns: readonly (Column<Row> | null)[] = [
    { id: 'label', head: BREAKDOWN_NAMES[breakdown], isRowHeader: true, cell: (row) => labelOf(breakdown, row) },
    hasOrders ? figureColumn('orders', say`Orders`, ({ orders }) => formatCount(orders ?? 0)) : null,
    figureColumn('units', say`Dishes`, ({ units }) => formatCount(units)),
    figureColumn('gross', say`Gross`, ({ gross }) => dollars(gross)),
    figureColumn('discounts', say`Discounts`, ({ discounts }) => dollars(discounts)),
    figureColumn('refunds', say`Refunds`, ({ refunds }) => dollars(refunds)),
    figureColumn('net', say`Net`, ({ net }) => dollars(net)),
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
  const sum = sumOfDollars(rows.map(({ net }) => net));
  return (
    <>
      <Table
        caption={BREAKDOWN_NAMES[breakdown]}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns.filter((column) => column !== null)}
      />
      <p className="row between digits weight-600">
        <span>{say`Total`}</span> <Explained figure="net" title={say`Net sales`} text={dollars(sum)} />
      </p>
    </>
  );
}

function labelOf(breakdown: ReportBreakdown, { key, label }: Row): string {
  return breakdown === 'day' ? formatTime(`${key}T00:00:00Z`, 'date', 'UTC') : label;
}
