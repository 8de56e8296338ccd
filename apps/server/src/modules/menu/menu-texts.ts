import type { AnswerOf } from '@tiffin/contract';
import type { getMenuTexts } from '@tiffin/contract/menu-texts';
import type { Language } from '@tiffin/domain/core';
import { byCategoryAndName, TEXT_LIMITS_OF, textState, translationOf, type TextKind } from '@tiffin/domain/menu';
import { HEAT_GROUP, isFirstHeatName } from '@tiffin/domain/options';
import { isAdmin, menusOfOthers, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { readSite } from '../settings/site.ts';
import { readGroups } from './dish-groups.ts';
import { placesHolding, readUsedBy } from './option-groups.ts';
import { byOwner } from './say-menu.ts';

export type MenuTextAnswer = AnswerOf<typeof getMenuTexts>['texts'][number];

/** A text in the house's own language. */
export interface OwnText {
  readonly kind: TextKind;
  /** Of a dish its place, of an option its group. */
  readonly within: string;
  readonly id: string;
  readonly field: string;
  readonly name: string;
  readonly own: string;
  /** The dish of all places that it is, and whether it says what that does. */
  readonly chainId: string | null;
  readonly saysChains: boolean;
}

/** All that a menu says in the house's own language; nothing is said of what has no words. */
export async function readOwnTexts(db: Db | Tx, actor: Actor, locationId: string): Promise<OwnText[]> {
  const dishes = await db
    .selectFrom('menu_items as m')
    .leftJoin('chain_dishes as c', 'c.id', 'm.chain_id')
    .selectAll('m')
    .select(['c.name as chain_name', 'c.description as chain_description'])
    .where('m.location_id', '=', locationId)
    .execute();
  const categories = await db.selectFrom('menu_categories').selectAll().orderBy('position').orderBy('id').execute();
  const used = new Set(dishes.map(({ category }) => category));
  const own: OwnText[] = [
    ...dishes.toSorted(byCategoryAndName).flatMap((dish) =>
      (['name', 'description'] as const).map((field): OwnText => ({
        kind: 'dish',
        within: locationId,
        id: dish.id,
        field,
        name: dish.name,
        own: dish[field],
        chainId: dish.chain_id,
        saysChains: dish[`chain_${field}`] === dish[field],
      })),
    ),
    ...categories.filter(({ id }) => used.has(id)).map(({ id, name }) => plain('category', '', id, 'name', '', name)),
    ...(await groupsOnMenu(db, locationId)).flatMap((group) => [
      plain('group', '', group.id, 'name', '', group.name),
      // A part of a combo has the name of its dish.
      ...group.options.flatMap((option) =>
        option.dish_id === null ? [plain('option', group.id, option.id, 'name', group.name, option.name)] : [],
      ),
    ]),
    ...(isAdmin(actor) ? await ofTheHouse(db) : []),
  ];
  return own.filter((text) => text.own !== '');
}

function plain(kind: TextKind, within: string, id: string, field: string, name: string, own: string): OwnText {
  return { kind, within, id, field, name, own, chainId: null, saysChains: false };
}

/** The groups that a place's dishes have, and what an option of them opens. */
async function groupsOnMenu(db: Db | Tx, locationId: string) {
  const groups = await readGroups(db);
  const placed = await db
    .selectFrom('dish_groups')
    .select('group_id')
    .distinct()
    .where('location_id', '=', locationId)
    .execute();
  const heats = groups.get(HEAT_GROUP);
  // What a house begins with is said in every language already.
  const hasOwnHeats = heats && [heats, ...heats.options].some(({ name }) => !isFirstHeatName(name));
  const ids = new Set([...placed.map(({ group_id: id }) => id), ...(hasOwnHeats ? [HEAT_GROUP] : [])]);
  const opened = [...groups.values()]
    .filter(({ id }) => ids.has(id))
    .flatMap(({ options }) => options.flatMap(({ opens_group_id: id }) => id ?? []));
  const all = new Set([...ids, ...opened]);
  return [...groups.values()].filter(({ id }) => all.has(id));
}

async function ofTheHouse(db: Db | Tx): Promise<OwnText[]> {
  const site = await readSite(db);
  return HOUSE_FIELDS.map((field) => plain('house', '', HOUSE, field, '', site[field]));
}

/** There is one. */
export const HOUSE = 'site';
export const HOUSE_FIELDS = Object.keys(TEXT_LIMITS_OF.house) as (keyof typeof TEXT_LIMITS_OF.house)[];

/** A menu's texts with what they are in another language. */
export async function readMenuTexts(
  db: Db | Tx,
  actor: Actor,
  { locationId, language }: { readonly locationId: string; readonly language: Language },
): Promise<MenuTextAnswer[]> {
  const own = await readOwnTexts(db, actor, locationId);
  const find = byOwner(await db.selectFrom('texts').selectAll().where('language', '=', language).execute());
  const holding = await readHolding(db, actor, own);
  return own.map((each) => {
    const { kind, within, id, field, name, own: text, chainId } = each;
    const heldBy = holding(each);
    const kept = [
      find(kind, within, id, field),
      chainId === null ? undefined : find('chain-dish', '', chainId, field),
    ] as const;
    const said = translationOf(text, ...kept);
    return {
      kind,
      id,
      field,
      groupId: kind === 'option' ? within : null,
      name,
      own: text,
      text: said?.text ?? null,
      madeFrom: said?.of ?? null,
      state: textState(text, ...kept),
      ...(heldBy.length > 0 && { heldBy }),
    };
  });
}

/**
 * The places, by name, that keep somebody from saying a category, a group or an option in another language: it stands on
 * their menus, and they do not edit those.
 */
export async function readHolding(
  db: Db | Tx,
  actor: Actor,
  texts: readonly Pick<OwnText, 'kind' | 'within' | 'id'>[],
): Promise<(text: Pick<OwnText, 'kind' | 'within' | 'id'>) => string[]> {
  if (isAdmin(actor) || texts.every(({ kind }) => kind === 'dish')) return () => [];
  const ids = new Set(texts.filter(({ kind }) => kind === 'category').map(({ id }) => id));
  const categories = await placesOfCategories(db, [...ids]);
  const groups = await readGroups(db);
  const used = await readUsedBy(db);
  return ({ kind, within, id }) => {
    if (kind === 'group' || kind === 'option')
      return placesHolding(actor, kind === 'group' ? id : within, groups, used);
    if (kind !== 'category') return [];
    return menusOfOthers(actor, categories.get(id) ?? []).map((place) => place.name);
  };
}

/** What others share of it: an option is its group's. */
export function sharedName({ kind, name, own }: Pick<OwnText, 'kind' | 'name' | 'own'>): string {
  return kind === 'option' ? name : own;
}

/** Where a dish stands in each of these categories. */
async function placesOfCategories(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly locationId: string; readonly name: string }[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('menu_items as m')
    .innerJoin('locations as l', 'l.id', 'm.location_id')
    .select(['m.category', 'l.id as locationId', 'l.name'])
    .distinct()
    .where('m.category', 'in', [...ids])
    .where('l.deleted_at', 'is', null)
    .orderBy('l.name')
    .execute();
  return Map.groupBy(rows, ({ category }) => category);
}
