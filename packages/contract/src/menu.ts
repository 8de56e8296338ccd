import { z } from '@hono/zod-openapi';
import { DISH_HEATS, FEW_PORTIONS } from '@tiffin/domain/menu';
import { DISH_TAX_CLASSES } from '@tiffin/domain/pricing';
import { callsOf } from './call.ts';
import { allergen, optionGroup } from './options.ts';
import { RATES } from './rates.ts';
import { dateText, instant, locationId, moneyOut } from './wire.ts';

const { get, post } = callsOf('Menu');

/** A dish as guests see it. */
export const menuItem = z
  .object({
    id: z.string(),
    menuItemId: z.string(),
    name: z.string(),
    alsoCalled: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Its names in the other languages, to be found by; absent: it has none' }),
    description: z.string(),
    price: moneyOut,
    category: z.string(),
    taxClass: z.enum(DISH_TAX_CLASSES).openapi({ description: 'Which of the location’s taxes it pays' }),
    spiceLevel: z.enum(DISH_HEATS),
    prepTime: z.number().openapi({ description: 'Minutes' }),
    calories: z.number().nullable(),
    isVegetarian: z.boolean(),
    isVegan: z.boolean(),
    isGlutenFree: z.boolean(),
    isPopular: z.boolean(),
    isAvailable: z.boolean().openapi({ description: 'Can be ordered now' }),
    served: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: 'When it is sold, in words, while that is not now' }),
    soldOut: z.boolean().openapi({ description: 'Is sold here, but there is none left now' }),
    left: z
      .number()
      .nullable()
      .openapi({
        description: `Portions left; null: not counted. Below ${FEW_PORTIONS} it is exact, above as of the menu’s version`,
      }),
    soldOutUntil: instant
      .nullable()
      .openapi({ description: 'Sold again from then on by itself; the end of the year 9999: when somebody says so' }),
    isTodaysSpecial: z.boolean().openapi({ description: 'Today, by the location’s clock' }),
    specialStartDate: dateText.nullable(),
    specialEndDate: dateText.nullable(),
    image: z.string().nullable(),
    imageUrl: z.string().nullable(),
    art: z
      .string()
      .nullable()
      .openapi({ description: 'One of the product’s own drawings, for a dish without a photo' }),
    tags: z.array(z.string()),
    allergens: z.array(allergen),
    maxQuantity: z.number(),
    workUnits: z.number().openapi({ description: 'How much of a limited kitchen a portion takes' }),
    optionGroups: z
      .array(optionGroup)
      .openapi({ description: 'What may be chosen with it; none: it is sold as it is' }),
    priceFrom: moneyOut.openapi({
      description: 'The least it costs: in its cheapest size, with what has to be chosen',
    }),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi('MenuItem');

export const menuCategory = z.object({
  id: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  count: z.number(),
  art: z.string().nullable().optional().openapi({ description: 'One of the product’s own drawings' }),
});

export const getLocationMenu = get('/getLocationMenu', {
  summary: 'A location’s menu; `ETag`, 304 on `If-None-Match`',
  who: 'anyone',
  inTurn: 'by itself',
  query: z.object({
    locationId,
    at: z.iso
      .datetime({ offset: true })
      .optional()
      .openapi({ description: 'The menu of a time one may order for: its dayparts, and what ran out until then' }),
  }),
  answer: z.object({
    locationId: z.string(),
    items: z.array(menuItem),
    categories: z.array(menuCategory).openapi({ description: 'Those with dishes, in the menu’s order' }),
    heats: optionGroup.optional().openapi({
      description:
        'How hot a dish with a `spiceLevel` can be made: one of these is asked of it, and travels as `selectedSpiceLevel`, which is what its options are sorted by from 1: mild, medium, hot, heat-4, heat-5',
    }),
    version: z.number().openapi({ description: 'Goes up with every change of this menu' }),
    changesAt: instant
      .nullable()
      .optional()
      .openapi({ description: 'From then on it is another by itself: a daypart ends, or what ran out is back' }),
  }),
});

/** The dishes a guest marked with a heart. */
const favorite = z.object({ locationId: z.string(), itemId: z.string(), name: z.string(), createdAt: instant });

export const getFavorites = get('/getFavorites', {
  summary: 'The dishes one marked with a heart',
  who: 'customer',
  query: z.object({ locationId: locationId.optional() }),
  answer: z.object({ favorites: z.array(favorite) }),
});

export const setFavorite = post('/setFavorite', {
  summary: 'Mark a dish with a heart, or take it off',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({ locationId, itemId: z.string().min(1, 'itemId is required').max(100), isFavorite: z.boolean() }),
  answer: z.object({ favorites: z.array(favorite) }),
});
