import { say, writeCsv } from '@tiffin/domain/core';
import type { Margins } from './show-margins.ts';

/** The margins as a table for spreadsheets, a line for each dish. Amounts have a point; what is not known is empty. */
export function marginsCsv({ currency, categories }: Margins): string {
  const amount = (dollars: number | null) => dollars?.toFixed(2) ?? '';
  return writeCsv(
    [
      'id',
      say`Category`,
      say`Dish`,
      'place',
      say`Sold`,
      say`Cancelled after cooking began`,
      say`Net sales in ${currency}`,
      say`Cost in ${currency}`,
      say`Earned in ${currency}`,
      say`Margin of a portion`,
    ],
    categories.flatMap(({ name: category, dishes }) =>
      dishes.map(({ itemId, name, place, units, wasted, net, cost, earned, margin }) => [
        itemId,
        category,
        name,
        place,
        units,
        wasted,
        amount(net),
        amount(cost),
        amount(earned),
        amount(margin),
      ]),
    ),
  );
}
