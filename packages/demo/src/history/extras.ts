import { cents, slugOf, type Random } from '@tiffin/domain/core';
import { defaultChoices, optionLines, unitPriceOf, type ChosenOptions, type OptionDish } from '@tiffin/domain/options';
import type { DemoDish } from '../build-menu.ts';
import { demoGroups } from '../groups.ts';
import { pickRandom, WeightedRandom } from './random.ts';
import type { PastDiscount, PastLine } from './record.ts';

/** The share of portions with an option that the dish does not come with. */
const WITH_OPTION_SHARE = 0.4;
const MAX_OPTION_ID_LENGTH = 60;

/** The dishes of a location that have options, with their groups as the menu stores them. */
export function dishesWithOptions(
  locationId: keyof (typeof demoGroups)[number]['dishes'],
  menu: readonly DemoDish[],
): ReadonlyMap<string, OptionDish> {
  return new Map(
    menu.flatMap(({ id, name, price }): [string, OptionDish][] => {
      const groups = demoGroups.filter(({ dishes }) => dishes[locationId].includes(id));
      if (groups.length === 0) return [];
      const optionGroups = groups.map(({ dishes: _dishes, options, ...group }) => ({
        ...group,
        isOpened: false,
        options: options.map((option) => ({
          ...option,
          id: slugOf(option.name, MAX_OPTION_ID_LENGTH),
          price: cents(option.price),
          isAvailable: true,
        })),
      }));
      return [[id, { name, price, optionGroups }]];
    }),
  );
}

/** Chooses a size or one more option for some of the dishes that have any; all others come as they are. */
export function chooseOptions(random: Random, line: PastLine, dish: OptionDish | undefined): PastLine {
  if (!dish) return line;
  const chosen = random() < WITH_OPTION_SHARE ? withOneMore(random, dish) : defaultChoices(dish);
  return { ...line, unitPrice: unitPriceOf(dish, chosen), options: optionLines(dish, chosen) };
}

function withOneMore(random: Random, dish: OptionDish): ChosenOptions {
  const group = pickRandom(random, dish.optionGroups ?? []);
  const option = pickRandom(random, group.options);
  const rest = defaultChoices(dish).filter(
    ({ groupId, optionId }) => groupId !== group.id || (group.kind === 'some' && optionId !== option.id),
  );
  return [...rest, { groupId: group.id, optionId: option.id, units: 1 }];
}

const NO_DISCOUNT = { line: null, percent: null, amount: null, price: null, note: '' } as const;
const discounts = new WeightedRandom<PastDiscount | null>([
  [null, 92],
  [{ ...NO_DISCOUNT, kind: 'discount', percent: 10, reason: 'regular' }, 3],
  [{ ...NO_DISCOUNT, kind: 'discount', percent: 10, reason: 'wait' }, 2],
  [{ ...NO_DISCOUNT, kind: 'discount', percent: 50, reason: 'staff' }, 1],
  [{ ...NO_DISCOUNT, kind: 'comp', line: 0, reason: 'mistake' }, 2],
]);

/** What staff take off an order at the till; something is always left to pay. */
export function drawDiscount(random: Random, lines: readonly PastLine[]): PastDiscount | null {
  const discount = discounts.draw(random);
  return discount?.kind === 'comp' && lines.length === 1 ? null : discount;
}
