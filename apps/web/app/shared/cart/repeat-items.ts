import { addToCart, type Cart, type CartDish } from '@tiffin/domain/cart';
import { SPICE_LEVEL_MIN, type HeatLevel } from '@tiffin/domain/menu';
import { chosenOf, heatLevels, type OptionGroup } from '@tiffin/domain/options';
import type { Answer } from '../api/api.ts';
import { readAllergies } from './stated-allergies.ts';

export type RepeatableItem = Pick<
  Answer<'getOrderDetails'>['order']['items'][number],
  'id' | 'name' | 'quantity' | 'spiceLevelId' | 'options' | 'note' | 'allergies'
>;

export interface RepeatedItems {
  readonly cart: Cart;
  /** Names of dishes that are unavailable or do not fit. */
  readonly missing: readonly string[];
  /** Dishes whose options must be chosen again, because they no longer exist. */
  readonly open: readonly Pick<RepeatableItem, 'id' | 'name'>[];
}

/** Adds the dishes of an earlier order to a cart, at today's prices, with their heat levels, options, notes and allergies. */
export function repeatItems(
  cart: Cart,
  items: readonly RepeatableItem[],
  dishes: ReadonlyMap<string, CartDish>,
): RepeatedItems {
  const missing: string[] = [];
  const open: RepeatableItem[] = [];
  let filled = cart;
  for (const item of items) {
    const dish = dishes.get(item.id);
    const spice = item.spiceLevelId !== '' && dish?.heats ? spiceOf(dish.heats, item.spiceLevelId) : null;
    const request = {
      options: item.options && chosenOf(item.options),
      note: item.note,
      allergies: readAllergies(item.allergies),
    };
    const added = dish && addToCart(filled, dish, spice, item.quantity, request);
    if (added?.ok) filled = added.value;
    else if (added && CHOICE_CODES.has(added.error.code)) open.push(item);
    else missing.push(item.name);
  }
  return { cart: filled, missing, open };
}

/** The same heat level; one that no longer exists must be chosen again. */
function spiceOf(heats: OptionGroup, id: string): HeatLevel {
  const unknownLevel = { id, name: '', level: SPICE_LEVEL_MIN, description: '' };
  return heatLevels(heats).find((each) => each.id === id) ?? unknownLevel;
}

/** The dish is available, but with other options. */
const CHOICE_CODES: ReadonlySet<string> = new Set(['option-missing', 'option-unavailable', 'invalid-argument']);
