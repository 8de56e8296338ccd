import type { ResponseOf } from '@tiffin/contract';
import { currentLanguage, type Language } from '@tiffin/domain/core';
import { daypartBoundaries, specialWindow } from '@tiffin/domain/menu';
import { heatGroupAt, translateHeatNames, toWireGroup } from '@tiffin/domain/options';
import { CachedResponse } from '../../../platform/http/cached-response.ts';
import { menuItemAnswer } from './item-answer.ts';
import type { DishRow, LocationMenu } from './location-menu.ts';
import { isHidden } from '../../locations/queries.ts';

function menuAnswer(menu: LocationMenu, now: Date): ResponseOf<'getLocationMenu'> {
  const { until } = unchangedPeriod(menu, now);
  const items = [...menu.dishes.values()].map((dish) => menuItemAnswer(dish.row, menu.location.time_zone, now));
  return {
    locationId: menu.location.id,
    items,
    categories: menu.categories.flatMap(({ id, name, is_default: isDefault, art }) => {
      const count = items.filter((item) => item.category === id).length;
      return count === 0 ? [] : [{ id, name, isDefault, count, art }];
    }),
    heats: menu.heats && toWireGroup(translateHeatNames(heatGroupAt(menu.heats, now))),
    version: menu.location.menu_version,
    changesAt: until.getTime() < NEVER ? until.toISOString() : null,
  };
}

interface CachedMenu {
  readonly language: Language;
  readonly response: CachedResponse;
  /** In milliseconds: comparing two Dates is a hundred times slower, and this happens for every reader. */
  readonly from: number;
  readonly until: number;
}

const cache = {
  en: new WeakMap<LocationMenu, CachedMenu>(),
  fr: new WeakMap<LocationMenu, CachedMenu>(),
} satisfies Record<Language, WeakMap<LocationMenu, CachedMenu>>;
const scheduledCache = new WeakMap<LocationMenu, readonly CachedMenu[]>();
/** Orders are scheduled for few times; requests for more times only evict the oldest entry. */
const MAX_SCHEDULED_MENUS = 8;
/** The compression of a menu that few clients read: stronger compression would take longer than sending it. */
const SCHEDULED_QUALITY = 4;

/**
 * The menu as JSON, built once for each version and again when a special begins or ends or a dish is available again.
 * Null for an unknown location.
 */
export function menuResponse(menu: LocationMenu | null, now: Date): CachedResponse | null {
  if (!menu || isHidden(menu.location)) return null;
  const menus = cache[currentLanguage()];
  const cached = menus.get(menu);
  if (cached && isValidAt(cached, now)) return cached.response;
  const rendered = renderMenu(menu, now);
  menus.set(menu, rendered);
  return rendered.response;
}

/** The menu of another time, cached separately so that these requests do not evict the current menu. */
export function scheduledMenuResponse(menu: LocationMenu, at: Date): CachedResponse {
  const cached = cachedScheduledMenu(menu, at);
  if (cached) return cached;
  const rendered = renderMenu(menu, at, SCHEDULED_QUALITY);
  scheduledCache.set(menu, [rendered, ...(scheduledCache.get(menu) ?? []).slice(0, MAX_SCHEDULED_MENUS - 1)]);
  return rendered.response;
}

/** The menu of another time, if it is cached. */
export function cachedScheduledMenu(menu: LocationMenu, at: Date): CachedResponse | null {
  return (
    scheduledCache.get(menu)?.find((each) => each.language === currentLanguage() && isValidAt(each, at))?.response ??
    null
  );
}

function isValidAt({ from, until }: CachedMenu, at: Date): boolean {
  const time = at.getTime();
  return from <= time && time < until;
}

function renderMenu(menu: LocationMenu, at: Date, quality?: number): CachedMenu {
  const body = JSON.stringify({ success: true, ...menuAnswer(menu.in(currentLanguage()), at) });
  const response = new CachedResponse(body, 'application/json', { vary: 'accept-encoding, accept-language' }, quality);
  const { from, until } = unchangedPeriod(menu, at);
  return { language: currentLanguage(), response, from: from.getTime(), until: until.getTime() };
}

/** The last time that a Date can hold. */
const NEVER = 8.64e15;

/** The period around `now` in which no special or daypart begins or ends and no sold-out dish returns. */
function unchangedPeriod(menu: LocationMenu, now: Date): { from: Date; until: Date } {
  let from = new Date(0);
  let until = new Date(NEVER);
  for (const { row, soldOutUntil } of menu.dishes.values()) {
    const groups = row.heats ? [...row.groups, row.heats] : row.groups;
    const options = groups.flatMap((group) => group.options.flatMap((option) => option.soldOutUntil ?? []));
    for (const boundary of [
      ...specialBoundaries(row, menu.location.time_zone),
      ...(soldOutUntil ? [soldOutUntil] : []),
      ...(row.hours ? daypartBoundaries(row.hours, now) : []),
      ...options,
    ]) {
      if (boundary <= now && boundary > from) from = boundary;
      if (boundary > now && boundary < until) until = boundary;
    }
  }
  return { from, until };
}

function specialBoundaries(
  { special_start_date: start, special_end_date: end, ...row }: DishRow,
  zone: string,
): Date[] {
  if (!row.is_todays_special || start === null || end === null) return [];
  const { from, to } = specialWindow(start, end, zone);
  return [from, to];
}
