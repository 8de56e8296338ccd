import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ALLERGENS, DIETS, type AllergenId, type Diet } from '@tiffin/domain/menu';
import { GROUP_KINDS, OPTION_LIMITS } from '@tiffin/domain/options';
import { TAX_CLASSES } from '@tiffin/domain/pricing';
import { moneyOut } from './wire.ts';

export const allergen = z.enum(ALLERGENS.map(({ id }) => id) as [AllergenId, ...AllergenId[]]);
export const diet = z.enum(DIETS.map(({ id }) => id) as [Diet, ...Diet[]]);

const groupOption = z.object({
  id: z.string(),
  name: z.string(),
  kitchenName: z.string().optional(),
  price: moneyOut.openapi({
    description: 'Of a size what the dish costs in it; of anything else what a unit costs more',
  }),
  pricesBySize: z
    .record(z.string(), moneyOut)
    .optional()
    .openapi({ description: 'What a unit costs instead with a size, by the size’s id' }),
  opensGroupId: z.string().optional().openapi({ description: 'The group that is asked for once this is chosen' }),
  isDefault: z.boolean().openapi({ description: 'The dish comes with one of it, which is in its price' }),
  maxUnits: z.number(),
  isAvailable: z.boolean(),
  allergens: z.array(allergen).openapi({ description: 'What it brings into the dish' }),
  breaks: z.array(diet).optional().openapi({ description: 'Diets the dish is not for any more with it' }),
  part: z
    .object({ itemId: z.string(), list: moneyOut, taxClass: z.enum(TAX_CLASSES) })
    .optional()
    .openapi({ description: 'It is a dish of this menu, a part of a combo: which, and what it costs on its own' }),
});

/** What may be chosen with a dish, as guests see it. */
export const optionGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(GROUP_KINDS),
    min: z.number(),
    max: z.number(),
    included: z.number().openapi({ description: 'So many units are in the price; each one more costs `eachExtra`' }),
    eachExtra: moneyOut,
    isSize: z.boolean().openapi({ description: 'Its prices take the place of the dish’s' }),
    isOpened: z
      .boolean()
      .optional()
      .openapi({ description: 'true: asked for only once an option that opens it is chosen' }),
    of: z.string().optional().openapi({ description: 'The part of a combo that it is a choice of, by its name' }),
    openedBy: z
      .string()
      .optional()
      .openapi({ description: 'It is asked for once this part of a combo is chosen: its group’s id, a dot, its own' }),
    options: z.array(groupOption),
  })
  .openapi('OptionGroup');

const override = (what: string) =>
  z
    .number()
    .nullable()
    .openapi({ description: `${what}; null: the group’s own` });

/** A group that a dish has, with what it changes of it. */
export const groupOfDish = z.object({
  groupId: z.string(),
  min: override('Units at least'),
  max: override('Units at most'),
  included: override('Units in the price'),
});

const requested = z.int().min(0).max(OPTION_LIMITS.units).nullish();

/** The groups a dish shall have, in the order they are asked. */
export const requestedGroups = z
  .array(z.object({ groupId: z.string().min(1).max(100), min: requested, max: requested, included: requested }))
  .max(OPTION_LIMITS.groups, { error: () => say`A dish has at most ${OPTION_LIMITS.groups} groups.` });

/** A choice as it stands on an order. */
export const optionOfLine = z.object({
  group: z.string().openapi({ description: 'The group’s id' }),
  groupName: z.string(),
  id: z.string(),
  name: z.string(),
  kitchenName: z.string().optional(),
  units: z.number(),
  unitPrice: moneyOut.openapi({ description: 'Of a unit that is charged; of a size what the dish costs in it' }),
  isOneOf: z.boolean().optional().openapi({ description: 'true: one of its group was to be chosen' }),
  isSize: z.boolean().optional(),
  isDefault: z.boolean().optional().openapi({ description: 'true: the dish comes with one of it' }),
  isRemoval: z
    .boolean()
    .optional()
    .openapi({ description: 'true: the dish comes with it, and was ordered without; it has no units' }),
  part: z
    .object({ itemId: z.string(), list: moneyOut, extra: moneyOut, taxClass: z.enum(TAX_CLASSES) })
    .optional()
    .openapi({
      description:
        'Of a part of a combo: its dish, what that costs on its own, and what of one combo is charged for it besides',
    }),
  of: z.string().optional().openapi({ description: 'The part of a combo that it was chosen with, by its name' }),
});
