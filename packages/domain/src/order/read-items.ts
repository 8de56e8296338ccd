import { GUEST_SPICE, isSpiceLevel, SPICE_LEVEL_MIN, SPICE_LEVELS, type SpiceLevel } from '../menu/spice.ts';
import { CART_TEXTS, MAX_CART_QUANTITY, limitedLine, tooMuch } from '../cart/line.ts';
import { fromDollars, ZERO } from '../core/money.ts';
import { number, record, text } from '../core/unknown.ts';
import { ITEM_TEXTS, itemText, ORDER_TEXTS, TEXT_LIMITS, tooLongText } from './texts.ts';
import { ORDER_DEFAULTS, type OrderItem } from './types.ts';

type Note = (field: string, message: string) => void;

export function readItems(value: unknown, note: Note): OrderItem[] {
  if (!Array.isArray(value) || value.length === 0) {
    note('items', ORDER_TEXTS.items);
    return [];
  }
  // Nobody reads thousands of lines to say that they are too many.
  if (value.length > MAX_CART_QUANTITY) {
    note('items', CART_TEXTS.total);
    return [];
  }
  const items = value.map((item: unknown, place) =>
    readItem(item, (field, message) => note(`items.${place}${field && `.${field}`}`, itemText(place, message))),
  );
  // The cart's limits hold for whoever sends an order without one. How many of one dish, its menu says.
  const limit = tooMuch(items.map((item) => limitedLine(item, Infinity)));
  if (limit !== null) note('items', limit);
  return items;
}

function readItem(value: unknown, note: Note): OrderItem {
  const item = record(value);
  if (item === null) note('', ITEM_TEXTS.shape);
  const given = item ?? {};
  const id = text(given['menuItemId']) || text(given['id']);
  const name = text(given['name']);
  const price = fromDollars(number(given['price']) ?? Number.NaN);
  const quantity = number(given['quantity']) ?? 0;
  const said = given['selectedSpiceLevel'] ?? SPICE_LEVEL_MIN;
  const level = number(said) ?? 0;
  const category = given['category'] ?? ORDER_DEFAULTS.itemCategory;
  const description = text(given['description']);
  const cartKey = text(given['cartKey']);

  if (item !== null) {
    if (id === '') note('id', ITEM_TEXTS.id);
    if (name === '') note('name', ITEM_TEXTS.name);
    if (price === null || price <= 0) note('price', ITEM_TEXTS.price);
    if (!Number.isSafeInteger(quantity) || quantity < 1) note('quantity', ITEM_TEXTS.quantity);
    if (!isSpiceLevel(level)) note('selectedSpiceLevel', ITEM_TEXTS.spice);
    if (text(category) === '') note('category', ITEM_TEXTS.category);
    for (const [field, read, most] of [
      ['id', id, TEXT_LIMITS.id],
      ['name', name, TEXT_LIMITS.itemName],
      ['category', text(category), TEXT_LIMITS.category],
      ['description', description, TEXT_LIMITS.description],
      ['cartKey', cartKey, TEXT_LIMITS.itemName],
    ] as const) {
      if (read.length > most) note(field, tooLongText(field, most));
    }
  }

  const spice = spiceOf(level);
  return {
    id,
    name,
    price: price ?? ZERO,
    quantity,
    category: text(category),
    description,
    selectedSpiceLevel: level,
    // The kitchen reads the house's own words, never a guest's.
    spiceLevelId: spice.id,
    spiceLevelName: spice.name,
    cartKey: cartKey || `${id}-${spice.id}`,
  };
}

/** The offered level for one of the wire: what is wanted hotter than Hot must never be cooked Mild. */
function spiceOf(level: number): SpiceLevel {
  return SPICE_LEVELS.findLast((spice) => spice.level <= level) ?? GUEST_SPICE;
}
