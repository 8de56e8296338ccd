import { asNumber, asRecord, asText, fromDollars, toDollars } from '../core/index.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';
import type { OptionLine } from './lines.ts';
import type { ChosenOptions } from './types.ts';

/** The choices that the lines stand for. */
export function chosenOf(lines: readonly OptionLine<unknown>[]): ChosenOptions {
  return lines
    .filter(({ isRemoval }) => !isRemoval)
    .map(({ group: groupId, id: optionId, units }) => ({ groupId, optionId, units }));
}

/** Parses the option lines of a stored cart or of an order from the API; null if they are invalid. */
export function optionLinesFrom(stored: unknown): OptionLine[] | null {
  if (!Array.isArray(stored)) return null;
  const lines = stored.map(optionLineFrom);
  const valid = lines.filter((line) => line !== null);
  return valid.length === lines.length ? valid : null;
}

function optionLineFrom(stored: unknown): OptionLine | null {
  const line = asRecord(stored);
  const [group, id, name] = [asText(line?.['group']), asText(line?.['id']), asText(line?.['name'])];
  const unitPrice = fromDollars(asNumber(line?.['unitPrice']) ?? Number.NaN);
  const units = asNumber(line?.['units']) ?? -1;
  if (!line || group === '' || id === '' || name === '' || unitPrice === null || !Number.isSafeInteger(units))
    return null;
  const isRemoval = line['isRemoval'] === true;
  if (units < (isRemoval ? 0 : 1)) return null;
  return {
    group,
    groupName: asText(line['groupName']) || group,
    id,
    name,
    kitchenName: asText(line['kitchenName']) || undefined,
    units,
    unitPrice,
    isOneOf: line['isOneOf'] === true || undefined,
    isSize: line['isSize'] === true || undefined,
    isDefault: line['isDefault'] === true || undefined,
    isRemoval: isRemoval || undefined,
    part: partFrom(line['part']),
    of: asText(line['of']) || undefined,
  };
}

/** Parses the part of a combo. Without valid data the part is taxed like its combo until the menu is loaded again. */
function partFrom(stored: unknown): OptionLine['part'] {
  const part = asRecord(stored);
  const [list, extra] = [part?.['list'], part?.['extra']].map((money) => fromDollars(asNumber(money) ?? Number.NaN));
  const taxClass = TAX_CLASSES.find((each) => each === part?.['taxClass']);
  return part && list != null && extra != null && taxClass
    ? { itemId: asText(part['itemId']), list, extra, taxClass }
    : undefined;
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
