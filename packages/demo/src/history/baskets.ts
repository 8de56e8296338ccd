import { MAX_CART_LINES, DEFAULT_MAX_LINE_QUANTITY } from '@tiffin/domain/cart';
import type { Random } from '@tiffin/domain/core';
import { orderTypeGoesTo, type OrderType } from '@tiffin/domain/order';
import type { DemoCategory } from '../categories.ts';
import type { DemoDish } from '../build-menu.ts';
import { randomBetween, WeightedRandom } from './random.ts';
import type { Guest } from './people.ts';
import type { PastLine } from './record.ts';

type Plate = 'curry' | 'veg-curry' | 'rice' | 'bread' | 'breakfast';

const LUNCH = new WeightedRandom<Plate>([
  ['rice', 32],
  ['curry', 20],
  ['breakfast', 19],
  ['bread', 16],
  ['veg-curry', 13],
]);
const DINNER = new WeightedRandom<Plate>([
  ['curry', 41],
  ['veg-curry', 23],
  ['rice', 20],
  ['bread', 10],
  ['breakfast', 6],
]);

/** The number of guests. Few eat at a table alone; takeout is often for one. */
const AT_TABLE = new WeightedRandom([
  [1, 11],
  [2, 46],
  [3, 15],
  [4, 18],
  [5, 5],
  [6, 4],
  [8, 1],
]);
const TO_GO = new WeightedRandom([
  [1, 37],
  [2, 36],
  [3, 12],
  [4, 11],
  [5, 3.5],
  [9, 0.5],
]);

/** How many times more often a popular dish is ordered than its neighbours. */
const POPULAR_WEIGHT = 3.2;
/** The probability that a guest orders their usual dish. */
const USUAL_DISH_SHARE = 0.45;

/** The heat level that suits a dish best. */
const TYPICAL_HEAT = { none: null, mild: 1, medium: 2, hot: 3 } as const;

/** For how many people an order is. */
export function randomPartySize(random: Random, orderType: OrderType): number {
  return (orderTypeGoesTo(orderType, 'table') ? AT_TABLE : TO_GO).draw(random);
}

/** Chooses the dishes of an order from the menu of one location. */
export class DishPicker {
  readonly #random: Random;
  readonly #plates: Readonly<Record<Plate, Shelf>>;
  readonly #starters: Shelf;
  readonly #drinks: Shelf;
  readonly #breads: Shelf;
  readonly #rices: Shelf;

  constructor(random: Random, menu: readonly DemoDish[]) {
    this.#random = random;
    const isSide = (dish: DemoDish) => dish.tags.includes('side');
    const mains = (category: DemoCategory) =>
      new Shelf(menu.filter((dish) => dish.category === category && !isSide(dish)));
    const sides = (category: DemoCategory) =>
      new Shelf(menu.filter((dish) => dish.category === category && isSide(dish)));
    this.#plates = {
      curry: mains('non-veg-curries'),
      'veg-curry': mains('veg-curries'),
      rice: mains('combos-with-rice'),
      bread: mains('combos-with-bread'),
      breakfast: mains('breakfast'),
    };
    this.#starters = mains('appetizers');
    this.#drinks = mains('drinks');
    this.#breads = sides('combos-with-bread');
    this.#rices = sides('combos-with-rice');
  }

  /** Adds a dish for each guest, rice and bread with curries, something to share and drinks. */
  fill(guest: Guest, people: number, orderType: OrderType, isLunch: boolean): readonly PastLine[] {
    const random = this.#random;
    const basket = new Basket();
    let curries = 0;
    for (let n = 0; n < people; n++) {
      const kind = (isLunch ? LUNCH : DINNER).draw(random);
      const usual = n === 0 && random() < USUAL_DISH_SHARE;
      const dish = usual ? this.#plates[kind].usual(guest.taste) : this.#plates[kind].draw(random);
      basket.add(dish, this.#heat(dish, guest, n === 0));
      if (kind === 'curry' || kind === 'veg-curry') curries++;
    }
    for (let n = 0; n < curries; n++) {
      if (random() < 0.85) basket.add(this.#breads.draw(random), null);
      if (random() < 0.5) basket.add(this.#rices.draw(random), null);
    }
    if (random() < 0.24 + 0.11 * people) {
      for (let n = randomBetween(random, 1, Math.max(1, Math.floor(people / 2))); n > 0; n--) {
        const dish = this.#starters.draw(random);
        basket.add(dish, this.#heat(dish, guest, false));
      }
    }
    const drinkShare = orderTypeGoesTo(orderType, 'table') ? 0.62 : 0.2;
    for (let n = 0; n < people; n++) if (random() < drinkShare) basket.add(this.#drinks.draw(random), null);
    return basket.lines();
  }

  #heat(dish: DemoDish, guest: Guest, forOneself: boolean): 1 | 2 | 3 | null {
    const typical = TYPICAL_HEAT[dish.spiceLevel];
    if (typical === null) return null;
    return this.#random() < (forOneself ? 0.8 : 0.4) ? guest.heat : typical;
  }
}

/** The dishes of one kind, from which one is drawn. */
class Shelf {
  readonly #lottery: WeightedRandom<DemoDish>;

  constructor(dishes: readonly DemoDish[]) {
    this.#lottery = new WeightedRandom(dishes.map((dish, position) => [dish, popularity(dish, position)] as const));
  }

  draw(random: Random): DemoDish {
    return this.#lottery.draw(random);
  }

  /** The same taste always draws the same dish. */
  usual(taste: number): DemoDish {
    return this.#lottery.draw(() => taste);
  }
}

/** Dishes at the top of a page are ordered more often. */
function popularity(dish: DemoDish, position: number): number {
  return (dish.isPopular ? POPULAR_WEIGHT : 1) / (1 + position * 0.06);
}

class Basket {
  readonly #lines: { dish: DemoDish; heat: 1 | 2 | 3 | null; quantity: number }[] = [];

  add(dish: DemoDish, heat: 1 | 2 | 3 | null): void {
    const line = this.#lines.find((one) => one.dish === dish && one.heat === heat);
    if (line) line.quantity = Math.min(line.quantity + 1, DEFAULT_MAX_LINE_QUANTITY);
    else if (this.#lines.length < MAX_CART_LINES) this.#lines.push({ dish, heat, quantity: 1 });
  }

  lines(): readonly PastLine[] {
    return this.#lines.map(({ dish, heat, quantity }) => ({
      dishId: dish.id,
      name: dish.name,
      category: dish.category,
      unitPrice: dish.price,
      quantity,
      heat,
    }));
  }
}
