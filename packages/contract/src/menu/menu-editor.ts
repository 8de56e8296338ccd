import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { menuNotices } from '@tiffin/domain/errors';
import { DISH_ALLERGENS, DEFAULT_PREP_MINUTES, DISH_HEATS, MAX_PRICE_CHANGE, PRICE_ENDINGS } from '@tiffin/domain/menu';
import { DISH_TAX_CLASSES } from '@tiffin/domain/pricing';
import { WORK_UNITS_DEFAULT, MAX_WORK_UNITS } from '@tiffin/domain/order';
import { defineCalls } from '../call.ts';
import { dish, menuCategory } from './menu.ts';
import { allergen, dishOptionGroup, dishOptionGroupsRequest } from './options.ts';
import { arrayOf, optionalObject } from '../objects.ts';
import { dateText, dollarsToCents, locationId, moneyInput, moneyOutput, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Menu management');

/** A dish as the back office sees it, including dishes that are hidden, scheduled or still without a final name. */
export const managedMenuItem = dish
  .omit({ alsoCalled: true, soldOut: true, served: true, left: true, optionGroups: true, priceFrom: true })
  .extend({
    isAvailable: z.boolean().describe('True if the dish is sold at this location, even if it is sold out'),
    isTodaysSpecial: z.boolean().describe('True if it is marked as a special, even outside its dates'),
    optionGroups: z
      .array(dishOptionGroup)
      .describe('The option groups of the dish in the order shown. `getOptionGroups` returns the groups'),
    position: z.number().describe('The position in the category'),
    onlyInDayparts: z.boolean().optional().describe('True if it is sold only in its dayparts'),
    dayparts: arrayOf({ daypartId: z.string(), price: moneyOutput.nullable() })
      .optional()
      .describe('The price in this daypart; null for the usual price'),
    nextPrice: moneyOutput.nullable().describe('Applies from `nextPriceFrom` on'),
    nextPriceFrom: dateText.nullable().describe('A business day of the location'),
    chainId: z.string().nullish().describe('The id of the shared dish, see `getSharedMenu`'),
    version: z.number().describe('Send this with a change. If someone else changed it first, the call fails with 409'),
  })
  .openapi('EditedMenuItem');

export const managedMenuCategory = menuCategory
  .extend({
    position: z.number().describe('Starts at 0'),
    used: z.number().describe('The number of dishes in it at all locations. It can be deleted only if this is 0'),
  })
  .openapi('EditedMenuCategory');

const price = moneyInput.refine((amount) => amount > 0 && amount <= 1_000_000, say`Valid price is required`);
const picture = z.string().max(200).nullable().describe('An address returned by `uploadMenuImage`; null for no photo');

const name = z
  .string({ error: menuNotices.nameRequired })
  .trim()
  .min(1, menuNotices.nameRequired)
  .max(100, say`Name must be 100 characters or less`);
const description = z
  .string({ error: say`Description is required` })
  .trim()
  .min(1, say`Description is required`)
  .max(1000, say`Description must be 1000 characters or less`);
const category = requiredText(say`Category is required`, 50);

/** The fields of a dish. The two dates belong to the special. */
const fields = {
  name,
  description,
  price,
  category,
  taxClass: z.enum(DISH_TAX_CLASSES),
  spiceLevel: z.enum(DISH_HEATS),
  prepTime: z.number().int().min(0).max(600).describe('In minutes'),
  calories: z.number().int().min(0).max(20_000).nullable().describe('In kilocalories'),
  isVegetarian: z.boolean(),
  isVegan: z.boolean(),
  isGlutenFree: z.boolean(),
  isPopular: z.boolean(),
  isTodaysSpecial: z.boolean(),
  specialStartDate: dateText.nullable(),
  specialEndDate: dateText.nullable(),
  image: picture,
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
  allergens: z.array(allergen).max(DISH_ALLERGENS.length).nullable().describe('null until somebody has stated them'),
  maxQuantity: z.number().int().min(1).max(50),
  workUnits: z.number().int().min(0).max(MAX_WORK_UNITS).describe('How much work it is for the kitchen; 1 is usual'),
  optionGroups: dishOptionGroupsRequest,
};

/** The fields of a shared dish: all but those that each location decides. */
export const sharedDishFields = z
  .object({ ...fields, isAvailable: z.boolean() })
  .omit({ isTodaysSpecial: true, specialStartDate: true, specialEndDate: true, optionGroups: true });

const newItem = z
  .object(
    {
      ...fields,
      taxClass: fields.taxClass.default('meal'),
      spiceLevel: fields.spiceLevel.default('none'),
      prepTime: fields.prepTime.default(DEFAULT_PREP_MINUTES),
      calories: fields.calories.default(null),
      isVegetarian: fields.isVegetarian.default(false),
      isVegan: fields.isVegan.default(false),
      isGlutenFree: fields.isGlutenFree.default(false),
      isPopular: fields.isPopular.default(false),
      isAvailable: z.boolean().default(true),
      isTodaysSpecial: fields.isTodaysSpecial.default(false),
      specialStartDate: fields.specialStartDate.default(null),
      specialEndDate: fields.specialEndDate.default(null),
      image: fields.image.default(null),
      tags: fields.tags.default([]),
      allergens: fields.allergens.default(null),
      maxQuantity: fields.maxQuantity.default(10),
      workUnits: fields.workUnits.default(WORK_UNITS_DEFAULT),
      optionGroups: fields.optionGroups.default([]),
    },
    { error: menuNotices.nameRequired },
  )
  .openapi('NewMenuItem');

const itemUpdates = z
  .object(
    { ...fields, nextPrice: price.nullable(), nextPriceFrom: dateText.nullable() },
    { error: menuNotices.updatesRequired },
  )
  .partial()
  .refine((updates) => Object.keys(updates).length > 0, menuNotices.updatesRequired)
  .openapi('MenuItemUpdates');

export const itemReference = {
  locationId: z.string({ error: menuNotices.idsRequired }).min(1, menuNotices.idsRequired).max(50),
  itemId: z.string({ error: menuNotices.idsRequired }).min(1, menuNotices.idsRequired).max(100),
};

export const menuVersion = z.number().describe('Increases with every change of the menu');

export const getAvailableLocations = get('/getAvailableLocations', {
  summary: 'Lists the locations whose menu the caller may edit',
  access: 'manager',
  response: z.object({
    locations: arrayOf({ id: z.string(), name: z.string(), isActive: z.boolean(), timeZone: z.string() }),
  }),
});

export const getLocationMenuAdmin = get('/getLocationMenuAdmin', {
  summary: 'Returns the whole menu of a location, by category and name',
  access: 'manager',
  query: z.object({ locationId }),
  response: z.object({
    locationId: z.string(),
    items: z.array(managedMenuItem),
    categories: z.array(managedMenuCategory),
    version: menuVersion,
  }),
});

export const getMenuAnalytics = get('/getMenuAnalytics', {
  summary: 'Returns counts and prices of a location’s menu',
  access: 'manager',
  query: z.object({ locationId }),
  response: z.object({
    analytics: z.object({
      totalItems: z.number(),
      availableItems: z.number(),
      unavailableItems: z.number(),
      categoriesCount: z.number(),
      averagePrice: moneyOutput,
      priceRange: z.object({ min: moneyOutput, max: moneyOutput }),
      dietaryOptions: z.object({ vegetarian: z.number(), vegan: z.number(), glutenFree: z.number() }),
      spiceLevels: z.object({ none: z.number(), mild: z.number(), medium: z.number(), hot: z.number() }),
      popularItems: arrayOf({ id: z.string(), name: z.string(), price: moneyOutput }),
    }),
  }),
});

export const addMenuItem = post('/addMenuItem', {
  summary: 'Adds a dish to a menu. The id is made from the name',
  access: 'manager',
  creating: true,
  maxKb: 64,
  body: z.object({ locationId, item: newItem }),
  response: z.object({ item: managedMenuItem, version: menuVersion }),
});

export const updateMenuItem = post('/updateMenuItem', {
  summary: 'Changes a dish. Fails with 409 and the current `item` if it was changed since `version`',
  access: 'manager',
  maxKb: 64,
  body: z.object({
    ...itemReference,
    updates: itemUpdates,
    version: z.number().int().optional().describe('The version on which the change is based'),
  }),
  response: z.object({ item: managedMenuItem, version: menuVersion }),
});

export const deleteMenuItem = post('/deleteMenuItem', {
  summary: 'Deletes a dish. Existing orders do not change',
  access: 'manager',
  body: z.object(itemReference),
  response: z.object({ itemId: z.string(), version: menuVersion }),
});

export const duplicateMenuItem = post('/duplicateMenuItem', {
  summary: 'Copies a dish, to another location if one is named. The copy is hidden at first',
  access: 'manager',
  creating: true,
  body: z.object({ ...itemReference, toLocationId: locationId.optional() }),
  response: z.object({ item: managedMenuItem, locationId: z.string(), version: menuVersion }),
});

export const copyMenu = post('/copyMenu', {
  summary: 'Copies the dishes that a location does not have yet from the menu of another one',
  access: 'manager',
  body: z.object({ fromLocationId: locationId, locationId }),
  response: z.object({ copied: z.number().int() }),
});

/** Ids of dishes of one location. */
export const itemIds = (most: number) =>
  z
    .array(z.string().min(1).max(100))
    .min(1, 'itemIds is required')
    .max(most, { error: () => say`At most ${most} dishes at once.` });

export const setMenuAvailability = post('/setMenuAvailability', {
  summary: 'Shows or hides dishes',
  access: 'manager',
  maxKb: 64,
  body: z.object({ locationId, itemIds: itemIds(1000), isAvailable: z.boolean() }),
  response: z.object({ items: z.array(managedMenuItem), version: menuVersion }),
});

const priceChange = {
  by: dollarsToCents((amount) => Math.abs(amount) <= MAX_PRICE_CHANGE.by, 'At most $1,000.00 at once.').optional(),
  percent: z
    .number()
    .min(-MAX_PRICE_CHANGE.percent)
    .max(MAX_PRICE_CHANGE.percent)
    .optional()
    .describe('Used if no amount is given'),
  ending: z.enum(PRICE_ENDINGS).default('').describe('The last digits of the new prices'),
};

export const editMenuItems = post('/editMenuItems', {
  summary:
    'Changes the price, category or tax class of many dishes, or plans prices from a day on. Fails with 409 and the dishes that were changed since `version`',
  access: 'manager',
  maxKb: 64,
  body: z.object({
    locationId,
    items: arrayOf({ itemId: z.string().min(1).max(100), version: z.number().int() })
      .min(1, 'items is required')
      .max(400, say`At most 400 dishes at once.`),
    change: z
      .object({
        price: optionalObject(priceChange).describe(
          'Raises or lowers prices, never below zero, to the nearest price with the given ending',
        ),
        nextPrice: optionalObject({
          ...priceChange,
          from: dateText.describe('A business day after today'),
          alsoAt: z
            .array(locationId)
            .max(200)
            .optional()
            .describe(
              'Further locations: their dishes with the same ids change by the same rule, from their own prices',
            ),
        }).describe('The same from a day on. Replaces the next prices of the dishes'),
        category: category.optional(),
        taxClass: fields.taxClass.optional(),
      })
      .refine((change) => Object.values(change).some((each) => each !== undefined), menuNotices.updatesRequired),
  }),
  response: z.object({ items: z.array(managedMenuItem), version: menuVersion }),
});

export const reorderMenuItems = post('/reorderMenuItems', {
  summary: 'Sets the order of the dishes of a category',
  access: 'manager',
  maxKb: 64,
  body: z.object({
    locationId,
    category: z.string().min(1).max(50),
    itemIds: itemIds(1000),
    everywhere: z
      .boolean()
      .default(false)
      .describe('If true, the same order applies to shared dishes at other locations (admins only)'),
  }),
  response: z.object({
    positions: arrayOf({ itemId: z.string(), position: z.number().describe('Starts at 0') }),
    version: menuVersion,
  }),
});

export const getCategories = get('/getCategories', {
  summary: 'Lists the categories in menu order',
  access: 'manager',
  response: z.object({ categories: z.array(managedMenuCategory.omit({ count: true })) }),
});

export const addCategory = post('/addCategory', {
  summary: 'Adds a category',
  access: 'manager',
  creating: true,
  body: z.object({ name: z.string({ error: say`Category name is required` }).max(200) }),
  response: z.object({ category: managedMenuCategory.omit({ count: true }) }),
});

export const renameCategory = post('/renameCategory', {
  summary: 'Renames a category on every menu. The id does not change. Fails with 409 if the current name is not `was`',
  access: 'admin',
  body: z.object({
    categoryId: z.string().min(1).max(50),
    name: z.string({ error: say`Category name is required` }).max(200),
    was: z.string().max(200).optional().describe('The name that the person saw'),
  }),
  response: z.object({ categories: z.array(managedMenuCategory.omit({ count: true })) }),
});

export const deleteCategory = post('/deleteCategory', {
  summary:
    'Deletes an empty category. Needs the right to edit the menus of all locations. Fails with 409 and the `count` of its dishes if there are any',
  access: 'manager',
  body: z.object({ categoryId: z.string().min(1).max(50) }),
  response: z.object({ categoryId: z.string() }),
});

const validFrom = dateText.describe('The business day from which the cost counts');

export const getCosts = get('/getCosts', {
  summary: 'Lists the dishes and options of a location with what a portion of them costs the restaurant',
  access: 'manager',
  query: z.object({ locationId }),
  response: z.object({
    items: arrayOf({
      itemId: z.string().describe('The id of a dish; for an option its group, a slash and its id'),
      name: z.string(),
      category: z.string().nullable().describe('null for an option'),
      groupName: z.string().nullable().describe('The option group; null for a dish'),
      costs: arrayOf({ validFrom, cost: moneyOutput.nullable() }).describe(
        'From which business day a portion costs what, oldest first; null for no cost',
      ),
    }),
  }),
});

const COST_LIMIT = 1_000_000;
const COST_ERROR = say`A cost is at least 0 and has at most two decimals.`;
const cost = z
  .number(COST_ERROR)
  .min(0, COST_ERROR)
  .max(COST_LIMIT)
  // Other amounts are rounded to cents, but a typed cost with three decimals is a mistake.
  .multipleOf(0.01, COST_ERROR)
  .pipe(moneyInput);

export const setCosts = post('/setCosts', {
  summary: 'Sets what portions cost from a business day on. Earlier days keep their costs',
  access: 'manager',
  maxKb: 64,
  body: z.object({
    locationId,
    costs: arrayOf({
      itemId: z.string().min(1).max(200),
      validFrom,
      cost: cost.nullable().describe('null if no cost is known from that day on'),
    })
      .min(1, 'costs is required')
      .max(500, say`At most 500 costs at once.`)
      .describe('What portions cost'),
  }),
  response: z.object({ saved: z.number() }),
});

export const reorderCategories = post('/reorderCategories', {
  summary: 'Sets the order of the categories on every menu',
  access: 'admin',
  maxKb: 64,
  body: z.object({ categoryIds: z.array(z.string().min(1).max(50)).min(1, 'categoryIds is required').max(200) }),
  response: z.object({ categories: z.array(managedMenuCategory.omit({ count: true })) }),
});
