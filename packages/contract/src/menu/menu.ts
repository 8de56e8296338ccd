import { z } from '@hono/zod-openapi';
import { DISH_HEATS, FEW_PORTIONS } from '@tiffin/domain/menu';
import { DISH_TAX_CLASSES } from '@tiffin/domain/pricing';
import { defineCalls } from '../call.ts';
import { allergen, optionGroup } from './options.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { dateText, instant, instantInput, locationId, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Menu');

export const dish = z.object({
  id: z.string(),
  menuItemId: z.string(),
  name: z.string(),
  alsoCalled: z
    .array(z.string())
    .optional()
    .describe('The names in other languages, for searching; absent if there are none'),
  description: z.string(),
  price: moneyOutput,
  category: z.string(),
  taxClass: z.enum(DISH_TAX_CLASSES).describe('The tax class of the dish'),
  spiceLevel: z.enum(DISH_HEATS),
  prepTime: z.number().describe('In minutes'),
  calories: z.number().nullable().describe('In kilocalories'),
  isVegetarian: z.boolean(),
  isVegan: z.boolean(),
  isGlutenFree: z.boolean(),
  isPopular: z.boolean(),
  isAvailable: z.boolean().describe('True if it can be ordered now'),
  served: z.string().nullish().describe('The times when it is sold, as text, if it is not sold now'),
  soldOut: z.boolean().describe('True if it is sold at this location but sold out now'),
  left: z
    .number()
    .nullable()
    .describe(
      `The number of portions left; null if the dish is not counted. Exact below ${FEW_PORTIONS}, otherwise as of the menu version`,
    ),
  soldOutUntil: instant
    .nullable()
    .describe('When it is sold again. The end of the year 9999 means until someone changes it'),
  isTodaysSpecial: z.boolean().describe('True if it is a special today, in the location’s time zone'),
  specialStartDate: dateText.nullable(),
  specialEndDate: dateText.nullable(),
  image: z.string().nullable(),
  imageUrl: z.string().nullable(),
  art: z.string().nullable().describe('The name of a built-in drawing for a dish without a photo'),
  tags: z.array(z.string()),
  allergens: z
    .array(allergen)
    .nullable()
    .describe('The allergens that the dish contains; null until somebody has stated them. Guests are then told to ask'),
  maxQuantity: z.number(),
  workUnits: z.number().describe('How much of the kitchen’s capacity one portion uses'),
  optionGroups: z.array(optionGroup).describe('The option groups of the dish; absent if there are none'),
  priceFrom: moneyOutput.describe('The lowest price: the cheapest size with all required options'),
  createdAt: instant,
  updatedAt: instant,
});

/** A dish as guests see it. Fields that most dishes would leave empty are absent, so that the menu is small. */
export const menuItem = dish
  .partial({
    menuItemId: true,
    workUnits: true,
    specialStartDate: true,
    specialEndDate: true,
    image: true,
    imageUrl: true,
    art: true,
    createdAt: true,
    updatedAt: true,
  })
  .openapi('MenuItem');

export const menuCategory = z.object({
  id: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  count: z.number(),
  art: z.string().nullish().describe('The name of a built-in drawing'),
});

export const getLocationMenu = get('/getLocationMenu', {
  summary: 'Returns the menu of a location. Supports `ETag` and `If-None-Match`',
  access: 'anyone',
  queue: 'none',
  query: z.object({
    locationId,
    at: instantInput()
      .optional()
      .describe('Returns the menu for this time: its dayparts, and dishes that are sold out until then'),
  }),
  response: z.object({
    locationId: z.string(),
    items: z.array(menuItem),
    categories: z.array(menuCategory).describe('The categories that have dishes, in menu order'),
    heats: optionGroup
      .optional()
      .describe(
        'The heat levels of dishes with a `spiceLevel`. The guest chooses one, which is sent as `selectedSpiceLevel`. The options are sorted by it, starting at 1: mild, medium, hot, heat-4, heat-5',
      ),
    version: z.number().describe('Increases with every change of the menu'),
    changesAt: instant.nullish().describe('When the menu changes next: a daypart ends, or a sold-out dish returns'),
  }),
});

const favorite = z.object({ locationId: z.string(), itemId: z.string(), name: z.string(), createdAt: instant });

export const getFavorites = get('/getFavorites', {
  summary: 'Lists the dishes that the customer marked as favorites',
  access: 'customer',
  query: z.object({ locationId: locationId.optional() }),
  response: z.object({ favorites: z.array(favorite) }),
});

export const setFavorite = post('/setFavorite', {
  summary: 'Marks a dish as a favorite or removes the mark',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ locationId, itemId: z.string().min(1, 'itemId is required').max(100), isFavorite: z.boolean() }),
  response: z.object({ favorites: z.array(favorite) }),
});
