import { sumOf } from '../core/variants.ts';
import { optionTexts, type OptionLine } from '../options/index.ts';
import { portionsToCook } from '../order/portions-to-cook.ts';
import { isLineDone, type StationLine } from './station-ticket.ts';

type CountedOption = Pick<
  OptionLine<unknown>,
  'group' | 'id' | 'name' | 'kitchenName' | 'units' | 'isOneOf' | 'isSize' | 'isDefault' | 'isRemoval'
>;

interface CountedLine extends StationLine {
  readonly name: string;
  readonly options?: readonly CountedOption[] | undefined;
}

/** Counts what is left to make, the most first. An option is counted once for each portion that has it. */
export function countAllDay(lines: readonly CountedLine[]) {
  const open = lines.filter((line) => !isLineDone(line));
  const dishes = [...Map.groupBy(open, ({ id }) => id)].map(([id, group]) => ({
    id,
    name: group[0]?.name ?? '',
    count: sumOf(group.map(portionsToCook)),
    options: mostFirst(countOptions(group)),
  }));
  return mostFirst(dishes);
}

function countOptions(group: readonly CountedLine[]): { name: string; count: number }[] {
  const options = group.flatMap((line) =>
    optionTexts(line.options, 'kitchen').map((name) => ({ name, count: portionsToCook(line) })),
  );
  const byName = Map.groupBy(options, ({ name }) => name);
  return [...byName].map(([name, same]) => ({ name, count: sumOf(same.map(({ count }) => count)) }));
}

function mostFirst<Counted extends { readonly name: string; readonly count: number }>(all: Counted[]): Counted[] {
  return all.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
