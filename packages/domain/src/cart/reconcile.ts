import { say } from '../core/language.ts';
import type { Cents } from '../core/money.ts';
import { heatLevels, movedChoices, dishChoiceProblem, type MovedChoice } from '../options/index.ts';
import { chosenIn, choicesOf } from './chosen.ts';
import { classOf, type Cart, type CartDish, type CartLine } from './line.ts';

/** What the guest is told when the menu moved under the cart. */
export type CartChange =
  | {
      readonly kind: 'price';
      readonly cartKey: string;
      readonly name: string;
      readonly was: Cents;
      readonly now: Cents;
      /** The choices that made the difference; absent where it is the dish itself. */
      readonly options?: readonly MovedChoice[] | undefined;
    }
  /** The line stays, and cannot be ordered until somebody chooses again: something with it, or another time. */
  | {
      readonly kind: 'choice';
      readonly cartKey: string;
      readonly name: string;
      readonly text: string;
      readonly ofTime?: true;
    }
  | { readonly kind: 'unavailable'; readonly cartKey: string; readonly name: string }
  | { readonly kind: 'gone'; readonly cartKey: string; readonly name: string };

/** The cart as the menu has it now: new prices and names taken over, what cannot be had taken out. */
export function reconcileCart(
  cart: Cart,
  menu: ReadonlyMap<string, CartDish>,
): { readonly cart: Cart; readonly changes: readonly CartChange[] } {
  const changes: CartChange[] = [];
  const remaining = cart.flatMap((line): CartLine[] => {
    const dish = menu.get(line.id);
    const { cartKey, name } = line;
    const request = choicesOf(line);
    if (dish?.served) {
      const text = say`sold only at ${dish.served} Choose such a time, or take it out.`;
      changes.push({ kind: 'choice', cartKey, name: dish.name, text, ofTime: true });
      return [line];
    }
    const problem = dish ? dishChoiceProblem(dish, request.options, line.spice?.id) : null;
    if (!dish?.isAvailable || problem?.code === 'item-unavailable') {
      changes.push({ kind: dish ? 'unavailable' : 'gone', cartKey, name });
      return [];
    }
    const { name: newName, category, description, image } = dish;
    const { taxClass: _wasTaxed, options: _wereChosen, ...rest } = line;
    const value = { ...rest, name: newName, category, description, image, ...classOf(dish) };
    if (problem) {
      changes.push({ kind: 'choice', cartKey, name: newName, text: problem.message });
      return [{ ...value, ...(line.options && { options: line.options }) }];
    }
    const chosen = chosenIn(dish, request, line.spice);
    if (chosen.price !== line.price) {
      const moved = movedChoices(line.options, chosen.options);
      const options = moved.length > 0 ? { options: moved } : {};
      changes.push({ kind: 'price', cartKey, name: newName, was: line.price, now: chosen.price, ...options });
    }
    const spice = dish.heats && heatLevels(dish.heats).find(({ id }) => id === line.spice?.id);
    return [{ ...value, ...chosen, ...(spice && { spice }) }];
  });
  return { cart: remaining, changes };
}
