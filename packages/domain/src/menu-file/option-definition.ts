import { say } from '../core/language.ts';
import { ZERO, type Cents } from '../core/money.ts';
import { groupProblem } from '../options/rules.ts';
import { OPTION_LIMITS, type GroupKind, type GroupOption, type OptionGroup } from '../options/types.ts';
import type { Cell } from './cells.ts';
import { normaliseHeading } from './fields.ts';
import { parsePrice, priceText } from './price-text.ts';

// A cell can define its option groups: “Size: Small +0 | Large +3.50 (cost 1.20); Heat: Mild | Medium | Hot”.
// “+” is a surcharge and “=” the price of the dish in that size. “(0-2)” behind the name of the group says how many can
// be chosen, and “*” before an option that it is chosen beforehand.

/** An option of a definition, with what a unit costs the restaurant if the file says so. */
export interface DefinedOption extends Pick<GroupOption, 'name' | 'price' | 'isDefault'> {
  readonly cost: Cents | null;
}

/** An option group as a cell defines it. */
export interface DefinedGroup extends Pick<OptionGroup, 'name' | 'min' | 'max' | 'isSize'> {
  readonly kind: GroupKind;
  readonly options: readonly DefinedOption[];
}

const HIGHEST_PRICE = 1_000_000_00;
const RANGE = /\((\d{1,2})(?:\s?[-–]\s?(\d{1,2}))?\)$/;
const COST = /\s\(?(?:cost|coût)\s([^()]{1,30})\)?$/i;
const AMOUNT = /\(?([+=])\s?([$€£]?\d[\d.,]{0,15}(?:\s?[$€£])?)\)?$/;
/** An amount that does not say whether it is a surcharge or a price. */
const UNCLEAR_AMOUNT = /\s[-–]?\s?[$€£]?\d{1,7}[.,]\d{2}\s?[$€£]?$/;

/** True if the text can only be a definition or the name of a group with a colon. */
export function isGroupDefinition(text: string): boolean {
  return text.includes(':');
}

/** Reads the definition of one group. */
export function parseGroupDefinition(text: string): Cell<DefinedGroup> {
  const colon = text.indexOf(':');
  const heading = text.slice(0, colon).trim();
  const range = RANGE.exec(heading);
  const name = heading.slice(0, range?.index).trim();
  if (normaliseHeading(name) === '') return { problem: say`The options “${text}” have no name before the colon.` };
  if (name.length > OPTION_LIMITS.name) return { problem: nameTooLong(name) };
  const options: DefinedOption[] = [];
  const signs = new Set<string>();
  for (const part of splitOptions(text.slice(colon + 1))) {
    const option = parseOption(part);
    if ('problem' in option) return option;
    const { sign, ...value } = option.value;
    signs.add(sign);
    options.push(value);
  }
  const isSize = signs.has('=');
  if (isSize && signs.size > 1) {
    return {
      problem: say`${name}: a price behind “=” is needed for every size, or a surcharge behind “+” for every option.`,
    };
  }
  const group = { name, isSize, ...unitsOf(options, isSize, range), options };
  const problem = problemOf(group);
  return problem === null ? { value: group } : { problem: `${name}: ${problem}` };
}

/** Bars separate options. Without any, commas do, except those inside an amount. */
function splitOptions(text: string): string[] {
  const parts = text.includes('|') ? text.split('|') : text.split(/,(?!\d)/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function parseOption(text: string): Cell<DefinedOption & { readonly sign: string }> {
  const isDefault = text.startsWith('*');
  const withCost = isDefault ? text.slice(1).trim() : text;
  const cost = COST.exec(withCost);
  const withAmount = withCost.slice(0, cost?.index).trim();
  const amount = AMOUNT.exec(withAmount);
  const name = withAmount.slice(0, amount?.index).trim();
  if (name === '') return { problem: say`“${text}” is an option without a name.` };
  if (name.length > OPTION_LIMITS.name) return { problem: nameTooLong(name) };
  if (!amount && UNCLEAR_AMOUNT.test(name)) {
    return { problem: say`“${text}”: please write “+3.50” for a surcharge, or “=12.50” for the price of a size.` };
  }
  const price = amount ? parsePrice(amount[2] ?? '', '.') : ZERO;
  const unitCost = cost ? parsePrice(cost[1] ?? '', '.') : null;
  if (price === null || price > HIGHEST_PRICE || (cost && unitCost === null) || (unitCost ?? 0) > HIGHEST_PRICE) {
    return { problem: say`“${text}” has an amount that cannot be read.` };
  }
  return { value: { name, price, isDefault, cost: unitCost, sign: amount?.[1] ?? '+' } };
}

function nameTooLong(name: string): string {
  return say`“${name.slice(0, OPTION_LIMITS.name)}” is longer than ${OPTION_LIMITS.name} characters.`;
}

/** How many a guest chooses. Nobody must pay a surcharge, so options that all have one are extras. */
function unitsOf(
  options: readonly DefinedOption[],
  isSize: boolean,
  range: RegExpExecArray | null,
): Pick<DefinedGroup, 'kind' | 'min' | 'max'> {
  const areExtras = !isSize && (options.length === 1 || options.every(({ price }) => price > 0));
  const min = range ? Number(range[1]) : areExtras ? 0 : 1;
  const max = range ? Number(range[2] ?? range[1]) : areExtras ? Math.min(options.length, OPTION_LIMITS.units) : 1;
  return { kind: max === 1 ? 'one' : 'some', min, max };
}

function problemOf(group: DefinedGroup): string | null {
  if (group.options.length > 0 && (group.max < 1 || group.max > OPTION_LIMITS.units)) {
    return say`A guest can choose between 1 and ${OPTION_LIMITS.units}.`;
  }
  const options = group.options.map((option) => ({ ...option, maxUnits: 1, opensGroupId: undefined }));
  return groupProblem({ ...group, options, included: 0, eachExtra: ZERO })?.message ?? null;
}

/** True if a group of the restaurant is the one of the definition. What a file cannot say may be anything. */
export function hasDefinition(group: OptionGroup, definition: DefinedGroup): boolean {
  const { kind, min, max, isSize, options } = group;
  return (
    isDefinable(group) &&
    normaliseHeading(group.name) === normaliseHeading(definition.name) &&
    [kind, min, max, isSize].join() === [definition.kind, definition.min, definition.max, definition.isSize].join() &&
    options.length === definition.options.length &&
    options.every((option, at) => {
      const defined = definition.options[at];
      return (
        normaliseHeading(option.name) === normaliseHeading(defined?.name ?? '') &&
        option.price === defined?.price &&
        option.isDefault === defined.isDefault
      );
    })
  );
}

/** False if prices or what a guest can choose depend on more than a definition says. */
function isDefinable({ included, eachExtra, options }: OptionGroup): boolean {
  return (
    included === 0 &&
    eachExtra === ZERO &&
    options.every(
      ({ maxUnits, pricesBySize, opensGroupId, dishId }) => maxUnits === 1 && !pricesBySize && !opensGroupId && !dishId,
    )
  );
}

/**
 * The group as a file defines it, or null if a definition would lose something: names with separators, allergens that
 * an option adds, names for the kitchen.
 */
export function groupDefinitionText(group: OptionGroup, costOf: (optionId: string) => Cents | null): string | null {
  const isPlain = group.options.every(
    ({ allergens, breaks, kitchenName }) => allergens.length === 0 && breaks.length === 0 && !kitchenName,
  );
  if (!isPlain) return null;
  const text = definitionText({
    ...group,
    options: group.options.map((option) => ({ ...option, cost: costOf(option.id) })),
  });
  const parsed = text.includes(';') || text.includes('\n') ? null : parseGroupDefinition(text);
  const isSame =
    parsed !== null && 'value' in parsed && hasDefinition(group, parsed.value) && hasExactNames(group, parsed.value);
  return isSame ? text : null;
}

function hasExactNames(group: OptionGroup, definition: DefinedGroup): boolean {
  return group.name === definition.name && group.options.every(({ name }, at) => name === definition.options[at]?.name);
}

/** A new group as text, without its costs. */
export function newGroupText(group: OptionGroup): string {
  return definitionText({ ...group, options: group.options.map((option) => ({ ...option, cost: null })) });
}

/** A definition as text: “Size (1): Small +0.00 | Large +3.50”. */
function definitionText({ name, min, max, isSize, options }: DefinedGroup): string {
  const units = min === max ? String(min) : `${min}-${max}`;
  const parts = options.map((option) => {
    const amount = isSize || option.price > 0 ? ` ${isSize ? '=' : '+'}${priceText(option.price)}` : '';
    const cost = option.cost === null ? '' : ` (cost ${priceText(option.cost)})`;
    return `${option.isDefault ? '*' : ''}${option.name}${amount}${cost}`;
  });
  return `${name} (${units}): ${parts.join(' | ')}`;
}
