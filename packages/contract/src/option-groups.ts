import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ALLERGENS, DIETS } from '@tiffin/domain/menu';
import { GROUP_KINDS, OPTION_LIMITS } from '@tiffin/domain/options';
import { callsOf } from './call.ts';
import { allergen, diet } from './options.ts';
import { RATES } from './rates.ts';
import { dollars, moneyOut } from './wire.ts';

const { get, post } = callsOf('Menu management');

const text = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(OPTION_LIMITS.name, { error: () => say`Name must be ${OPTION_LIMITS.name} characters or less` });
const kitchenName = z.string().trim().max(OPTION_LIMITS.name).nullish();
const id = z.string().trim().min(1).max(100);
const price = dollars((amount) => amount >= 0 && amount <= 1_000_000, 'Valid price is required');
const units = (least: number) => z.int().min(least).max(OPTION_LIMITS.units);

/** A group as the back office sees it. */
export const editedGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    kitchenName: z.string().nullable(),
    kind: z.enum(GROUP_KINDS),
    min: z.number(),
    max: z.number(),
    included: z.number(),
    eachExtra: moneyOut,
    isSize: z.boolean(),
    options: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kitchenName: z.string().nullable(),
        price: moneyOut,
        pricesBySize: z.record(z.string(), moneyOut),
        opensGroupId: z.string().nullable(),
        isDefault: z.boolean(),
        maxUnits: z.number(),
        allergens: z.array(allergen),
        breaks: z.array(diet),
        dishId: z.string().nullable().optional().openapi({ description: 'The dish that it is, as a part of a combo' }),
      }),
    ),
    version: z.number().openapi({ description: 'To be sent with a change, so that nobody writes over another' }),
    usedBy: z
      .array(z.object({ locationId: z.string(), locationName: z.string(), itemId: z.string(), name: z.string() }))
      .openapi({ description: 'The dishes of all locations that have it' }),
    heldBy: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Places that have it and whose menu the asker does not edit: they may not change it' }),
  })
  .openapi('EditedOptionGroup');

export const getOptionGroups = get('/getOptionGroups', {
  summary: 'The chain’s groups of options, by name, with the dishes that have them',
  who: 'manager',
  answer: z.object({ groups: z.array(editedGroup) }),
});

const newOption = z.object({
  id: id
    .nullish()
    .openapi({ description: 'Of an option that is there already; a new one gets one made from its name' }),
  name: text('Each option needs a name'),
  kitchenName,
  price: price.openapi({ description: 'Of a size what the dish costs in it; of anything else what a unit costs more' }),
  pricesBySize: z
    .record(id, price)
    .nullish()
    .openapi({ description: 'What a unit costs instead with a size, by the size’s id' }),
  opensGroupId: id.nullish(),
  isDefault: z.boolean().default(false),
  maxUnits: units(1).default(1),
  allergens: z.array(allergen).max(ALLERGENS.length).default([]),
  breaks: z.array(diet).max(DIETS.length).default([]),
  dishId: id.nullish().openapi({
    description:
      'The dish that it is, as a part of a combo: its name, allergens, diets, tax, portions and choices are each place’s own',
  }),
});

export const saveOptionGroup = post('/saveOptionGroup', {
  summary:
    'Write a group down, on every menu that has it; 403 to who does not edit all of these, 409 with the present `group` when it was changed since `version`',
  who: 'manager',
  creating: true,
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    id: id.nullish().openapi({ description: 'Absent: a new one' }),
    version: z.int().nullish().openapi({ description: 'The version the change was made on' }),
    name: text('A group needs a name'),
    kitchenName,
    kind: z.enum(GROUP_KINDS),
    min: units(0).default(0),
    max: units(1)
      .nullish()
      .openapi({ description: `Absent: 1 of a group of one, ${OPTION_LIMITS.units} otherwise` }),
    included: units(0).default(0),
    eachExtra: price.nullish().openapi({ description: 'Absent: nothing' }),
    isSize: z.boolean().default(false),
    options: z.array(newOption).max(OPTION_LIMITS.options),
  }),
  answer: z.object({ group: editedGroup }),
});

export const deleteOptionGroup = post('/deleteOptionGroup', {
  summary:
    'Delete a group; 403 to who does not edit every menu that has it, 409 with the `dishes` that have it, unless it shall be taken off them',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    groupId: id,
    force: z.boolean().nullish().openapi({ description: 'true: it is taken off its dishes, and out of what opens it' }),
  }),
  answer: z.object({ groupId: z.string() }),
});
