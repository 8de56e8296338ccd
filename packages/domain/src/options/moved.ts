import type { Cents } from '../core/money.ts';
import type { OptionLine } from './lines.ts';
import type { RequestedOption } from './types.ts';

/** An option that is charged, and of which a unit costs something else than when it was chosen. */
export interface MovedChoice {
  readonly name: string;
  readonly was: Cents;
  readonly now: Cents;
}

/** One of an order that was sent; lines are counted from 1. */
export interface MovedOption extends MovedChoice {
  readonly line: number;
  readonly groupId: string;
  readonly optionId: string;
}

/** What of these choices has another price now. */
export function movedChoices(was: readonly OptionLine[] = [], now: readonly OptionLine[] = []): MovedChoice[] {
  return moved(now, (line) => was.find(({ group, id }) => line.group === group && line.id === id)?.unitPrice).map(
    ({ choice }) => choice,
  );
}

/** Of lines as they were asked for and as the menu prices them; an option that was sent without its price says nothing. */
export function movedOptions(
  items: readonly {
    readonly options?: readonly RequestedOption[] | undefined;
    readonly choices?: readonly OptionLine[] | undefined;
  }[],
): MovedOption[] {
  return items.flatMap(({ options = [], choices = [] }, index) =>
    moved(
      choices,
      ({ group, id }) => options.find((each) => each.groupId === group && each.optionId === id)?.price,
    ).map(({ line: { group: groupId, id: optionId }, choice }) => ({ line: index + 1, groupId, optionId, ...choice })),
  );
}

function moved(
  lines: readonly OptionLine[],
  before: (line: OptionLine) => Cents | undefined,
): { readonly line: OptionLine; readonly choice: MovedChoice }[] {
  return lines.filter(isCharged).flatMap((line) => {
    const { name, unitPrice: now } = line;
    const was = before(line);
    return was === undefined || was === now ? [] : [{ line, choice: { name, was, now } }];
  });
}

/** What a dish comes with is in its price. */
function isCharged({ units, isSize = false, isDefault = false }: OptionLine): boolean {
  return isSize || units > (isDefault ? 1 : 0);
}
