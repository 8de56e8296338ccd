import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { DateText } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { MARGIN_PLACES } from '@tiffin/domain/stats';
import { apiQuery } from '../../shared/api/queries.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import type { Location } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Costs } from './costs.tsx';
import { MarginChart, PlaceMark } from './margin-chart.tsx';
import { texts } from './margin-texts.ts';
import type { MarginCategory, MarginDish } from './margin-types.ts';
import { dollars } from './report-figures.tsx';
import type { ReportView } from './report-view.ts';
import styles from './report.module.css';
import { texts as reportTexts } from './texts.ts';

/** What dishes were sold for, cost and earned: one category at a time, as a chart and as a table. */
export function Margins({
  view,
  locations,
  today,
}: {
  view: ReportView;
  locations: readonly Location[];
  today: DateText;
}) {
  const [isEditing, setEditing] = useState(false);
  const { locationId, from, to } = view;
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(['margins', locationId, from, to], 'getMargins', { query: { locationId, from, to } }),
    placeholderData: keepPreviousData,
  });
  if (isEditing) {
    const place =
      locations.find(({ id }) => id === locationId) ?? (locationId === ALL_LOCATIONS ? locations[0] : undefined);
    return place ? <Costs key={place.id} location={place} today={today} onClose={() => setEditing(false)} /> : null;
  }
  if (error) {
    return (
      <ErrorState title={texts.loadFailed} text={errorText(error)}>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {reportTexts.tryAgain}
        </Button>
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows label={texts.loading} rows={6} height={72} />;
  return (
    <div className="stack gap-14" aria-busy={isFetching}>
      <div className="row flex-wrap gap-8">
        <Button look="line" onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" />
          {texts.costs}
        </Button>
        <CsvButton
          call="getMarginsCsv"
          query={() => ({ locationId, from, to })}
          fileName={`margins-${from}-${to}.csv`}
          label={texts.csv}
          savedText={() => texts.saved}
          failedText={texts.downloadFailed}
        />
      </div>
      {data.categories.length === 0 ? <p>{texts.empty}</p> : <Categories categories={data.categories} />}
      <p className="hint">
        {data.newestCost === null ? texts.costsOfDaysNone : texts.costsOfDays(formatDay(data.newestCost))}
      </p>
    </div>
  );
}

function Categories({ categories }: { categories: readonly MarginCategory[] }) {
  const [chosen, setChosen] = useState('');
  const category = categories.find(({ id }) => id === chosen) ?? categories[0];
  if (!category) return null;
  return (
    <>
      <Segmented
        className={`scroll-x nowrap ${styles.categories}`}
        legend={texts.category}
        legendHidden
        options={categories.map(({ id, name, dishes }) => ({ value: id, label: `${name} ${dishes.length}` }))}
        value={category.id}
        onValue={setChosen}
      />
      <div className={styles.twoToOne}>
        <Panel title={texts.chart}>
          <MarginChart category={category} />
        </Panel>
        <Places dishes={category.dishes} />
      </div>
      <MarginTable category={category} />
    </>
  );
}

/** How many dishes are in each part of the chart, and what that means. */
function Places({ dishes }: { dishes: readonly MarginDish[] }) {
  return (
    <ul className="stack gap-8">
      {MARGIN_PLACES.map((place) => {
        const count = dishes.filter((dish) => dish.place === place).length;
        if (count === 0 && place === 'no-cost') return null;
        return (
          <li key={place} className={styles.place}>
            <PlaceMark place={place} />
            <span className="min-width-0">
              <b>{texts.places[place]}</b> <Badge>{texts.dishes(count)}</Badge>
              <span className="block text-sm soft">{texts.explain[place]}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const amountText = (amount: number | null) =>
  amount === null ? <span className="soft">{texts.unknown}</span> : dollars(amount);

const COLUMNS: readonly Column<MarginDish>[] = [
  {
    id: 'dish',
    head: texts.dish,
    names: true,
    cell: ({ name, wasted }) => (
      <>
        {name}
        {wasted > 0 && <small className="block hint weight-400">{texts.wasted(wasted)}</small>}
      </>
    ),
  },
  {
    id: 'place',
    head: texts.place,
    cell: ({ place }) => (
      <span className="inline-row gap-6 nowrap">
        <PlaceMark place={place} />
        {texts.places[place]}
      </span>
    ),
  },
  { id: 'sold', head: texts.soldHead, align: 'end', cell: ({ units }) => formatCount(units) },
  { id: 'net', head: texts.netHead, align: 'end', cell: ({ net }) => dollars(net) },
  { id: 'cost', head: texts.costHead, align: 'end', cell: ({ cost }) => amountText(cost) },
  { id: 'margin', head: texts.marginHead, align: 'end', cell: ({ margin }) => amountText(margin) },
  { id: 'earned', head: texts.earnedHead, align: 'end', cell: ({ earned }) => <b>{amountText(earned)}</b> },
];

function MarginTable({ category }: { category: MarginCategory }) {
  const { popularUnits, meanMargin } = category;
  return (
    <Panel title={texts.table}>
      <Table caption={category.name} rows={category.dishes} rowKey={({ itemId }) => itemId} columns={COLUMNS} />
      <p className="row flex-wrap between gap-8-16 digits weight-600">
        <span>{texts.sum}</span>
        <span>
          {`${texts.soldHead} ${formatCount(category.units)} · ${texts.netHead} ${dollars(category.net)} · ${texts.earnedHead} `}
          {category.earned === null ? texts.unknown : dollars(category.earned)}
        </span>
      </p>
      <p className="hint">
        {popularUnits !== null && meanMargin !== null && `${texts.rule(popularUnits, dollars(meanMargin))} `}
        {texts.ruleCosts}
      </p>
    </Panel>
  );
}
