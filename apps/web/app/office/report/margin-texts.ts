import type { MarginPlace } from '@tiffin/domain/stats';
import { formatCount } from '../../ui/figures.tsx';

export const texts = {
  title: 'Margins',
  loading: 'Loading the margins…',
  loadFailed: 'The margins could not be loaded',
  empty: 'Nothing was sold in these days.',
  category: 'Category',
  chart: 'Sold often, and does it earn?',
  chartArea: 'Chart of the category',
  chartText: (names: string) =>
    names === ''
      ? 'Portions sold by what a portion earns. The table below holds the same figures.'
      : `Portions sold by what a portion earns. Keep and show: ${names}. The table below holds the same figures.`,
  noChart: 'No dish of this category has a cost yet. Set costs, and the chart appears here.',
  sold: 'sold',
  table: 'The same as a table',
  dish: 'Dish',
  place: 'Place in the chart',
  soldHead: 'Sold',
  netHead: 'Net sales',
  costHead: 'Cost',
  earnedHead: 'Earned',
  marginHead: 'Margin of a portion',
  sum: 'Together',
  unknown: 'not known',
  wasted: (n: number) => (n === 1 ? '1 more thrown away' : `${formatCount(n)} more thrown away`),
  places: {
    keep: 'Keep and show',
    loved: 'Loved, earns little',
    'show-more': 'Worth showing more',
    neither: 'Neither',
    'too-few': 'Too few',
    'no-cost': 'No cost yet',
  } satisfies Record<MarginPlace, string>,
  explain: {
    keep: 'Sold often, earns well. Keep the recipe, keep it in sight.',
    loved: 'Sold often, earns less than the average. Look at the portion or the price.',
    'show-more': 'Earns well, sold seldom. A better place or a better name may help.',
    neither: 'Seldom sold, earns little. A candidate to leave the menu.',
    'too-few': 'Under 30 sold. Not judged.',
    'no-cost': 'Set a cost to see what it earns.',
  } satisfies Record<MarginPlace, string>,
  dishes: (n: number) => (n === 1 ? '1 dish' : `${n} dishes`),
  rule: (units: number, margin: string) =>
    `Popular: at least ${formatCount(units)} sold, 70% of an equal share. Margin: against ${margin}, the average of all portions that are judged.`,
  ruleCosts:
    'A dish on the house keeps its cost. So do orders cancelled and portions removed after cooking began, which are counted as thrown away. What was cancelled before has none.',
  costsOfDays: (newest: string) =>
    `Every portion has the cost of the day on which it was sold. The newest cost counts since ${newest}.`,
  costsOfDaysNone: 'No cost counts in these days yet. Set costs to see what dishes earn.',
  csv: 'Download as CSV',
  saved: 'The margins were downloaded',
  downloadFailed: 'The file could not be downloaded',

  costs: 'Costs',
  backToChart: 'Back to the chart',
  costsTitle: 'Costs of dishes and options',
  costsSet: (count: number, all: number) => `${count} of ${all} dishes have a cost.`,
  costsHint:
    'What a portion costs you: ingredients and packaging. A new cost counts from its day on; earlier days keep theirs. An option without a cost counts as free. Costs can also come with a menu file (column “cost”). Guests never see them.',
  validFrom: 'New costs count from',
  until: 'Now',
  newCost: 'Cost of a portion',
  costOf: (name: string) => `Cost of ${name}`,
  since: (cost: string, day: string) => `${cost} since ${day}`,
  noCost: 'no cost yet',
  option: (group: string) => `option of ${group}`,
  save: (n: number) => (n === 1 ? 'Save 1 cost' : `Save ${n} costs`),
  nothingTyped: 'Type a cost first.',
  wrong: 'Write an amount such as 3.50, with at most two decimals.',
  needDay: 'Choose the day from which the costs count.',
  costsSaved: (n: number) => (n === 1 ? '1 cost saved' : `${n} costs saved`),
  saveFailed: 'The costs could not be saved.',
  offline: 'Costs can be changed once the connection is back.',
} as const;
