import { say } from '../core/language.ts';
import type { CartLine } from './line.ts';

/** The limits of a cart and of an order. A dish can have its own limit. */
export const MAX_CART_QUANTITY = 50;
export const MAX_CART_LINES = 20;
export const DEFAULT_MAX_LINE_QUANTITY = 10;

/** Fixed limits are literal numbers in the text, because the server translates error messages as a whole. */
export const CART_TEXTS = {
  total: say`Maximum 50 total items allowed in cart`,
  different: say`Maximum 20 different items allowed in cart`,
  perItem: (most: number, name: string): string => say`Maximum ${most} items allowed for ${name}`,
  unavailable: say`Cannot add unavailable items to order`,
} as const;

export type LimitedLine = Pick<CartLine, 'cartKey' | 'name' | 'quantity'> & Partial<Pick<CartLine, 'maxQuantity'>>;

/** The message of the first exceeded limit; null if there is none. */
export function cartLimitProblem(lines: readonly LimitedLine[]): string | null {
  const merged = new Map<string, LimitedLine>();
  for (const line of lines) {
    const equal = merged.get(line.cartKey);
    merged.set(line.cartKey, equal ? { ...line, quantity: equal.quantity + line.quantity } : line);
  }
  if (cartQuantity(lines) > MAX_CART_QUANTITY) return CART_TEXTS.total;
  if (merged.size > MAX_CART_LINES) return CART_TEXTS.different;
  for (const { name, quantity, maxQuantity = DEFAULT_MAX_LINE_QUANTITY } of merged.values()) {
    if (quantity > maxQuantity) return CART_TEXTS.perItem(maxQuantity, name);
  }
  return null;
}

export function cartQuantity(lines: readonly Pick<CartLine, 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
