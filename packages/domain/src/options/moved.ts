import type { Cents } from '../core/money.ts';
import type { OptionLine } from './lines.ts';
import type { AskedOption } from './types.ts';

/** An option that costs something else than when it was chosen; lines are counted from 1. */
export interface MovedOption {
  readonly line: number;
  readonly groupId: string;
  readonly optionId: string;
  readonly name: string;
  readonly was: Cents;
  readonly now: Cents;
}

/** Of lines as they were asked for and as the menu prices them; an option that was sent without its price says nothing. */
export function movedOptions(
  items: readonly {
    readonly options?: readonly AskedOption[] | undefined;
    readonly choices?: readonly OptionLine[] | undefined;
  }[],
): MovedOption[] {
  return items.flatMap(({ options = [], choices = [] }, index) =>
    choices.flatMap(({ group, id, name, unitPrice: now }): MovedOption[] => {
      const was = options.find((each) => each.groupId === group && each.optionId === id)?.price;
      return was === undefined || was === now
        ? []
        : [{ line: index + 1, groupId: group, optionId: id, name, was, now }];
    }),
  );
}
