import type { ResponseOf } from '@tiffin/contract';
import type { menuItem } from '@tiffin/contract/menu/menu';
import { cents, toDollars } from '@tiffin/domain/core';
import { dishAtTime, hoursText, isSoldOut, isSpecialAt, type MenuItem } from '@tiffin/domain/menu';
import {
  emptyGroup,
  groupsAt,
  heatGroupAt,
  hoursOfEmptyGroup,
  lowestPrice,
  toWireGroup,
  withHeatGroup,
} from '@tiffin/domain/options';
import type { z } from 'zod';
import type { Row } from '../../../platform/db/schema.ts';
import { sharedValuesOf } from './dish-values.ts';
import { dishGroupOf, dollarsById } from '../options/dish-groups.ts';
import type { WithGroups } from '../options/items-with-groups.ts';

/** A dish's row. Its timestamps are text when it comes from a JSON aggregate. */
export type MenuItemRow = Omit<Row<'menu_items'>, 'created_at' | 'updated_at' | 'sold_out_until'> & {
  readonly created_at: Date | string;
  readonly updated_at: Date | string;
  readonly sold_out_until: Date | string | null;
  /** Portions left, if stock is tracked. */
  readonly left?: number | null;
  /** Its names in the other languages. */
  readonly also?: readonly string[];
};

export type MenuItemAnswer = z.input<typeof menuItem>;
export type EditedItemAnswer = ResponseOf<'getLocationMenuAdmin'>['items'][number];

/** A dish as guests see it now: a special only on its days, and unavailable if sold out. */
export function menuItemAnswer(
  row: MenuItemRow & Pick<WithGroups, 'groups' | 'heats' | 'hours'>,
  zone: string,
  now: Date,
): MenuItemAnswer {
  const atThisHour = row.hours && dishAtTime(row.hours, now);
  const usual = menuItemOf(row);
  const dish = { ...usual, price: atThisHour?.price || usual.price };
  const isSpecial = isSpecialAt(dish, now, zone);
  const groups = groupsAt(row.groups, now);
  const heats = row.heats && heatGroupAt(row.heats, now);
  const choices = withHeatGroup({ name: row.name, price: dish.price, optionGroups: groups, heats });
  const hasEmptyGroup = emptyGroup(choices) !== null;
  // If the parts of a combo are sold at another time, the combo is unavailable until then instead of sold out.
  const hoursOfParts = hasEmptyGroup ? hoursOfEmptyGroup({ ...choices, optionGroups: row.groups }, now) : null;
  const soldOut = isSoldOut(soldOutUntilOf(row), now) || (hasEmptyGroup && !hoursOfParts);
  const hours = row.hours && !atThisHour?.isServed ? row.hours : hoursOfParts;
  return {
    ...guestFields(row, dish),
    isAvailable: dish.isAvailable && !soldOut && !hours,
    served: hours && dish.isAvailable ? hoursText(hours) : undefined,
    soldOut,
    left: row.left ?? null,
    alsoCalled: row.also && [...row.also],
    optionGroups: groups.map(toWireGroup),
    priceFrom: toDollars(lowestPrice(choices)),
    isTodaysSpecial: isSpecial,
    specialStartDate: isSpecial ? dish.specialStartDate : undefined,
    specialEndDate: isSpecial ? dish.specialEndDate : undefined,
  };
}

/** The fields for guests. Those that are null are left out to save bytes; pages of an older version read both alike. */
function guestFields(row: MenuItemRow, dish: MenuItem) {
  const { image, imageUrl, art, ...fields } = commonAnswer(row, dish);
  const shown = without(fields, HIDDEN_FIELDS);
  return { ...shown, image: image ?? undefined, imageUrl: imageUrl ?? undefined, art: art ?? undefined };
}

const HIDDEN_FIELDS = [
  'menuItemId',
  'workUnits',
  'createdAt',
  'updatedAt',
  'specialStartDate',
  'specialEndDate',
] as const;

function without<T extends object, Name extends keyof T>(all: T, names: readonly Name[]): Omit<T, Name> {
  const others = { ...all };
  for (const name of names) delete others[name];
  return others;
}

/** A dish for the editor, with its overrides of groups and its dayparts. */
export function editedItemAnswer(row: MenuItemRow & WithGroups): EditedItemAnswer {
  const optionGroups = row.dish_groups.map(dishGroupOf).map(({ sizePrices, ...group }) => ({
    ...group,
    sizePrices: sizePrices ? dollarsById(sizePrices) : undefined,
  }));
  return {
    ...commonAnswer(row, menuItemOf(row)),
    optionGroups,
    position: row.position,
    nextPrice: row.next_price_cents === null ? null : toDollars(cents(row.next_price_cents)),
    nextPriceFrom: row.next_price_from,
    chainId: row.chain_id,
    onlyInDayparts: row.only_in_dayparts,
    dayparts: row.dish_dayparts.map(({ daypart_id: daypartId, price_cents: price }) => ({
      daypartId,
      price: price === null ? null : toDollars(cents(price)),
    })),
    version: row.version,
  };
}

/** Until when a dish was marked as sold out, which may have passed; null without a mark. */
export function soldOutUntilOf({ sold_out_until: until }: Pick<MenuItemRow, 'sold_out_until'>): Date | null {
  return until === null ? null : new Date(until);
}

function commonAnswer(row: MenuItemRow, dish: MenuItem) {
  return {
    ...dish,
    menuItemId: row.id,
    price: toDollars(dish.price),
    imageUrl: row.image,
    art: row.art,
    tags: row.tags,
    allergens: dish.allergens && [...dish.allergens],
    maxQuantity: row.max_quantity,
    workUnits: row.work_units,
    soldOutUntil: soldOutUntilOf(row)?.toISOString() ?? null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** A dish as the domain rules need it. */
export function menuItemOf(row: MenuItemRow): MenuItem {
  const { maxQuantity: _most, workUnits: _work, ...values } = sharedValuesOf(row);
  return {
    id: row.id,
    ...values,
    isTodaysSpecial: row.is_todays_special,
    specialStartDate: row.special_start_date,
    specialEndDate: row.special_end_date,
  };
}
