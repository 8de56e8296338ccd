import { writeCsv } from '../core/csv.ts';
import type { DateText } from '../core/time.ts';
import { DIETS } from '../menu/diet.ts';
import { optionStockId } from '../options/portions.ts';
import type { OptionGroup } from '../options/types.ts';
import { isClearListText } from './cells.ts';
import { MOST_LETTERS } from './file-table.ts';
import { normaliseHeading, type FileLocation } from './fields.ts';
import type { SharedCategoriesAndGroups, ExistingLocationMenu, PresentDish } from './plan-types.ts';
import { groupDefinitionText, hasDefinition, parseGroupDefinition } from './option-definition.ts';
import { textColumns } from './text-columns.ts';
import { valueText, type FileNames } from './value-text.ts';

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
  const groupName = nameFinder(groups);
  const names = { categoryName: nameFinder(categories), groupText: groupName, optionName: (name: string) => name };
  const definitions = { ...names, groupText: definitionFinder(groups, groupName) };
  const languageColumns = textColumns(otherLanguages);
  const row = (dish: PresentDish) => [
    dish.id,
    ...COLUMNS.map(([, field]) =>
      field === 'groups' ? groupsText(dish, definitions, names) : valueText(field, dish, names),
    ),
    ...languageColumns.map((column) => dish.texts?.[column] ?? ''),
  ];
  return writeCsv(
    [...(several ? ['location'] : []), 'id', ...COLUMNS.map(([heading]) => heading), ...languageColumns],
    menus.flatMap(({ place, dishes }) => dishes.map((dish) => [...(several ? [place.name] : []), ...row(dish)])),
  );
}

/** The groups of a dish with their options, or only their names if those would be too much for one cell. */
function groupsText(dish: PresentDish, definitions: FileNames, names: FileNames): string {
  const text = valueText('groups', dish, definitions);
  return text.length > MOST_LETTERS ? valueText('groups', dish, names) : text;
}

/** Returns a function that gives the definition of a group, or its name if a file cannot define it or another group is the same. */
function definitionFinder(groups: readonly OptionGroup[], nameOf: (id: string) => string): FileNames['groupText'] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const groupsByName = Map.groupBy(groups, ({ name }) => normaliseHeading(name));
  const isSingle = (text: string, { name }: OptionGroup) => {
    const definition = parseGroupDefinition(text);
    const namesakes = groupsByName.get(normaliseHeading(name)) ?? [];
    return 'value' in definition && namesakes.filter((each) => hasDefinition(each, definition.value)).length === 1;
  };
  return (id, optionCosts) => {
    const group = byId.get(id);
    const costOf = (optionId: string) => optionCosts[optionStockId(id, optionId)] ?? null;
    const text = group ? groupDefinitionText(group, costOf) : null;
    return group && text !== null && isSingle(text, group) ? text : nameOf(id);
  };
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
