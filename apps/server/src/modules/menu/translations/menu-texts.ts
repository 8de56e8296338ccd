import type { ResponseOf } from '@tiffin/contract';
import type { Language } from '@tiffin/domain/core';
import {
  byCategoryAndName,
  TRANSLATION_LIMITS,
  translationState,
  translationOf,
  type TextKind,
} from '@tiffin/domain/menu';
import { HEAT_GROUP, isDefaultHeatName } from '@tiffin/domain/options';
import { isAdmin, menusWithoutAccess, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { readOptionGroups } from '../options/dish-groups.ts';
import { blockingLocations, readGroupUsage } from '../options/option-groups.ts';
import { translationFinder } from './translate-menu.ts';

export type MenuTextAnswer = ResponseOf<'getMenuTranslations'>['texts'][number];

/** A text in the restaurant's own language. */
export interface OwnText {
  readonly kind: TextKind;
  /** The location of a dish, the group of an option. */
  readonly within: string;
  readonly id: string;
  readonly field: string;
  /** The name of the dish or, of an option, that of its group. */
  readonly name: string;
  /** The text itself. */
  readonly own: string;
  /** The shared dish it belongs to, and whether its text is the same there. */
  readonly chainId: string | null;
  readonly isSharedText: boolean;
}

/** All texts of a menu in the restaurant's own language, without empty ones. */
export async function readOwnTexts(db: Db | Tx, actor: Actor, locationId: string): Promise<OwnText[]> {
  const dishes = await db
    .selectFrom('menu_items as m')
    .leftJoin('chain_dishes as c', 'c.id', 'm.chain_id')
    .selectAll('m')
    .select(['c.name as chain_name', 'c.description as chain_description'])
    .where('m.location_id', '=', locationId)
    .execute();
  const categories = await db.selectFrom('menu_categories').selectAll().orderBy('position').orderBy('id').execute();
  const usedCategories = new Set(dishes.map(({ category }) => category));
  const ownTexts: OwnText[] = [
    ...dishes.toSorted(byCategoryAndName).flatMap((dish) =>
      (['name', 'description'] as const).map((field): OwnText => ({
        kind: 'dish',
        within: locationId,
        id: dish.id,
        field,
        name: dish.name,
        own: dish[field],
        chainId: dish.chain_id,
        isSharedText: dish[`chain_${field}`] === dish[field],
      })),
    ),
    ...categories
      .filter(({ id }) => usedCategories.has(id))
      .map(({ id, name }) => ownText({ kind: 'category', id, own: name })),
    ...(await groupsOnMenu(db, locationId)).flatMap((group) => [
      ownText({ kind: 'group', id: group.id, own: group.name }),
      // An option that is part of a combo has the name of its dish.
      ...group.options.flatMap(({ id, name: own, dish_id: dishId }) =>
        dishId === null ? [ownText({ kind: 'option', within: group.id, id, name: group.name, own })] : [],
      ),
    ]),
    ...(isAdmin(actor) ? await readSiteTexts(db) : []),
  ];
  return ownTexts.filter((entry) => entry.own !== '');
}

/** A text that belongs to no dish. */
function ownText(values: Pick<OwnText, 'kind' | 'id' | 'own'> & Partial<OwnText>): OwnText {
  return { within: '', field: 'name', name: '', chainId: null, isSharedText: false, ...values };
}

/** The groups of a location's dishes and those that their options open. */
async function groupsOnMenu(db: Db | Tx, locationId: string) {
  const groups = await readOptionGroups(db);
  const groupIds = await db
    .selectFrom('dish_groups')
    .select('group_id')
    .distinct()
    .where('location_id', '=', locationId)
    .execute();
  const heats = groups.get(HEAT_GROUP);
  // The default heat levels are already translated by the product.
  const hasOwnHeats = heats && [heats, ...heats.options].some(({ name }) => !isDefaultHeatName(name));
  const ids = new Set([...groupIds.map(({ group_id: id }) => id), ...(hasOwnHeats ? [HEAT_GROUP] : [])]);
  const opened = [...groups.values()]
    .filter(({ id }) => ids.has(id))
    .flatMap(({ options }) => options.flatMap(({ opens_group_id: id }) => id ?? []));
  const all = new Set([...ids, ...opened]);
  return [...groups.values()].filter(({ id }) => all.has(id));
}

async function readSiteTexts(db: Db | Tx): Promise<OwnText[]> {
  const site = await readSite(db);
  return SITE_FIELDS.map((field) => ownText({ kind: 'house', id: SITE_ID, field, own: site[field] }));
}

/** The only id of the texts of the site, whose kind is `house`. */
export const SITE_ID = 'site';
/** The settings of the site that are translated. */
export const SITE_FIELDS = Object.keys(TRANSLATION_LIMITS.house) as (keyof typeof TRANSLATION_LIMITS.house)[];

export async function readMenuTexts(
  db: Db | Tx,
  actor: Actor,
  { locationId, language }: { readonly locationId: string; readonly language: Language },
): Promise<MenuTextAnswer[]> {
  const own = await readOwnTexts(db, actor, locationId);
  const find = translationFinder(await db.selectFrom('texts').selectAll().where('language', '=', language).execute());
  const blockersOf = await readBlockingLocations(db, actor, own);
  return own.map((each) => {
    const { kind, within, id, field, name, own: text, chainId } = each;
    const blockers = blockersOf(each);
    const translations = [
      find(kind, within, id, field),
      chainId === null ? undefined : find('chain-dish', '', chainId, field),
    ] as const;
    const translation = translationOf(text, ...translations);
    return {
      kind,
      id,
      field,
      groupId: kind === 'option' ? within : null,
      name,
      own: text,
      text: translation?.text ?? null,
      madeFrom: translation?.of ?? null,
      state: translationState(text, ...translations),
      heldBy: blockers.length > 0 ? blockers : undefined,
    };
  });
}

/**
 * The names of the locations that prevent the actor from translating a category, group or option: it is on their
 * menus, which the actor may not edit.
 */
export async function readBlockingLocations(
  db: Db | Tx,
  actor: Actor,
  texts: readonly Pick<OwnText, 'kind' | 'within' | 'id'>[],
): Promise<(entry: Pick<OwnText, 'kind' | 'within' | 'id'>) => string[]> {
  if (isAdmin(actor) || texts.every(({ kind }) => kind === 'dish')) return () => [];
  const ids = new Set(texts.filter(({ kind }) => kind === 'category').map(({ id }) => id));
  const categories = await locationsOfCategories(db, [...ids]);
  const groups = await readOptionGroups(db);
  const usage = await readGroupUsage(db);
  return ({ kind, within, id }) => {
    if (kind === 'group' || kind === 'option')
      return blockingLocations(actor, kind === 'group' ? id : within, groups, usage);
    if (kind !== 'category') return [];
    return menusWithoutAccess(actor, categories.get(id) ?? []).map((location) => location.name);
  };
}

/** What a refusal calls a text that is shared between locations: its name or, for an option, that of its group. */
export function sharedName({ kind, name, own }: Pick<OwnText, 'kind' | 'name' | 'own'>): string {
  return kind === 'option' ? name : own;
}

/** The locations with a dish in each of these categories. */
async function locationsOfCategories(
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
