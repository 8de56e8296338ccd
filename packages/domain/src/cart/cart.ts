import { err, ok, say, type Failure, type Result } from '../core/index.ts';
import { cartKey, chosenLineFields, choicesOfLine } from './choices.ts';
import { servedLine, taxClassField, type Cart, type CartDish, type CartLine, type LineChoices } from './line.ts';
import {
  CART_TEXTS,
  cartQuantity,
  MAX_CART_QUANTITY,
  DEFAULT_MAX_LINE_QUANTITY,
  cartLimitProblem,
} from './quantity-limits.ts';
import type { HeatLevel } from '../menu/spice.ts';
import { dishChoiceProblem } from '../options/index.ts';

/** Adds a quantity of a dish to the cart. Returns the exceeded limit as an error and leaves the cart unchanged. */
export function addToCart(
  cart: Cart,
  dish: CartDish,
  spice: HeatLevel | null,
  quantity = 1,
  choices: LineChoices = {},
): Result<Cart> {
  if (!dish.isAvailable) return refused('item-unavailable', CART_TEXTS.unavailable);
  if (!Number.isSafeInteger(quantity) || quantity < 1) return refused('invalid-argument', say`Invalid request.`);
  const problem = dishChoiceProblem(dish, choices.options, spice?.id);
  if (problem) return refused(problem.code, problem.message);
  const chosen = chosenLineFields(dish, choices, spice);
  return addCartLine(cart, {
    cartKey: cartKey(dish.id, spice, choicesOfLine(chosen)),
    id: dish.id,
    name: dish.name,
    quantity,
    maxQuantity: dish.maxQuantity ?? DEFAULT_MAX_LINE_QUANTITY,
    category: dish.category,
    description: dish.description,
    image: dish.image,
    spice,
    ...chosen,
    ...taxClassField(dish),
  });
}

/** Adds a line to the cart, or its quantity to an equal line. */
export function addCartLine(cart: Cart, line: CartLine): Result<Cart> {
  const existing = cart.find(({ cartKey: key }) => key === line.cartKey);
  // Keys of older versions do not tell a line with allergies from one without, so those of the existing line stay.
  const allergies = existing?.allergies ?? line.allergies;
  const merged = existing ? { ...line, allergies, quantity: existing.quantity + line.quantity } : line;
  const changed = existing ? cart.map((old) => (old === existing ? merged : old)) : [...cart, merged];
  const limit = cartLimitProblem(changed);
  return limit === null ? ok(changed) : refused('failed-precondition', limit);
}

/** Replaces a line at its position. If the result equals another line, the two are merged. */
export function changeLine(
  cart: Cart,
  key: string,
  dish: CartDish,
  spice: HeatLevel | null,
  quantity: number,
  choices: LineChoices = {},
): Result<Cart> {
  return inPlaceOf(cart, key, addToCart(removeFromCart(cart, key), dish, spice, quantity, choices));
}

/** Moves a line of a tab to another seat or course. */
export function serveLine(cart: Cart, line: CartLine, served: Pick<CartLine, 'seat' | 'course'>): Result<Cart> {
  return inPlaceOf(cart, line.cartKey, addCartLine(removeFromCart(cart, line.cartKey), servedLine(line, served)));
}

/** Moves the line that was added last to the position of the line that it replaces. */
function inPlaceOf(cart: Cart, key: string, changed: Result<Cart>): Result<Cart> {
  const index = cart.findIndex((line) => line.cartKey === key);
  // A line that was not merged is the last one of a cart of the same length.
  const last = changed.ok && changed.value.length === cart.length ? changed.value.at(-1) : undefined;
  return changed.ok && last ? ok(changed.value.slice(0, -1).toSpliced(index, 0, last)) : changed;
}

/** Messages come from the cart, so the guest's page does not need the table of error codes. */
function refused(code: Failure['code'], message: string): Result<Cart> {
  return err({ code, message });
}

/** Sets the quantity of a line. 0 or less removes it; a quantity above the limits is reduced. */
export function setQuantity(cart: Cart, key: string, quantity: number) {
  const line = cart.find((each) => each.cartKey === key);
  if (!line || Number.isNaN(quantity)) return { cart, limitMessage: null };
  if (quantity <= 0) return { cart: removeFromCart(cart, key), limitMessage: null };
  const room = MAX_CART_QUANTITY - (cartQuantity(cart) - line.quantity);
  const allowed = Math.min(Math.max(1, Math.floor(quantity)), line.maxQuantity, room);
  const limit = line.maxQuantity <= room ? CART_TEXTS.perItem(line.maxQuantity, line.name) : CART_TEXTS.total;
  return {
    cart: cart.map((each) => (each === line ? { ...line, quantity: allowed } : each)),
    limitMessage: Math.floor(quantity) > allowed ? limit : null,
  };
}

/** The cart without a line. */
export function removeFromCart(cart: Cart, key: string): Cart {
  return cart.filter((line) => line.cartKey !== key);
}
