import { csvAmount, say, writeCsv } from '@tiffin/domain/core';
import type { Margins } from './show-margins.ts';

/** The margins as a table for spreadsheets, a line for each dish. Amounts are numbers; what is not known is empty. */
export function marginsCsv({ currency, categories }: Margins): string {
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
        csvAmount(net),
        csvAmount(cost),
        csvAmount(earned),
        csvAmount(margin),
      ]),
    ),
  );
}
