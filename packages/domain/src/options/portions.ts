import type { OptionLine } from './lines.ts';

/** So much of something that may be counted: of a dish by its id, of an option by its group's and its own. */
export interface Portions {
  readonly itemId: string;
  readonly name: string;
  readonly quantity: number;
}

/** As what an option's portions are counted; no dish has such an id. */
export function optionItem(groupId: string, optionId: string): string {
  // What is chosen with a part of a combo is counted with the group it is of.
  return `${groupId.slice(groupId.lastIndexOf('.') + 1)}/${optionId}`;
}

/** The option that is counted under this id; null for a dish. */
export function optionOfItem(itemId: string): { readonly groupId: string; readonly optionId: string } | null {
  const [groupId, optionId] = itemId.split('/');
  return groupId === undefined || optionId === undefined ? null : { groupId, optionId };
}

/** What a line takes of all that may be counted: the dish, what was chosen with it, the dishes that are its parts. */
export function portionsOf({
  id,
  name,
  quantity,
  choices,
}: {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
  readonly choices?: readonly OptionLine<unknown>[] | null | undefined;
}): Portions[] {
  const lines = choices ?? [];
  const all = new Map<string, Portions>([[id, { itemId: id, name, quantity }]]);
  for (const { group, id: optionId, name: called, units, part } of lines) {
    const key = group.slice(0, group.lastIndexOf('.'));
    const times = key === '' ? 1 : (lines.find((each) => `${each.group}.${each.id}` === key)?.units ?? 1);
    const itemId = part?.itemId ?? optionItem(group, optionId);
    const before = all.get(itemId)?.quantity ?? 0;
    const more = units * times * quantity;
    if (more > 0) all.set(itemId, { itemId, name: called, quantity: before + more });
  }
  return [...all.values()];
}

/** What the kitchen makes of a line: the dish, or the parts of a combo, which is no work and no dish besides them. */
export function dishesMade({
  id,
  quantity,
  choices,
}: {
  readonly id: string;
  readonly quantity: number;
  readonly choices?: readonly Pick<OptionLine<unknown>, 'units' | 'part'>[] | null | undefined;
}): { readonly itemId: string; readonly quantity: number }[] {
  const parts = (choices ?? []).flatMap(({ units, part }) =>
    part && units > 0 ? { itemId: part.itemId, quantity: units * quantity } : [],
  );
  return parts.length > 0 ? parts : [{ itemId: id, quantity }];
}
