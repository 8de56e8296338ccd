import { say, type Cents } from '../core/index.ts';
import { chosenOf, heatLevels, findRepricedChoices, dishChoiceProblem, type RepricedChoice } from '../options/index.ts';
import { chosenOptionFields } from './choices.ts';
import { taxClassField, type Cart, type CartDish, type CartLine } from './line.ts';

/** What to tell the guest when the menu changed after they filled the cart. */
export type CartChange =
  | {
      readonly kind: 'price';
      readonly cartKey: string;
      readonly name: string;
      readonly was: Cents;
      readonly now: Cents;
      /** The options that caused the change; absent if the dish itself did. */
      readonly options?: readonly RepricedChoice[] | undefined;
    }
  /** The line stays but cannot be ordered until the guest chooses other options or another time. */
  | {
      readonly kind: 'choice';
      readonly cartKey: string;
      readonly name: string;
      readonly text: string;
      readonly ofTime?: true;
    }
  | { readonly kind: 'unavailable'; readonly cartKey: string; readonly name: string }
  | { readonly kind: 'gone'; readonly cartKey: string; readonly name: string };

/** Updates the cart to the current menu: applies new prices and names and removes unavailable dishes. */
export function reconcileCart(
  cart: Cart,
  menu: ReadonlyMap<string, CartDish>,
): { readonly cart: Cart; readonly changes: readonly CartChange[] } {
  const changes: CartChange[] = [];
  const remaining = cart.flatMap((line): CartLine[] => {
    const dish = menu.get(line.id);
    const { cartKey, name } = line;
    const requested = line.options && chosenOf(line.options);
    if (dish?.served) {
      const text = say`sold only at ${dish.served} Choose one of these times, or remove it.`;
      changes.push({ kind: 'choice', cartKey, name: dish.name, text, ofTime: true });
      return [line];
    }
    const problem = dish ? dishChoiceProblem(dish, requested, line.spice?.id) : null;
    if (!dish?.isAvailable || problem?.code === 'item-unavailable') {
      changes.push({ kind: dish ? 'unavailable' : 'gone', cartKey, name });
      return [];
    }
    const { name: newName, category, description, image } = dish;
    const { taxClass: _oldTaxClass, options: oldOptions, ...rest } = line;
    const updated = { ...rest, name: newName, category, description, image, ...taxClassField(dish) };
    if (problem) {
      changes.push({ kind: 'choice', cartKey, name: newName, text: problem.message });
      return [{ ...updated, options: oldOptions }];
    }
    const chosen = chosenOptionFields(dish, requested, line.spice);
    if (chosen.price !== line.price) {
      const repriced = findRepricedChoices(oldOptions, chosen.options);
      const options = repriced.length > 0 ? repriced : undefined;
      changes.push({ kind: 'price', cartKey, name: newName, was: line.price, now: chosen.price, options });
    }
    const spice = dish.heats && heatLevels(dish.heats).find(({ id }) => id === line.spice?.id);
    return [{ ...updated, ...chosen, spice: spice ?? line.spice }];
  });
  return { cart: remaining, changes };
}
