import type { Cents } from '../core/money.ts';
import { groupsInForce } from './choosing.ts';
import type { OptionLine } from './lines.ts';
import type { Chosen, OptionDish } from './types.ts';

/** An option of which a unit costs something else than when it was chosen. */
export interface MovedChoice {
  readonly name: string;
  readonly was: Cents;
  readonly now: Cents;
}

/** What of these choices has another price now. */
export function movedChoices(was: readonly OptionLine[] = [], now: readonly OptionLine[] = []): MovedChoice[] {
  return now.flatMap(({ group, id, name, unitPrice }) => {
    const before = was.find((line) => line.group === group && line.id === id);
    return before && before.unitPrice !== unitPrice ? [{ name, was: before.unitPrice, now: unitPrice }] : [];
  });
}

/** What of a choice can be had now. */
export function stillThere(dish: OptionDish, chosen: Chosen): Chosen {
  const groups = groupsInForce(dish, chosen);
  return chosen.filter(({ groupId, optionId }) =>
    groups.find(({ id }) => id === groupId)?.options.some(({ id, isAvailable }) => id === optionId && isAvailable),
  );
}
