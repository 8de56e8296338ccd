import type { Language } from '@tiffin/domain/core';
import { saidAs, type Translation } from '@tiffin/domain/menu';
import type { Selectable } from 'kysely';
import type { Schema, TextOf } from '../../platform/db/schema.ts';
import type { GroupRow } from './dish-groups.ts';

export type MenuText = Omit<Selectable<Schema['texts']>, 'updated_at'>;

/** Texts by what they are of. */
export function byOwner(
  texts: readonly MenuText[],
): (kind: TextOf, within: string, id: string, field: string) => Translation | undefined {
  const all = new Map(texts.map((text) => [keyOfText(text), text]));
  return (kind, within, id, field) => all.get(keyOfText({ kind, within, id, field }));
}

/** No id has a line break in it. */
export function keyOfText({ kind, within, id, field }: Pick<MenuText, 'kind' | 'within' | 'id' | 'field'>): string {
  return [kind, within, id, field].join('\n');
}

/** As far as a menu has words. */
interface Sayable {
  readonly texts: readonly MenuText[] | null;
  readonly dishes: readonly Pick<
    Selectable<Schema['menu_items']>,
    'id' | 'location_id' | 'chain_id' | 'name' | 'description'
  >[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  readonly groups: readonly GroupRow[] | null;
}

/**
 * What was read of a menu, said in a language; null: in the house's own. A dish is found by its names in every language,
 * whichever the menu is in.
 */
export function sayRow<Row extends Sayable>(row: Row, language: Language | null): Row {
  const { texts } = row;
  if (!texts) return row;
  const find = byOwner(texts.filter((text) => text.language === language));
  const languages = [...new Set(texts.map((text) => text.language))];
  const inAll = languages.map((each) => byOwner(texts.filter((text) => text.language === each)));
  return {
    ...row,
    dishes: row.dishes.map((dish) => {
      const { id, name, description, location_id: at, chain_id: chainId } = dish;
      const saidOf = (by: typeof find, field: 'name' | 'description', own: string) =>
        saidAs(own, by('dish', at, id, field), chainId === null ? null : by('chain-dish', '', chainId, field));
      const said = saidOf(find, 'name', name);
      const names = [name, ...inAll.map((by) => saidOf(by, 'name', name))];
      const others = [...new Set(names)].filter((each) => each !== said);
      return {
        ...dish,
        name: said,
        description: saidOf(find, 'description', description),
        ...(others.length > 0 && { also: others }),
      };
    }),
    categories: row.categories.map((category) => ({
      ...category,
      name: saidAs(category.name, find('category', '', category.id, 'name')),
    })),
    groups:
      row.groups?.map((group) => ({
        ...group,
        name: saidAs(group.name, find('group', '', group.id, 'name')),
        options: group.options.map((option) => ({
          ...option,
          name: saidAs(option.name, find('option', group.id, option.id, 'name')),
        })),
      })) ?? null,
  };
}
