import { addCents, ok, say, type Cents, type Result, fail } from '../core/index.ts';
import { dishAtTime, hoursText, isSoldOut, SPICE_LEVEL_MIN, type DishHours } from '../menu/index.ts';
import {
  groupsAt,
  optionForHeatLevel,
  heatPrice,
  heatGroupAt,
  optionLines,
  unitPriceOf,
  type ChosenOptions,
  type GroupOption,
  type OptionGroup,
  type OptionLine,
  type OptionProblem,
  dishChoiceProblem,
} from '../options/index.ts';
import type { TaxClass } from '../core/tax-classes.ts';

/** The data of a dish that pricing needs. */
export interface MenuDish {
  readonly id: string;
  readonly locationId: string;
  readonly name: string;
  readonly price: Cents;
  /** Defaults to `meal`. */
  readonly taxClass?: TaxClass | undefined;
  readonly isAvailable: boolean;
  readonly optionGroups?: readonly OptionGroup[] | undefined;
  /** The heat levels of the dish; absent if it has none. */
  readonly heats?: OptionGroup | undefined;
  /** Sold out until this time. */
  readonly soldOutUntil?: Date | null | undefined;
  /** When the dish is served, and its price at those hours. Absent: always, at the same price. */
  readonly hours?: DishHours | undefined;
}

/** A line as the client sends it. */
export interface RequestedLine {
  readonly id: string;
  /** Only used in errors, for a dish that is not on the menu. */
  readonly name?: string | undefined;
  readonly quantity: number;
  /** The chosen options; absent: the defaults. */
  readonly options?: ChosenOptions | undefined;
  /** The requested heat level. The heat levels of the dish decide what it becomes. */
  readonly selectedSpiceLevel?: number | undefined;
  /** An item typed at the till that is not on the menu; its own name and price apply. */
  readonly open?: { readonly price: Cents; readonly taxClass?: TaxClass | undefined } | undefined;
}

/** A requested line with the name and price from the menu. The client's name and price are ignored. */
export type QuotedLine<Line extends RequestedLine> = Line & {
  readonly name: string;
  readonly unitPrice: Cents;
  /** The chosen options as they are stored; absent for a dish without options. */
  readonly choices?: readonly OptionLine[] | undefined;
  readonly taxClass?: TaxClass | undefined;
  /** The heat level in the restaurant's own words; absent for a dish without heat levels. */
  readonly heat?: Pick<GroupOption, 'id' | 'name'> | undefined;
};

/** A dish that cannot be ordered at that location and time. */
export interface MissingItem {
  readonly id: string;
  readonly name: string;
  readonly reason: 'unknown' | 'unavailable' | 'elsewhere' | 'sold-out';
  /** How many are left, for dishes with tracked stock. */
  readonly left?: number | undefined;
  /** The hours at which the dish is served, if it was refused because of the time. */
  readonly served?: string | undefined;
}

interface Quoting {
  readonly locationId: string;
  /** The time for which the order is wanted; it decides availability. */
  readonly orderedFor: Date;
  /** The time whose hours and prices apply, if it differs: ordered dishes keep the prices of their own time. */
  readonly hoursAt?: Date | undefined;
  /** Ids of sold-out dishes that the till sells anyway. */
  readonly sellAnyway?: readonly string[];
}

/** Prices each line from the menu, never from the client. Only open items at the till bring their own price. */
export function quoteFromMenu<Line extends RequestedLine>(
  requested: readonly Line[],
  menu: ReadonlyMap<string, MenuDish>,
  { locationId, orderedFor, hoursAt = orderedFor, sellAnyway = [] }: Quoting,
): Result<QuotedLine<Line>[]> {
  const quoted: QuotedLine<Line>[] = [];
  const missing: MissingItem[] = [];
  const wrong: WrongChoice[] = [];
  for (const [index, line] of requested.entries()) {
    if (line.open) {
      quoted.push({ ...line, name: line.name ?? line.id, unitPrice: line.open.price, ...taxClassField(line.open) });
      continue;
    }
    const dish = dishAt(menu.get(line.id), orderedFor, hoursAt);
    const reasonByMenu = missingReason(dish, locationId, orderedFor);
    const reason = reasonByMenu === 'sold-out' && sellAnyway.includes(line.id) ? null : reasonByMenu;
    if (reason) {
      const name = dish?.name ?? line.name ?? line.id;
      const isServedLater = reason === 'unavailable' && dish?.hours && menu.get(line.id)?.isAvailable;
      missing.push({ id: line.id, name, reason, served: isServedLater ? hoursText(dish.hours) : undefined });
    }
    if (!dish || reason) continue;
    const heat = dish.heats && optionForHeatLevel(dish.heats, line.selectedSpiceLevel ?? SPICE_LEVEL_MIN);
    const problem = dishChoiceProblem(dish, line.options, heat?.id);
    if (problem) wrong.push({ ...problem, line: index + 1, id: line.id, name: dish.name });
    quoted.push({ ...line, name: dish.name, ...pricedFields(dish, line, heat), ...taxClassField(dish) });
  }
  const typedDish = findTypedDish(requested, menu, (dish) =>
    missingReason(dishAt(dish, orderedFor, hoursAt), locationId, orderedFor),
  );
  if (typedDish) {
    const index = requested.indexOf(typedDish.line);
    return fail('invalid-argument', say`“${typedDish.name}” is on the menu: choose the dish.`, {
      field: `items.${index}.name`,
    });
  }
  const [first] = missing;
  if (first) return fail('item-unavailable', missingItemText(first), { items: missing });
  const [mistake] = wrong;
  if (!mistake) return ok(quoted);
  const { code, message, line } = mistake;
  // A failure has one code, so it is that of the first line.
  const items = wrong.map(({ code: _code, ...each }) => each);
  return fail(code, message, { field: `items.${line - 1}.options`, items });
}

/**
 * A typed item with the name of a dish that is sold here and now, whatever its capitals and accents: typed with another
 * price, the dish would cost that.
 */
function findTypedDish<Line extends RequestedLine>(
  requested: readonly Line[],
  menu: ReadonlyMap<string, MenuDish>,
  reasonFor: (dish: MenuDish) => MissingItem['reason'] | null,
): { readonly line: Line; readonly name: string } | undefined {
  const typed = requested.filter(({ open }) => open);
  if (typed.length === 0) return undefined;
  const names = new Map(
    [...menu.values()].flatMap((dish) =>
      (reasonFor(dish) ?? 'sold-out') === 'sold-out' ? [[foldName(dish.name), dish.name] as const] : [],
    ),
  );
  for (const line of typed) {
    const name = names.get(foldName(line.name ?? line.id));
    if (name !== undefined) return { line, name };
  }
  return undefined;
}

function foldName(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** A line with invalid options. `line` counts from 1. */
interface WrongChoice extends OptionProblem {
  readonly line: number;
  readonly id: string;
  readonly name: string;
}

/** The dish as it is at that time: its options, whether it is served, and its price. */
function dishAt(dish: MenuDish | undefined, orderedFor: Date, hoursAt: Date): MenuDish | undefined {
  if (!dish) return undefined;
  const { isServed, price } = dish.hours ? dishAtTime(dish.hours, hoursAt) : { isServed: true, price: null };
  return {
    ...dish,
    optionGroups: dish.optionGroups && groupsAt(dish.optionGroups, orderedFor, hoursAt),
    heats: dish.heats && heatGroupAt(dish.heats, orderedFor, hoursAt),
    isAvailable: dish.isAvailable && isServed,
    price: price ?? dish.price,
  };
}

/** A dish without options has no choices, which saves time. */
function pricedFields(dish: MenuDish, { options }: RequestedLine, heat: GroupOption | undefined) {
  const heatField = heat && { heat: { id: heat.id, name: heat.name } };
  const surcharge = heatPrice(dish, heat?.id, options);
  if (!dish.optionGroups?.length) return { unitPrice: addCents(dish.price, surcharge), ...heatField };
  return {
    unitPrice: addCents(unitPriceOf(dish, options), surcharge),
    choices: optionLines(dish, options),
    ...heatField,
  };
}

/** What the guest reads about an item that cannot be ordered. */
export function missingItemText({ name, reason, left = 0, served }: MissingItem): string {
  if (served !== undefined) return say`${name} is not sold at that time. It is sold at ${served}`;
  if (reason !== 'sold-out') return say`${name} is no longer available.`;
  return left === 0 ? say`${name} is sold out.` : say`Only ${left} left of ${name}.`;
}

/** Omits the tax class of meals, because most dishes are meals. */
function taxClassField({ taxClass = 'meal' }: Pick<MenuDish, 'taxClass'>): { taxClass?: TaxClass } {
  return taxClass === 'meal' ? {} : { taxClass };
}

function missingReason(dish: MenuDish | undefined, locationId: string, at: Date): MissingItem['reason'] | null {
  if (!dish) return 'unknown';
  if (dish.locationId !== locationId) return 'elsewhere';
  if (!dish.isAvailable) return 'unavailable';
  return isSoldOut(dish.soldOutUntil, at) ? 'sold-out' : null;
}
