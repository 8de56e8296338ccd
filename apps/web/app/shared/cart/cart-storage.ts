import { asNumber, asRecord, asText, fromDollars, parseJson, toDollars, ZERO } from '@tiffin/domain/core';
import { MAX_LINE_NOTE_LENGTH, optionLinesFrom, toWireOptionLine } from '@tiffin/domain/options';
import {
  cartKeyWithoutOptions,
  taxClassField,
  DEFAULT_MAX_LINE_QUANTITY,
  mergeCarts,
  servedLine,
  toOpenCartLine,
  type Cart,
  type CartLine,
} from '@tiffin/domain/cart';
import { DISH_TAX_CLASSES } from '@tiffin/domain/pricing';
import { readAllergies } from './stated-allergies.ts';
import { heatLevelNumber, DEFAULT_HEAT_LEVELS, type HeatLevel } from '@tiffin/domain/menu';

export type Carts = Readonly<Record<string, Cart>>;
export const NO_CARTS: Carts = {};

export function cartAt(carts: Carts, locationId: string): Cart {
  return Object.hasOwn(carts, locationId) ? (carts[locationId] ?? []) : [];
}

export function withCart(carts: Carts, locationId: string, cart: Cart): Carts {
  return fromEntries([...Object.entries(carts).filter(([id]) => id !== locationId), [locationId, cart]]);
}

/** The text to store, or null when every cart is empty and the key is removed. */
export function writeCarts(carts: Carts): string | null {
  const filled = Object.entries(carts).filter(([, cart]) => cart.length > 0);
  if (filled.length === 0) return null;
  return JSON.stringify(Object.fromEntries(filled.map(([id, cart]) => [id, cart.map(toStored)])));
}

export interface ReadCarts {
  readonly carts: Carts;
  /** Set when stored data was invalid and dropped, for the log. */
  readonly warning: string | null;
}

export const CORRUPT_CART_WARNING = 'A stored cart could not be read and was dropped';

/** Parses stored carts. The text may come from an older version, be cut off or be edited by hand. */
export function readCarts(stored: string | null): ReadCarts {
  if (stored === null) return { carts: NO_CARTS, warning: null };
  const all = asRecord(parseJson(stored));
  if (all === null) return { carts: NO_CARTS, warning: CORRUPT_CART_WARNING };
  const read = Object.entries(all).map(([id, lines]) => [id, readCart(lines)] as const);
  return {
    carts: fromEntries(read.flatMap(([id, cart]) => (cart?.length ? [[id, cart] as const] : []))),
    warning: read.some(([, cart]) => cart === null) ? CORRUPT_CART_WARNING : null,
  };
}

function toStored({ price, options, spice, ...rest }: CartLine): object {
  return {
    ...rest,
    price: toDollars(price),
    options: options?.map(toWireOptionLine),
    selectedSpiceLevel: spice?.level,
    spiceLevelId: spice?.id,
    spiceLevelName: spice?.name,
  };
}

/**
 * Null when any line is invalid, because half a cart would surprise the guest. The limits apply to stored lines as
 * well.
 */
function readCart(value: unknown): Cart | null {
  if (!Array.isArray(value)) return null;
  const lines = value.map(readLine);
  const validLines = lines.filter((line) => line !== null);
  return validLines.length === lines.length ? mergeCarts(validLines, []).cart : null;
}

/** Null for a line that is invalid. */
function readLine(value: unknown): CartLine | null {
  const stored = asRecord(value) ?? {};
  const text = (field: string) => asText(stored[field]);
  const number = (field: string, missing = 0) => asNumber(stored[field]) ?? missing;
  const [id, name, price] = [text('id'), text('name'), fromDollars(number('price')) ?? ZERO];
  const [quantity, maxQuantity] = [number('quantity'), number('maxQuantity', DEFAULT_MAX_LINE_QUANTITY)];
  const areCountsValid = [quantity, maxQuantity].every((count) => Number.isSafeInteger(count) && count >= 1);
  const spice = stored['spiceLevelId'] == null ? null : readSpice(text('spiceLevelId'), text('spiceLevelName'));
  const options = stored['options'] === undefined ? undefined : optionLinesFrom(stored['options']);
  if (!id || !name || price <= 0 || !areCountsValid || spice === undefined || options === null) return null;
  const taxClass = DISH_TAX_CLASSES.find((each) => each === stored['taxClass']);
  const served = { seat: number('seat') || undefined, course: number('course') || undefined };
  const open = asRecord(stored['open']);
  if (open) {
    const entered = { name, price, taxClass: taxClass ?? 'meal', isCooked: open['isCooked'] !== false };
    return servedLine(toOpenCartLine(entered, quantity), served);
  }
  const note = text('note').slice(0, MAX_LINE_NOTE_LENGTH);
  const allergies = readAllergies(stored['allergies']);
  // A stored key of this dish is kept, because the code that computes it from the options is loaded later.
  const [storedKey, keyWithoutOptions] = [text('cartKey'), cartKeyWithoutOptions(id, spice)];
  return {
    cartKey: storedKey.startsWith(keyWithoutOptions) ? storedKey : keyWithoutOptions,
    id,
    name,
    price,
    quantity,
    maxQuantity,
    spice,
    category: text('category'),
    description: text('description'),
    image: text('image') || null,
    options,
    note: note || undefined,
    allergies: allergies.length > 0 ? allergies : undefined,
    ...served,
    ...taxClassField({ taxClass }),
  };
}

/** The level with the name that the restaurant uses; undefined for an unknown one. */
function readSpice(id: string, storedName: string): HeatLevel | undefined {
  const defaultLevel = DEFAULT_HEAT_LEVELS.find((spice) => spice.id === id);
  const name = storedName || defaultLevel?.name;
  const level = heatLevelNumber(id);
  return level && name ? { id, name, level, description: defaultLevel?.description ?? '' } : undefined;
}

/** Unlike assignment, this treats `__proto__` as an ordinary key. */
function fromEntries(entries: readonly (readonly [string, Cart])[]): Carts {
  return Object.fromEntries(entries);
}
