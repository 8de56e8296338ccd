import { addCents, multiplyCents, ZERO, type Cents, type DateText } from '../core/index.ts';
import { optionStockId, portionsOf, type OptionLine } from '../options/index.ts';

/** What a portion of a dish or an option (`optionStockId`) costs from a business day on; null ends the cost before. */
export interface DatedCost {
  readonly itemId: string;
  readonly validFrom: DateText;
  readonly cost: Cents | null;
}

export type CostOfItem = (itemId: string) => Cents | null;

/** The costs that apply on a business day: of each item the newest that has begun. */
export function costsOn(costs: readonly DatedCost[], day: DateText): CostOfItem {
  const newest = new Map<string, DatedCost>();
  for (const cost of costs) {
    if (cost.validFrom > day) continue;
    const other = newest.get(cost.itemId);
    if (!other || other.validFrom <= cost.validFrom) newest.set(cost.itemId, cost);
  }
  return (itemId) => newest.get(itemId)?.cost ?? null;
}

export interface CostedLine {
  readonly itemId: string;
  readonly options: readonly OptionLine<unknown>[] | null;
}

/**
 * What one portion of an order line costs; null if that is not known. The dish has a cost, and a chosen size with a cost
 * replaces it. Options add theirs; one without a cost counts as free, because most are. The unit that comes with the
 * dish is in its cost. A combo costs what its parts cost, and its own cost, such as the box, if it has one.
 */
export function portionCost({ itemId, options }: CostedLine, costOf: CostOfItem): Cents | null {
  const lines = options ?? [];
  const sizeCost = lines
    .filter(({ isSize }) => isSize)
    .map(({ group, id }) => costOf(optionStockId(group, id)))
    .find((cost) => cost !== null);
  const hasParts = lines.some(({ part, units }) => part && units > 0);
  const ownCost = sizeCost ?? costOf(itemId) ?? (hasParts ? ZERO : null);
  if (ownCost === null) return null;
  const choices = lines
    .filter(({ isSize }) => !isSize)
    .map((line) => (line.isDefault && !line.part ? { ...line, units: line.units - 1 } : line));
  const partIds = new Set(choices.flatMap(({ part }) => part?.itemId ?? []));
  let sum = ownCost;
  for (const portion of portionsOf({ id: '', name: '', quantity: 1, choices })) {
    if (portion.itemId === '') continue;
    const cost = costOf(portion.itemId);
    if (cost === null && partIds.has(portion.itemId)) return null;
    sum = addCents(sum, multiplyCents(cost ?? ZERO, portion.quantity));
  }
  return sum;
}
