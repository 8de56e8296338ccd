import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { DISH_ALLERGENS, DIETS, type AllergenId, type Diet } from '@tiffin/domain/menu';
import { GROUP_KINDS, OPTION_LIMITS } from '@tiffin/domain/options';
import { TAX_CLASSES } from '@tiffin/domain/pricing';
import { arrayOf, namedObject, optionalObject } from '../objects.ts';
import { dollarsToCents, moneyOutput } from '../wire.ts';

export const allergen = z.enum(DISH_ALLERGENS.map(({ id }) => id) as [AllergenId, ...AllergenId[]]);
export const diet = z.enum(DIETS.map(({ id }) => id) as [Diet, ...Diet[]]);

const groupOption = z.object({
  id: z.string(),
  name: z.string(),
  kitchenName: z.string().optional(),
  price: moneyOutput.describe(
    'For a size: the price of the dish in that size. For other options: the price of one unit',
  ),
  pricesBySize: z
    .record(z.string(), moneyOutput)
    .optional()
    .describe('The price of one unit in each size, by the id of the size'),
  opensGroupId: z.string().optional().describe('The group that is shown once this option is chosen'),
  isDefault: z.boolean().describe('True if the dish comes with one unit, included in its price'),
  maxUnits: z.number(),
  isAvailable: z.boolean(),
  allergens: z.array(allergen).describe('The allergens that this option adds'),
  hasUnknownAllergens: z
    .boolean()
    .optional()
    .describe('True for a part of a combo whose allergens nobody has stated. Guests are told to ask'),
  breaks: z.array(diet).optional().describe('The diets that the dish no longer suits with this option'),
  part: optionalObject({ itemId: z.string(), list: moneyOutput, taxClass: z.enum(TAX_CLASSES) }).describe(
    'The dish of this menu that the option adds to a combo, and its own price',
  ),
});

/** An option group as guests see it. */
export const optionGroup = namedObject('OptionGroup', {
  id: z.string(),
  name: z.string(),
  kind: z.enum(GROUP_KINDS),
  min: z.number(),
  max: z.number(),
  included: z.number().describe('The number of units included in the price. Each further unit costs `eachExtra`'),
  eachExtra: moneyOutput,
  isSize: z.boolean().describe('If true, the price of the option replaces the price of the dish'),
  isOpened: z.boolean().optional().describe('If true, the group is shown only after an option that opens it is chosen'),
  of: z.string().optional().describe('The name of the combo part to which the choice belongs'),
  openedBy: z
    .string()
    .optional()
    .describe('Shown once this part of a combo is chosen: the id of its group, a dot and the id of the option'),
  options: z.array(groupOption),
});

const override = (label: string) => z.number().nullable().describe(`${label}; null to use the value of the group`);

/** An option group of a dish, with the values that the dish overrides. */
export const dishOptionGroup = z.object({
  groupId: z.string(),
  min: override('Units at least'),
  max: override('Units at most'),
  included: override('Units in the price'),
  sizePrices: z
    .record(z.string(), moneyOutput)
    .nullish()
    .describe('The prices of this dish in each size, by the id of the size; a size without one has that of the group'),
});

const unitsOverride = z.int().min(0).max(OPTION_LIMITS.units).nullish().describe('null for the value of the group');

/** The option groups to give a dish, in the order shown. */
export const dishOptionGroupsRequest = arrayOf({
  groupId: z.string().min(1).max(100),
  min: unitsOverride,
  max: unitsOverride,
  included: unitsOverride,
  sizePrices: z
    .record(
      z.string().max(100),
      dollarsToCents((amount) => amount > 0 && amount <= 1_000_000, say`Every size needs a price.`),
    )
    .nullish()
    .describe('Prices of this dish by the id of the size; null for those of the group. Left out, they stay'),
}).max(OPTION_LIMITS.groups, { error: () => say`A dish has at most ${OPTION_LIMITS.groups} groups.` });

export const lineOption = z.object({
  group: z.string().describe('The id of the group'),
  groupName: z.string(),
  id: z.string(),
  name: z.string(),
  kitchenName: z.string().optional(),
  units: z.number(),
  unitPrice: moneyOutput.describe('The price of one charged unit; for a size the price of the dish'),
  isOneOf: z.boolean().optional().describe('True if exactly one option of the group must be chosen'),
  isSize: z.boolean().optional(),
  isDefault: z.boolean().optional().describe('True if the dish comes with one unit'),
  isRemoval: z
    .boolean()
    .optional()
    .describe('True if the dish comes with it but was ordered without it. It has no units'),
  part: optionalObject({
    itemId: z.string(),
    list: moneyOutput,
    extra: moneyOutput,
    taxClass: z.enum(TAX_CLASSES),
  }).describe('For a part of a combo: its dish, the dish’s own price and the extra charge in one combo'),
  of: z.string().optional().describe('The name of the combo part with which it was chosen'),
});
