import type { AnswerOf } from '@tiffin/contract';
import type { getLocationMenu } from '@tiffin/contract/menu';
import { language, type Language } from '@tiffin/domain/core';
import { hourEdges, specialWindow } from '@tiffin/domain/menu';
import { heatsAt, saidHeats, toWireGroup } from '@tiffin/domain/options';
import { CachedResponse } from '../../platform/http/cached-response.ts';
import { menuItemAnswer } from './item-answer.ts';
import type { DishRow, MenuAt } from './menu-at.ts';

type Menu = AnswerOf<typeof getLocationMenu>;

/** A menu as guests read it. */
function menuAnswer(menu: MenuAt, now: Date): Menu {
  const { until } = unchanged(menu, now);
  const items = [...menu.dishes.values()].map((dish) => menuItemAnswer(dish.row, menu.location.time_zone, now));
  return {
    locationId: menu.location.id,
    items,
    categories: menu.categories.flatMap(({ id, name, is_default: isDefault, art }) => {
      const count = items.filter((item) => item.category === id).length;
      return count === 0 ? [] : [{ id, name, isDefault, count, art }];
    }),
    ...(menu.heats && { heats: toWireGroup(saidHeats(heatsAt(menu.heats, now))) }),
    version: menu.location.menu_version,
    changesAt: until.getTime() < NEVER ? until.toISOString() : null,
  };
}

interface Kept {
  readonly language: Language;
  readonly response: CachedResponse;
  /** Milliseconds: two Dates are compared a hundred times slower, and this is done for every reader. */
  readonly from: number;
  readonly until: number;
}

const kept = { en: new WeakMap<MenuAt, Kept>(), fr: new WeakMap<MenuAt, Kept>() } satisfies Record<
  Language,
  WeakMap<MenuAt, Kept>
>;
const keptThen = new WeakMap<MenuAt, readonly Kept[]>();
/** Orders are wanted at few times; whoever asks for many others only makes the oldest go. */
const MOST_THEN = 8;
/** Few read it: to make it smaller still would take longer than to send it. */
const QUALITY_THEN = 4;

/**
 * The menu's JSON, made once for each of its versions, and anew when a special begins or ends or a dish is back; null
 * for a location that is not there.
 */
export function menuResponse(menu: MenuAt | null, now: Date): CachedResponse | null {
  if (!menu || menu.location.deleted_at) return null;
  const spoken = kept[language()];
  const there = spoken.get(menu);
  if (there && holds(there, now)) return there.response;
  const made = makeAt(menu, now);
  spoken.set(menu, made);
  return made.response;
}

/** The same of another time, kept beside it: whoever asks for times has everybody else's menu made no more often. */
export function menuResponseThen(menu: MenuAt, at: Date): CachedResponse {
  const there = heldThen(menu, at);
  if (there) return there;
  const made = makeAt(menu, at, QUALITY_THEN);
  keptThen.set(menu, [made, ...(keptThen.get(menu) ?? []).slice(0, MOST_THEN - 1)]);
  return made.response;
}

/** If it was asked for lately. */
export function heldThen(menu: MenuAt, at: Date): CachedResponse | null {
  return keptThen.get(menu)?.find((each) => each.language === language() && holds(each, at))?.response ?? null;
}

function holds({ from, until }: Kept, at: Date): boolean {
  const time = at.getTime();
  return from <= time && time < until;
}

function makeAt(menu: MenuAt, at: Date, quality?: number): Kept {
  const body = JSON.stringify({ success: true, ...menuAnswer(menu.in(language()), at) });
  const response = new CachedResponse(body, 'application/json', { vary: 'accept-encoding, accept-language' }, quality);
  const { from, until } = unchanged(menu, at);
  return { language: language(), response, from: from.getTime(), until: until.getTime() };
}

const NEVER = 8.64e15;

/** The stretch around this instant in which no special and no daypart begins or ends, and nothing that ran out is back. */
function unchanged(menu: MenuAt, now: Date): { from: Date; until: Date } {
  let from = new Date(0);
  let until = new Date(NEVER);
  for (const { row, soldOutUntil } of menu.dishes.values()) {
    const groups = row.heats ? [...row.groups, row.heats] : row.groups;
    const options = groups.flatMap((group) => group.options.flatMap((option) => option.soldOutUntil ?? []));
    for (const edge of [
      ...specialEdges(row, menu.location.time_zone),
      ...(soldOutUntil ? [soldOutUntil] : []),
      ...(row.hours ? hourEdges(row.hours, now) : []),
      ...options,
    ]) {
      if (edge <= now && edge > from) from = edge;
      if (edge > now && edge < until) until = edge;
    }
  }
  return { from, until };
}

function specialEdges({ special_start_date: start, special_end_date: end, ...row }: DishRow, zone: string): Date[] {
  if (!row.is_todays_special || start === null || end === null) return [];
  const { from, to } = specialWindow(start, end, zone);
  return [from, to];
}
