import type { OptionLine } from './lines.ts';

/** A number of portions of something with tracked stock: a dish by its id, an option by its group and id. */
export interface Portions {
  readonly itemId: string;
  readonly name: string;
  readonly quantity: number;
}

/** The stock id of an option; no dish has an id like this. */
export function optionStockId(groupId: string, optionId: string): string {
  // Choices within a part of a combo share the stock of their original group.
  return `${groupId.slice(groupId.lastIndexOf('.') + 1)}/${optionId}`;
}

/** The option of a stock id; null for a dish. */
export function parseOptionStockId(itemId: string): { readonly groupId: string; readonly optionId: string } | null {
  const [groupId, optionId] = itemId.split('/');
  return groupId === undefined || optionId === undefined ? null : { groupId, optionId };
}

/** The portions that a line uses of everything that can have tracked stock: the dish, its options and its parts. */
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
  for (const { group, id: optionId, name: optionName, units, part } of lines) {
    const partKey = group.slice(0, group.lastIndexOf('.'));
    const partUnits = partKey === '' ? 1 : (lines.find((each) => `${each.group}.${each.id}` === partKey)?.units ?? 1);
    const itemId = part?.itemId ?? optionStockId(group, optionId);
    const earlier = all.get(itemId)?.quantity ?? 0;
    const added = units * partUnits * quantity;
    if (added > 0) all.set(itemId, { itemId, name: optionName, quantity: earlier + added });
  }
  return [...all.values()];
}

/** The dishes that the kitchen makes for a line: the dish, or the parts of a combo in place of the combo. */
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
