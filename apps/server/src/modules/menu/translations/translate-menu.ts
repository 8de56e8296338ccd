import type { Language } from '@tiffin/domain/core';
import { translatedText, type Translation } from '@tiffin/domain/menu';
import type { Row, TextOwnerKind } from '../../../platform/db/schema.ts';
import type { GroupRow } from '../options/dish-groups.ts';

/** A stored translation. */
export type MenuText = Omit<Row<'texts'>, 'updated_at'>;

/** A function that finds the translation of a text. All texts must be in one language. */
export function translationFinder(
  texts: readonly MenuText[],
): (kind: TextOwnerKind, within: string, id: string, field: string) => Translation | undefined {
  const all = new Map(texts.map((entry) => [keyOfText(entry), entry]));
  return (kind, within, id, field) => all.get(keyOfText({ kind, within, id, field }));
}

/** The separator is a line break, which no id contains. */
export function keyOfText({ kind, within, id, field }: Pick<MenuText, 'kind' | 'within' | 'id' | 'field'>): string {
  return [kind, within, id, field].join('\n');
}

interface TranslatableRow {
  readonly texts: readonly MenuText[] | null;
  readonly dishes: readonly Pick<Row<'menu_items'>, 'id' | 'location_id' | 'chain_id' | 'name' | 'description'>[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  readonly groups: readonly GroupRow[] | null;
}

/**
 * Translates a menu row; null stands for the restaurant's own language. A dish is found by its names in every
 * language.
 */
export function translateRow<Item extends TranslatableRow>(row: Item, language: Language | null): Item {
  const { texts } = row;
  if (!texts) return row;
  const find = translationFinder(texts.filter((entry) => entry.language === language));
  const languages = [...new Set(texts.map((entry) => entry.language))];
  const finders = languages.map((each) => translationFinder(texts.filter((entry) => entry.language === each)));
  return {
    ...row,
    dishes: row.dishes.map((dish) => {
      const { id, name, description, location_id: at, chain_id: chainId } = dish;
      const translate = (finder: typeof find, field: 'name' | 'description', own: string) =>
        translatedText(
          own,
          finder('dish', at, id, field),
          chainId === null ? null : finder('chain-dish', '', chainId, field),
        );
      const translatedName = translate(find, 'name', name);
      const names = [name, ...finders.map((finder) => translate(finder, 'name', name))];
      const otherNames = [...new Set(names)].filter((each) => each !== translatedName);
      return {
        ...dish,
        name: translatedName,
        description: translate(find, 'description', description),
        also: otherNames.length > 0 ? otherNames : undefined,
      };
    }),
    categories: row.categories.map((category) => ({
      ...category,
      name: translatedText(category.name, find('category', '', category.id, 'name')),
    })),
    groups:
      row.groups?.map((group) => ({
        ...group,
        name: translatedText(group.name, find('group', '', group.id, 'name')),
        options: group.options.map((option) => ({
          ...option,
          name: translatedText(option.name, find('option', group.id, option.id, 'name')),
        })),
      })) ?? null,
  };
}
