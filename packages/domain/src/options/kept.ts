import { fromDollars, toDollars } from '../core/money.ts';
import { number, record, text } from '../core/unknown.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';
import type { OptionLine } from './lines.ts';
import type { Chosen } from './types.ts';

/** The set that was chosen, of what was written down. */
export function chosenOf(lines: readonly OptionLine<unknown>[]): Chosen {
  return lines
    .filter(({ isRemoval }) => !isRemoval)
    .map(({ group: groupId, id: optionId, units }) => ({ groupId, optionId, units }));
}

/** What a browser kept of a line's choices, or an order's answer says of them; null when it makes no sense. */
export function optionLinesFrom(stored: unknown): OptionLine[] | null {
  if (!Array.isArray(stored)) return null;
  const lines = stored.map(optionLineFrom);
  const sound = lines.filter((line) => line !== null);
  return sound.length === lines.length ? sound : null;
}

function optionLineFrom(stored: unknown): OptionLine | null {
  const line = record(stored);
  const [group, id, name] = [text(line?.['group']), text(line?.['id']), text(line?.['name'])];
  const unitPrice = fromDollars(number(line?.['unitPrice']) ?? Number.NaN);
  const units = number(line?.['units']) ?? -1;
  if (!line || group === '' || id === '' || name === '' || unitPrice === null || !Number.isSafeInteger(units))
    return null;
  const isRemoval = line['isRemoval'] === true;
  if (units < (isRemoval ? 0 : 1)) return null;
  return {
    group,
    groupName: text(line['groupName']) || group,
    id,
    name,
    ...(text(line['kitchenName']) && { kitchenName: text(line['kitchenName']) }),
    units,
    unitPrice,
    ...(line['isOneOf'] === true && { isOneOf: true }),
    ...(line['isSize'] === true && { isSize: true }),
    ...(line['isDefault'] === true && { isDefault: true }),
    ...(isRemoval && { isRemoval }),
    ...partFrom(line['part']),
    ...(text(line['of']) && { of: text(line['of']) }),
  };
}

/** One that says nothing sound is taxed as its combo is, until the menu is read again. */
function partFrom(stored: unknown): Pick<OptionLine, 'part'> {
  const part = record(stored);
  const [list, extra] = [part?.['list'], part?.['extra']].map((money) => fromDollars(number(money) ?? Number.NaN));
  const taxClass = TAX_CLASSES.find((each) => each === part?.['taxClass']);
  return part && list != null && extra != null && taxClass
    ? { part: { itemId: text(part['itemId']), list, extra, taxClass } }
    : {};
}

/** As a browser keeps it and an order's answer tells it. */
export function toWireOptionLine(line: OptionLine): OptionLine<number> {
  const { part } = line;
  return {
    ...line,
    unitPrice: toDollars(line.unitPrice),
    part: part && { ...part, list: toDollars(part.list), extra: toDollars(part.extra) },
  };
}
