import { fromDollars, toDollars } from '../core/money.ts';
import { number, record, text } from '../core/unknown.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';
import type { OptionLine } from './lines.ts';
import type { Chosen } from './types.ts';

/** The chosen options of stored option lines. */
export function chosenOf(lines: readonly OptionLine<unknown>[]): Chosen {
  return lines
    .filter(({ isRemoval }) => !isRemoval)
    .map(({ group: groupId, id: optionId, units }) => ({ groupId, optionId, units }));
}

/**
 * Parses the option lines of a cart stored in the browser or of an order from the API. Returns null if they are
 * invalid.
 */
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

/** Parses the part of a combo. Without valid data the part is taxed like its combo until the menu is loaded again. */
function partFrom(stored: unknown): Pick<OptionLine, 'part'> {
  const part = record(stored);
  const [list, extra] = [part?.['list'], part?.['extra']].map((money) => fromDollars(number(money) ?? Number.NaN));
  const taxClass = TAX_CLASSES.find((each) => each === part?.['taxClass']);
  return part && list != null && extra != null && taxClass
    ? { part: { itemId: text(part['itemId']), list, extra, taxClass } }
    : {};
}

/** The form stored in the browser and sent by the API. */
export function toWireOptionLine(line: OptionLine): OptionLine<number> {
  const { part } = line;
  return {
    ...line,
    unitPrice: toDollars(line.unitPrice),
    part: part && { ...part, list: toDollars(part.list), extra: toDollars(part.extra) },
  };
}
