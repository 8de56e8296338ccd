import { asNumber, asRecord, asText, fromDollars, toDollars } from '@tiffin/domain/core';
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
  const all = asRecord(parse(stored));
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
    ...(options && { options: options.map(toWireOptionLine) }),
    ...(spice && { selectedSpiceLevel: spice.level, spiceLevelId: spice.id, spiceLevelName: spice.name }),
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

function readLine(value: unknown): CartLine | null {
  const line = asRecord(value);
  const id = asText(line?.['id']);
  const name = asText(line?.['name']);
  const price = fromDollars(asNumber(line?.['price']) ?? Number.NaN);
  const quantity = asNumber(line?.['quantity']) ?? 0;
  const maxQuantity = asNumber(line?.['maxQuantity']) ?? DEFAULT_MAX_LINE_QUANTITY;
  const spice = readSpice(line);
  const areCountsValid = [quantity, maxQuantity].every((count) => Number.isSafeInteger(count) && count >= 1);
  if (
    line === null ||
    id === '' ||
    name === '' ||
    price === null ||
    price <= 0 ||
    !areCountsValid ||
    spice === undefined
  ) {
    return null;
  }
  const taxClass = DISH_TAX_CLASSES.find((each) => each === line['taxClass']);
  const open = asRecord(line['open']);
  const [seat, course] = [asNumber(line['seat']), asNumber(line['course'])];
  const served = { ...(seat && { seat }), ...(course && { course }) };
  if (open) {
    return servedLine(
      toOpenCartLine({ name, price, taxClass: taxClass ?? 'meal', isCooked: open['isCooked'] !== false }, quantity),
      served,
    );
  }
  const options = line['options'] === undefined ? undefined : optionLinesFrom(line['options']);
  if (options === null) return null;
  const note = asText(line['note']).slice(0, MAX_LINE_NOTE_LENGTH);
  const allergies = readAllergies(line['allergies']);
  // The stored key is used if it belongs to this dish, because the code that computes it from the options is loaded later.
  const [saved, plain] = [asText(line['cartKey']), cartKeyWithoutOptions(id, spice)];
  const choices = {
    ...(options && { options }),
    ...(note && { note }),
    ...(allergies.length > 0 && { allergies }),
    ...served,
  };
  return {
    cartKey: saved.startsWith(plain) ? saved : plain,
    id,
    name,
    price,
    quantity,
    maxQuantity,
    category: asText(line['category']),
    description: asText(line['description']),
    image: asText(line['image']) || null,
    spice,
    ...choices,
    ...taxClassField({ taxClass }),
  };
}

/** Null for a dish without a heat level, undefined for an invalid one. */
function readSpice(line: Readonly<Record<string, unknown>> | null): HeatLevel | null | undefined {
  if (line?.['spiceLevelId'] == null) return null;
  const id = asText(line['spiceLevelId']);
  const defaultLevel = DEFAULT_HEAT_LEVELS.find((spice) => spice.id === id);
  // The name that the restaurant uses.
  const name = asText(line?.['spiceLevelName']) || defaultLevel?.name;
  const level = heatLevelNumber(id);
  return level && name ? { id, name, level, description: defaultLevel?.description ?? '' } : undefined;
}

function parse(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

/** Unlike assignment, this treats `__proto__` as an ordinary key. */
function fromEntries(entries: readonly (readonly [string, Cart])[]): Carts {
  return Object.fromEntries(entries);
}
