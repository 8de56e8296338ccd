import { say } from '../core/language.ts';
import { addCents, type Cents } from '../core/money.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { atHour, hoursText, isSoldOut, SPICE_LEVEL_MIN, type DishHours } from '../menu/index.ts';
import {
  groupsAt,
  heatAt,
  heatPrice,
  heatsAt,
  optionLines,
  unitPriceOf,
  type Chosen,
  type GroupOption,
  type OptionGroup,
  type OptionLine,
  type OptionProblem,
  dishChoiceProblem,
} from '../options/index.ts';
import type { TaxClass } from '../core/tax-classes.ts';

/** What pricing needs to know of a dish. */
export interface MenuDish {
  readonly id: string;
  readonly locationId: string;
  readonly name: string;
  readonly price: Cents;
  /** A meal unless it says otherwise. */
  readonly taxClass?: TaxClass | undefined;
  readonly isAvailable: boolean;
  /** What may be chosen with it. */
  readonly optionGroups?: readonly OptionGroup[] | undefined;
  /** How hot it can be made; absent of a dish that asks for none. */
  readonly heats?: OptionGroup | undefined;
  /** There is none of it until then. */
  readonly soldOutUntil?: Date | null | undefined;
  /** When it is sold, and for how much then; absent: always, and always the same. */
  readonly hours?: DishHours | undefined;
}

export interface RequestedLine {
  readonly id: string;
  /** Only used to name a dish the menu does not know. */
  readonly name?: string | undefined;
  readonly quantity: number;
  /** What is chosen with it; absent: as it comes. */
  readonly options?: Chosen | undefined;
  /** How hot it is wanted; the dish's own heats say what that is here. */
  readonly selectedSpiceLevel?: number | undefined;
  /** Typed at the till, where it is on no menu: then its own name and price hold. */
  readonly open?: { readonly price: Cents; readonly taxClass?: TaxClass | undefined } | undefined;
}

/** A wanted line with the menu's own name and price: whatever the client said they were is forgotten. */
export type QuotedLine<Line extends RequestedLine> = Line & {
  readonly name: string;
  readonly unitPrice: Cents;
  /** What was chosen, as it is written down; absent of a dish without a choice. */
  readonly choices?: readonly OptionLine[] | undefined;
  readonly taxClass?: TaxClass | undefined;
  /** As hot as it is made, in the house's words; absent of a dish that asks for none. */
  readonly heat?: Pick<GroupOption, 'id' | 'name'> | undefined;
};

export interface MissingItem {
  readonly id: string;
  readonly name: string;
  readonly reason: 'unknown' | 'unavailable' | 'elsewhere' | 'sold-out';
  /** How many there are all the same, where they are counted. */
  readonly left?: number | undefined;
  /** When it is sold, where the time is what is in the way. */
  readonly served?: string | undefined;
}

interface Quoting {
  readonly locationId: string;
  /** When it is wanted: dishes, their hours and their prices are those of that time. */
  readonly now: Date;
  /** By which hours and prices it is sold, where that is not the same: what is ordered already is of its own time. */
  readonly hoursAt?: Date | undefined;
  /** What the till sells although it is said to be sold out: dishes by their ids. */
  readonly sellAnyway?: readonly string[];
}

/** The server's price of each line comes from the menu by item id, never from the client; only the house names others. */
export function quoteFromMenu<Line extends RequestedLine>(
  requested: readonly Line[],
  menu: ReadonlyMap<string, MenuDish>,
  { locationId, now, hoursAt = now, sellAnyway = [] }: Quoting,
): Result<QuotedLine<Line>[]> {
  const quoted: QuotedLine<Line>[] = [];
  const missing: MissingItem[] = [];
  const wrong: WrongChoice[] = [];
  for (const [index, line] of requested.entries()) {
    if (line.open) {
      quoted.push({ ...line, name: line.name ?? line.id, unitPrice: line.open.price, ...notMeal(line.open) });
      continue;
    }
    const dish = dishAt(menu.get(line.id), now, hoursAt);
    const found = whyNot(dish, locationId, now);
    const reason = found === 'sold-out' && sellAnyway.includes(line.id) ? null : found;
    if (reason) {
      const name = dish?.name ?? line.name ?? line.id;
      const isAtHour = reason === 'unavailable' && dish?.hours && menu.get(line.id)?.isAvailable;
      missing.push({ id: line.id, name, reason, ...(isAtHour && { served: hoursText(dish.hours) }) });
    }
    if (!dish || reason) continue;
    const heat = dish.heats && heatAt(dish.heats, line.selectedSpiceLevel ?? SPICE_LEVEL_MIN);
    const problem = dishChoiceProblem(dish, line.options, heat?.id);
    if (problem) wrong.push({ ...problem, line: index + 1, id: line.id, name: dish.name });
    quoted.push({ ...line, name: dish.name, ...priced(dish, line, heat), ...notMeal(dish) });
  }
  const [first] = missing;
  if (first) return err(failure('item-unavailable', missingText(first), { items: missing }));
  const [mistake] = wrong;
  if (!mistake) return ok(quoted);
  const { code, message, line } = mistake;
  const items = wrong.map(({ code: _ofFirst, ...each }) => each);
  return err(failure(code, message, { field: `items.${line - 1}.options`, items }));
}

/** A line whose choices cannot be had; lines are counted from 1. */
interface WrongChoice extends OptionProblem {
  readonly line: number;
  readonly id: string;
  readonly name: string;
}

/** With what of its options there is then, and whether and for how much it is sold. */
function dishAt(dish: MenuDish | undefined, now: Date, hoursAt: Date): MenuDish | undefined {
  if (!dish) return undefined;
  const hour = dish.hours && atHour(dish.hours, hoursAt);
  return {
    ...dish,
    ...(dish.optionGroups && { optionGroups: groupsAt(dish.optionGroups, now, hoursAt) }),
    ...(dish.heats && { heats: heatsAt(dish.heats, now, hoursAt) }),
    ...(hour && { isAvailable: dish.isAvailable && hour.isServed, price: hour.price ?? dish.price }),
  };
}

/** A dish without a choice costs no more to price than ever. */
function priced(
  dish: MenuDish,
  { options }: RequestedLine,
  heat: GroupOption | undefined,
): Pick<QuotedLine<RequestedLine>, 'unitPrice' | 'choices' | 'heat'> {
  const hot = heat && { heat: { id: heat.id, name: heat.name } };
  const more = heatPrice(dish, heat?.id, options);
  if (!dish.optionGroups?.length) return { unitPrice: addCents(dish.price, more), ...hot };
  return { unitPrice: addCents(unitPriceOf(dish, options), more), choices: optionLines(dish, options), ...hot };
}

export function missingText({ name, reason, left = 0, served }: MissingItem): string {
  if (served !== undefined) return say`${name} is not sold at that time. It is sold at ${served}`;
  if (reason !== 'sold-out') return say`${name} is no longer available.`;
  return left === 0 ? say`${name} is sold out.` : say`Only ${left} left of ${name}.`;
}

/** What most dishes are is not written on each line. */
function notMeal({ taxClass = 'meal' }: Pick<MenuDish, 'taxClass'>): { taxClass?: TaxClass } {
  return taxClass === 'meal' ? {} : { taxClass };
}

function whyNot(dish: MenuDish | undefined, locationId: string, now: Date): MissingItem['reason'] | null {
  if (!dish) return 'unknown';
  if (dish.locationId !== locationId) return 'elsewhere';
  if (!dish.isAvailable) return 'unavailable';
  return isSoldOut(dish.soldOutUntil, now) ? 'sold-out' : null;
}
