import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { say, sumOf } from '@tiffin/domain/core';
import { MIN_JUDGED_UNITS, MARGIN_PLACES, type MarginPlace } from '@tiffin/domain/stats';
import { apiQuery } from '../../shared/api/queries.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { MarginChart, PlaceMark, type MarginCategory, type MarginDish } from './margin-chart.tsx';
import { dollars } from './report-texts.ts';
import type { ReportView } from './report-view.ts';
import styles from './report.module.css';

const PLACE_NAMES = {
  keep: say`Keep and show`,
  loved: say`Loved, earns little`,
  'show-more': say`Worth showing more`,
  neither: say`Neither`,
  'too-few': say`Too few`,
  'no-cost': say`No cost yet`,
} satisfies Record<MarginPlace, string>;

const PLACE_EXPLANATIONS = {
  keep: say`Sold often, earns well. Keep the recipe, keep it in sight.`,
  loved: say`Sold often, earns less than the average. Look at the portion or the price.`,
  'show-more': say`Earns well, sold seldom. A better place or a better name may help.`,
  neither: say`Seldom sold, earns little. A candidate to leave the menu.`,
  'too-few': say`Under ${MIN_JUDGED_UNITS} sold. Not judged.`,
  'no-cost': say`Set a cost to see what it earns.`,
} satisfies Record<MarginPlace, string>;

/** The sales, costs and margins of dishes, by category. `onCosts` opens the costs; null if this person sets none. */
export function Margins({ view, onCosts }: { view: ReportView; onCosts: (() => void) | null }) {
  const { locationId, from, to } = view;
  const query = useQuery({
    ...apiQuery(['margins', locationId, from, to], 'getMargins', { query: { locationId, from, to } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} failed={say`The margins could not be loaded`} rows={6} height={72}>
      {(margins) => (
        <div className="stack gap-14" aria-busy={query.isFetching}>
          <div className="row flex-wrap gap-8">
            {onCosts && (
              <Button look="line" onClick={onCosts}>
                <Pencil />
                {say`Costs`}
              </Button>
            )}
            <CsvButton
              call="getMarginsCsv"
              query={() => ({ locationId, from, to })}
              fileName={`margins-${from}-${to}.csv`}
              label={say`Download as CSV`}
              savedText={() => say`The margins were downloaded`}
              failedText={say`The file could not be downloaded`}
            />
          </div>
          {margins.categories.length === 0 ? (
            <p>{say`Nothing was sold in these days.`}</p>
          ) : (
            <Categories categories={margins.categories} />
          )}
          <Waste dishes={margins.categories.flatMap(({ dishes }) => dishes)} />
          <p className="hint">
            {margins.newestCost === null
              ? say`No cost counts in these days yet. Set costs to see what dishes earn.`
              : say`Every portion has the cost of the day on which it was sold. The newest cost counts since ${formatDay(margins.newestCost)}.`}
          </p>
        </div>
      )}
    </Loaded>
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
        legend={say`Category`}
        legendHidden
        options={categories.map(({ id, name, dishes }) => ({ value: id, label: `${name} ${dishes.length}` }))}
        value={category.id}
        onValue={setChosen}
      />
      <div className={`grid gap-14 align-start ${styles.twoToOne}`}>
        <Panel title={say`Sold often, and does it earn?`}>
          <MarginChart category={category} />
        </Panel>
        <PlaceList dishes={category.dishes} />
      </div>
      <MarginTable category={category} />
    </>
  );
}

/** The dishes that were thrown away, most portions first. */
function Waste({ dishes }: { dishes: readonly MarginDish[] }) {
  const rows = dishes.filter(({ wasted }) => wasted > 0).toSorted((a, b) => b.wasted - a.wasted);
  const total = sumOf(rows.map(({ wasted }) => wasted));
  if (total === 0) return null;
  return (
    <Panel
      title={say`Thrown away`}
      explain={total === 1 ? say`1 portion was thrown away.` : say`${formatCount(total)} portions were thrown away.`}
    >
      <Table
        caption={say`Thrown away`}
        rows={rows}
        rowKey={({ itemId }) => itemId}
        columns={[
          { id: 'dish', head: say`Dish`, isRowHeader: true, cell: ({ name }) => name },
          { id: 'wasted', head: say`Portions`, align: 'end', cell: ({ wasted }) => formatCount(wasted) },
          { id: 'cost', head: say`Cost`, align: 'end', cell: ({ wastedCost = null }) => amountText(wastedCost) },
        ]}
      />
    </Panel>
  );
}

/** How many dishes are in each part of the chart, and what that means. */
function PlaceList({ dishes }: { dishes: readonly MarginDish[] }) {
  return (
    <ul className="stack gap-8">
      {MARGIN_PLACES.map((place) => {
        const count = dishes.filter((dish) => dish.place === place).length;
        if (count === 0 && place === 'no-cost') return null;
        return (
          <li key={place} className={`grid gap-10 ${styles.place}`}>
            <PlaceMark place={place} />
            <span className="min-width-0">
              <b>{PLACE_NAMES[place]}</b> <Badge>{count === 1 ? say`1 dish` : say`${count} dishes`}</Badge>
              <span className="block text-sm soft">{PLACE_EXPLANATIONS[place]}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const amountText = (amount: number | null) =>
  amount === null ? <span className="soft">{say`not known`}</span> : dollars(amount);

const COLUMNS: readonly Column<MarginDish>[] = [
  {
    id: 'dish',
    head: say`Dish`,
    isRowHeader: true,
    cell: ({ name, wasted }) => (
      <>
        {name}
        {wasted > 0 && (
          <small className="block hint weight-400">
            {wasted === 1 ? say`1 more thrown away` : say`${formatCount(wasted)} more thrown away`}
          </small>
        )}
      </>
    ),
  },
  {
    id: 'place',
    head: say`Place in the chart`,
    cell: ({ place }) => (
      <span className="inline-row gap-6 nowrap">
        <PlaceMark place={place} />
        {PLACE_NAMES[place]}
      </span>
    ),
  },
  { id: 'sold', head: say`Sold`, align: 'end', cell: ({ units }) => formatCount(units) },
  { id: 'net', head: say`Net sales`, align: 'end', cell: ({ net }) => dollars(net) },
  { id: 'cost', head: say`Cost`, align: 'end', cell: ({ cost }) => amountText(cost) },
  { id: 'margin', head: say`Margin of a portion`, align: 'end', cell: ({ margin }) => amountText(margin) },
  { id: 'earned', head: say`Earned`, align: 'end', cell: ({ earned }) => <b>{amountText(earned)}</b> },
];

function MarginTable({ category }: { category: MarginCategory }) {
  const { popularUnits, meanMargin } = category;
  return (
    <Panel title={say`The same as a table`}>
      <Table caption={category.name} rows={category.dishes} rowKey={({ itemId }) => itemId} columns={COLUMNS} />
      <p className="row flex-wrap between gap-8-16 digits weight-600">
        <span>{say`Total`}</span>
        <span>
          {`${say`Sold`} ${formatCount(category.units)} · ${say`Net sales`} ${dollars(category.net)} · ${say`Earned`} `}
          {category.earned === null ? say`not known` : dollars(category.earned)}
        </span>
      </p>
      <p className="hint">
        {popularUnits !== null &&
          meanMargin !== null &&
          `${say`Popular: at least ${formatCount(popularUnits)} sold, 70% of an equal share. Margin: against ${dollars(meanMargin)}, the average of all portions that are judged.`} `}
        {say`A dish on the house keeps its cost. So do orders cancelled and portions removed after cooking began, which are counted as thrown away. What was cancelled before has none.`}
      </p>
    </Panel>
  );
}
