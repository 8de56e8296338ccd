import type { AnswerOf } from '@tiffin/contract';
import type { getLocationMenu } from '@tiffin/contract/menu';
import { toDollars } from '@tiffin/domain/core';
import { isSpecialAt, specialWindow } from '@tiffin/domain/menu';
import { KeptBody } from '../../http/kept-body.ts';
import type { Dish, MenuAt } from './menu-at.ts';

type Menu = AnswerOf<typeof getLocationMenu>;

/** A menu as guests read it. */
export function menuAnswer(menu: MenuAt, now: Date): Menu {
  const items = [...menu.dishes.values()].map((dish) => itemAnswer(dish, now, menu.location.time_zone));
  return {
    locationId: menu.location.id,
    items,
    categories: menu.categories.flatMap(({ id, name, is_default: isDefault }) => {
      const count = items.filter((item) => item.category === id).length;
      return count === 0 ? [] : [{ id, name, isDefault, count }];
    }),
    version: menu.location.menu_version,
  };
}

function itemAnswer({ row, price }: Dish, now: Date, zone: string): Menu['items'][number] {
  const special = {
    isTodaysSpecial: row.is_todays_special,
    specialStartDate: row.special_start_date,
    specialEndDate: row.special_end_date,
  };
  return {
    id: row.id,
    menuItemId: row.id,
    name: row.name,
    description: row.description,
    price: toDollars(price),
    category: row.category,
    spiceLevel: row.spice_level,
    prepTime: row.prep_time,
    calories: row.calories,
    isVegetarian: row.is_vegetarian,
    isVegan: row.is_vegan,
    isGlutenFree: row.is_gluten_free,
    isPopular: row.is_popular,
    isAvailable: row.is_available,
    ...special,
    isTodaysSpecial: isSpecialAt(special, now, zone),
    image: row.image,
    imageUrl: row.image,
    art: row.art,
    tags: row.tags,
    allergens: row.allergens,
    maxQuantity: row.max_quantity,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

interface Kept {
  readonly body: KeptBody;
  readonly from: Date;
  readonly until: Date;
}

const kept = new WeakMap<MenuAt, Kept>();

/** The menu's JSON, made once for each of its versions, and anew when a special begins or ends. */
export function menuBody(menu: MenuAt, now: Date): KeptBody {
  const there = kept.get(menu);
  if (there && there.from <= now && now < there.until) return there.body;
  const body = new KeptBody(JSON.stringify({ success: true, ...menuAnswer(menu, now) }), 'application/json');
  kept.set(menu, { body, ...betweenSpecials(menu, now) });
  return body;
}

/** The stretch around this instant in which no special begins or ends. */
export function betweenSpecials(menu: MenuAt, now: Date): { from: Date; until: Date } {
  let from = new Date(0);
  let until = new Date(8.64e15);
  for (const { row } of menu.dishes.values()) {
    const { special_start_date: start, special_end_date: end } = row;
    if (!row.is_todays_special || start === null || end === null) continue;
    const window = specialWindow(start, end, menu.location.time_zone);
    for (const edge of [window.from, window.to]) {
      if (edge <= now && edge > from) from = edge;
      if (edge > now && edge < until) until = edge;
    }
  }
  return { from, until };
}
