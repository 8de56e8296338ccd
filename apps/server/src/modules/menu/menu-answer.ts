import type { AnswerOf } from '@tiffin/contract';
import type { getLocationMenu } from '@tiffin/contract/menu';
import { specialWindow } from '@tiffin/domain/menu';
import { CachedResponse } from '../../http/cached-response.ts';
import { menuItemAnswer } from './item-answer.ts';
import type { DishRow, MenuAt } from './menu-at.ts';

type Menu = AnswerOf<typeof getLocationMenu>;

/** A menu as guests read it. */
export function menuAnswer(menu: MenuAt, now: Date): Menu {
  const items = [...menu.dishes.values()].map((dish) => menuItemAnswer(dish.row, menu.location.time_zone, now));
  return {
    locationId: menu.location.id,
    items,
    categories: menu.categories.flatMap(({ id, name, is_default: isDefault, art }) => {
      const count = items.filter((item) => item.category === id).length;
      return count === 0 ? [] : [{ id, name, isDefault, count, art }];
    }),
    version: menu.location.menu_version,
  };
}

interface Kept {
  readonly response: CachedResponse;
  /** Milliseconds: two Dates are compared a hundred times slower, and this is done for every reader. */
  readonly from: number;
  readonly until: number;
}

const kept = new WeakMap<MenuAt, Kept>();

/**
 * The menu's JSON, made once for each of its versions, and anew when a special begins or ends or a dish is back; null
 * for a location that is not there.
 */
export function menuResponse(menu: MenuAt | null, now: Date): CachedResponse | null {
  if (!menu || menu.location.deleted_at) return null;
  const there = kept.get(menu);
  const at = now.getTime();
  if (there && there.from <= at && at < there.until) return there.response;
  const response = new CachedResponse(JSON.stringify({ success: true, ...menuAnswer(menu, now) }), 'application/json');
  const { from, until } = unchanged(menu, now);
  kept.set(menu, { response, from: from.getTime(), until: until.getTime() });
  return response;
}

/** The stretch around this instant in which no special begins or ends, and nothing that ran out is back. */
function unchanged(menu: MenuAt, now: Date): { from: Date; until: Date } {
  let from = new Date(0);
  let until = new Date(8.64e15);
  for (const { row, soldOutUntil } of menu.dishes.values()) {
    const options = row.groups.flatMap((group) => group.options.flatMap((option) => option.soldOutUntil ?? []));
    for (const edge of [
      ...specialEdges(row, menu.location.time_zone),
      ...(soldOutUntil ? [soldOutUntil] : []),
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
