import { writeCsv, type DateText } from '../core/index.ts';
import { DIETS } from '../menu/diet.ts';
import { isClearListText } from './cells.ts';
import { normaliseHeading, type FileLocation } from './fields.ts';
import type { SharedCategoriesAndGroups, ExistingLocationMenu, PresentDish } from './plan-types.ts';
import { textColumns } from './text-columns.ts';
import { valueText } from './value-text.ts';

const COLUMNS = [
  ['category', 'category'],
  ['name', 'name'],
  ['description', 'description'],
  ['price', 'price'],
  ['tax class', 'taxClass'],
  ['cost', 'cost'],
  ...DIETS.map(({ id, field }) => [id, field] as const),
  ['allergens', 'allergens'],
  ['spice', 'spiceLevel'],
  ['option groups', 'groups'],
  ['available', 'isAvailable'],
] as const;

/**
 * Exports menus as a file that can be imported again. With several locations each row names its location. Only current
 * translations are written: an outdated one would count as reviewed when it is imported.
 */
export function menuCsv(
  menus: readonly (ExistingLocationMenu & { readonly place: FileLocation })[],
  { categories, groups }: SharedCategoriesAndGroups,
  otherLanguages: readonly string[] = [],
): string {
  const several = menus.length > 1;
  const names = { categoryName: nameFinder(categories), groupText: nameFinder(groups) };
  const languageColumns = textColumns(otherLanguages);
  const row = (dish: PresentDish) => [
    dish.id,
    ...COLUMNS.map(([, field]) => valueText(field, dish, names)),
    ...languageColumns.map((column) => dish.texts?.[column] ?? ''),
  ];
  return writeCsv(
    [...(several ? ['location'] : []), 'id', ...COLUMNS.map(([heading]) => heading), ...languageColumns],
    menus.flatMap(({ place, dishes }) => dishes.map((dish) => [...(several ? [place.name] : []), ...row(dish)])),
  );
}

/** Returns a function that gives the name of an id if it is unique and unambiguous in a file, otherwise the id. */
function nameFinder(list: readonly { readonly id: string; readonly name: string }[]): (id: string) => string {
  const groupsByName = Map.groupBy(list, ({ name }) => normaliseHeading(name));
  const uniqueNames = new Map(
    list.map(({ id, name }) => [
      id,
      groupsByName.get(normaliseHeading(name))?.length === 1 &&
      !name.includes(';') &&
      !isClearListText(name) &&
      normaliseHeading(name) !== ''
        ? name
        : id,
    ]),
  );
  return (id) => uniqueNames.get(id) ?? id;
}

export function menuFileName(places: readonly FileLocation[], day: DateText): string {
  const [only] = places;
  return `menu-${only && places.length === 1 ? only.id : 'locations'}-${day}.csv`;
}
