import { writeCsv, type DateText } from '../core/index.ts';
import { DISH_COLUMNS } from './columns.ts';
import type { FileLocation } from './file-dish.ts';
import type { SharedCategoriesAndGroups, ExistingLocationMenu, PresentDish } from './import-plan-types.ts';
import { SharedParts } from './shared-parts.ts';
import { textColumns } from './text-columns.ts';
import { valueText } from './value-text.ts';

/**
 * Exports menus as a file that can be imported again. With several locations each row names its location. Only current
 * translations are written: an outdated one would count as reviewed when it is imported.
 */
export function menuCsv(
  menus: readonly (ExistingLocationMenu & { readonly location: FileLocation })[],
  shared: SharedCategoriesAndGroups,
  otherLanguages: readonly string[] = [],
): string {
  const hasSeveralMenus = menus.length > 1;
  const names = new SharedParts(shared);
  const languageColumns = textColumns(otherLanguages);
  const row = (dish: PresentDish) => [
    dish.id,
    ...DISH_COLUMNS.map(({ field }) => valueText(field, dish, names)),
    ...languageColumns.map((column) => dish.texts?.[column] ?? ''),
  ];
  return writeCsv(
    [...(hasSeveralMenus ? ['location'] : []), 'id', ...DISH_COLUMNS.map(({ heading }) => heading), ...languageColumns],
    menus.flatMap(({ location, dishes }) =>
      dishes.map((dish) => [...(hasSeveralMenus ? [location.name] : []), ...row(dish)]),
    ),
  );
}

export function menuFileName(locations: readonly FileLocation[], day: DateText): string {
  const [first] = locations;
  return `menu-${first && locations.length === 1 ? first.id : 'locations'}-${day}.csv`;
}
