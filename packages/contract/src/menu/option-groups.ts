import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { DISH_ALLERGENS, DIETS } from '@tiffin/domain/menu';
import { GROUP_KINDS, OPTION_LIMITS } from '@tiffin/domain/options';
import { defineCalls } from '../call.ts';
import { allergen, diet } from './options.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { dollarsToCents, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Menu management');

const requiredName = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(OPTION_LIMITS.name, { error: () => say`Name must be ${OPTION_LIMITS.name} characters or less` });
const kitchenName = z.string().trim().max(OPTION_LIMITS.name).nullish();
const id = z.string().trim().min(1).max(100);
const price = dollarsToCents((amount) => amount >= 0 && amount <= 1_000_000, 'Valid price is required');
const units = (least: number) => z.int().min(least).max(OPTION_LIMITS.units);

/** An option group as the back office sees it. */
export const managedOptionGroup = namedObject('EditedOptionGroup', {
  id: z.string(),
  name: z.string(),
  kitchenName: z.string().nullable(),
  kind: z.enum(GROUP_KINDS),
  min: z.number(),
  max: z.number(),
  included: z.number(),
  eachExtra: moneyOutput,
  isSize: z.boolean(),
  options: arrayOf({
    id: z.string(),
    name: z.string(),
    kitchenName: z.string().nullable(),
    price: moneyOutput,
    pricesBySize: z.record(z.string(), moneyOutput).describe('By the id of the size'),
    opensGroupId: z.string().nullable(),
    isDefault: z.boolean(),
    maxUnits: z.number(),
    allergens: z.array(allergen),
    breaks: z.array(diet),
    dishId: z.string().nullish().describe('The id of the dish that this option adds to a combo'),
  }),
  version: z.number().describe('Send this with a change. If someone else changed it first, the call fails with 409'),
  usedBy: arrayOf({ locationId: z.string(), locationName: z.string(), itemId: z.string(), name: z.string() }).describe(
    'The dishes at all locations that use it',
  ),
  heldBy: z
    .array(z.string())
    .optional()
    .describe('Locations that use it and whose menu the caller may not edit. The caller may not change it'),
});

export const getOptionGroups = get('/getOptionGroups', {
  summary: 'Lists the option groups by name, with the dishes that use them',
  access: 'manager',
  response: z.object({ groups: z.array(managedOptionGroup) }),
});

const newOption = z.object({
  id: id.nullish().describe('The id of an existing option. New options get one made from the name'),
  name: requiredName('Each option needs a name'),
  kitchenName,
  price: price.describe('For a size: the price of the dish in that size. For other options: the price of one unit'),
  pricesBySize: z.record(id, price).nullish().describe('The price of one unit in each size, by the id of the size'),
  opensGroupId: id.nullish().describe('The group that is shown once this option is chosen'),
  isDefault: z.boolean().default(false),
  maxUnits: units(1).default(1),
  allergens: z.array(allergen).max(DISH_ALLERGENS.length).default([]),
  breaks: z.array(diet).max(DIETS.length).default([]).describe('The diets that the dish no longer suits with it'),
  dishId: id
    .nullish()
    .describe(
      'The id of the dish that this option adds to a combo. Its name, allergens, diets, tax, stock and options are those of each location',
    ),
});

export const saveOptionGroup = post('/saveOptionGroup', {
  summary:
    'Saves an option group for every menu that uses it. Fails with 403 if the caller may not edit all of them, and with 409 and the current `group` if it was changed since `version`',
  access: 'manager',
  creating: true,
  maxKb: 64,
  body: z.object({
    id: id.nullish().describe('Leave out to create a new one'),
    version: z.int().nullish().describe('The version on which the change is based'),
    name: requiredName('A group needs a name'),
    kitchenName,
    kind: z.enum(GROUP_KINDS),
    min: units(0).default(0),
    max: units(1)
      .nullish()
      .describe(`Defaults to 1 if only one option can be chosen, otherwise to ${OPTION_LIMITS.units}`),
    included: units(0).default(0),
    eachExtra: price.nullish().describe('Defaults to zero'),
    isSize: z.boolean().default(false),
    options: z.array(newOption).max(OPTION_LIMITS.options),
  }),
  response: z.object({ group: managedOptionGroup }),
});

export const deleteOptionGroup = post('/deleteOptionGroup', {
  summary:
    'Deletes an option group. Fails with 403 if the caller may not edit every menu that uses it, and with 409 and the `dishes` that use it unless `force` is set',
  access: 'manager',
  body: z.object({
    groupId: id,
    force: z
      .boolean()
      .nullish()
      .describe('If true, the group is removed from its dishes and from the options that open it'),
  }),
  response: z.object({ groupId: z.string() }),
});
