import type { Cents } from '../core/money.ts';
import type { OptionLine } from './lines.ts';
import type { RequestedOption } from './types.ts';

/** A charged option whose unit price has changed since it was chosen. */
export interface RepricedChoice {
  readonly name: string;
  readonly was: Cents;
  readonly now: Cents;
}

/** A changed option of a submitted order; `line` counts from 1. */
export interface RepricedOption extends RepricedChoice {
  readonly line: number;
  readonly groupId: string;
  readonly optionId: string;
}

/** Compares the options of a line before and after the menu changed. */
export function findRepricedChoices(
  oldLines: readonly OptionLine[] = [],
  newLines: readonly OptionLine[] = [],
): RepricedChoice[] {
  return repricedLines(
    newLines,
    (line) => oldLines.find(({ group, id }) => line.group === group && line.id === id)?.unitPrice,
  ).map(({ choice }) => choice);
}

/** Compares the submitted prices with those of the menu. Options submitted without a price are skipped. */
export function findRepricedOptions(
  items: readonly {
    readonly options?: readonly RequestedOption[] | undefined;
    readonly choices?: readonly OptionLine[] | undefined;
  }[],
): RepricedOption[] {
  return items.flatMap(({ options = [], choices = [] }, index) =>
    repricedLines(
      choices,
      ({ group, id }) => options.find((each) => each.groupId === group && each.optionId === id)?.price,
    ).map(({ line: { group: groupId, id: optionId }, choice }) => ({ line: index + 1, groupId, optionId, ...choice })),
  );
}

function repricedLines(lines: readonly OptionLine[], oldPriceOf: (line: OptionLine) => Cents | undefined) {
  return lines.filter(isCharged).flatMap((line) => {
    const { name, unitPrice: now } = line;
    const was = oldPriceOf(line);
    return was === undefined || was === now ? [] : [{ line, choice: { name, was, now } }];
  });
}

/** The first unit of a default is included in the price of the dish. */
function isCharged({ units, isSize = false, isDefault = false }: OptionLine): boolean {
  return isSize || units > (isDefault ? 1 : 0);
}
