import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { menuNotices } from '@tiffin/domain/errors';
import { ALLERGENS, DEFAULT_PREP_MINUTES, DISH_HEATS, PRICE_CHANGE_MOST, PRICE_ENDINGS } from '@tiffin/domain/menu';
import { DISH_TAX_CLASSES } from '@tiffin/domain/pricing';
import { WORK_UNITS_DEFAULT, WORK_UNITS_MOST } from '@tiffin/domain/order';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { menuCategory, menuItem } from './menu.ts';
import { allergen, groupOfDish, requestedGroups } from './options.ts';
import { dateText, dollars, locationId, moneyIn, moneyOut } from './wire.ts';

const { get, post } = callsOf('Menu management');

/** A dish as the back office sees it: also what is off, planned, or not yet named for good. */
export const editedItem = menuItem
  .omit({ alsoCalled: true, soldOut: true, served: true, left: true, optionGroups: true, priceFrom: true })
  .extend({
    isAvailable: z.boolean().openapi({ description: 'Is sold here at all, whether or not it ran out' }),
    isTodaysSpecial: z.boolean().openapi({ description: 'Marked so, whether or not its days have come' }),
    optionGroups: z
      .array(groupOfDish)
      .openapi({ description: 'What may be chosen with it, in the order it is asked; getOptionGroups has the groups' }),
    position: z.number().openapi({ description: 'Its position within its category' }),
    onlyInDayparts: z.boolean().optional().openapi({ description: 'Sold in its dayparts alone' }),
    dayparts: z
      .array(z.object({ daypartId: z.string(), price: moneyOut.nullable() }))
      .optional()
      .openapi({ description: 'What it costs in them; null: as always' }),
    chainId: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: 'The dish of all places that it is; getSharedMenu has it' }),
    version: z.number().openapi({ description: 'To be sent with a change, so that nobody writes over another' }),
  })
  .openapi('EditedMenuItem');

export const editedCategory = menuCategory
  .extend({
    position: z.number(),
    used: z.number().openapi({ description: 'Dishes in it, over all locations: with any, it cannot be deleted' }),
  })
  .openapi('EditedMenuCategory');

const price = moneyIn.refine((amount) => amount > 0 && amount <= 1_000_000, say`Valid price is required`);
const picture = z
  .string()
  .max(200)
  .nullable()
  .openapi({ description: 'An address that uploadMenuImage answered; null: no photo' });

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
const category = z
  .string({ error: say`Category is required` })
  .trim()
  .min(1, say`Category is required`)
  .max(50);

/** What may be said of a dish; the two dates belong to the special. */
const fields = {
  name,
  description,
  price,
  category,
  taxClass: z.enum(DISH_TAX_CLASSES),
  spiceLevel: z.enum(DISH_HEATS),
  prepTime: z.number().int().min(0).max(600).openapi({ description: 'Minutes' }),
  calories: z.number().int().min(0).max(20_000).nullable(),
  isVegetarian: z.boolean(),
  isVegan: z.boolean(),
  isGlutenFree: z.boolean(),
  isPopular: z.boolean(),
  isTodaysSpecial: z.boolean(),
  specialStartDate: dateText.nullable(),
  specialEndDate: dateText.nullable(),
  image: picture,
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
  allergens: z.array(allergen).max(ALLERGENS.length),
  maxQuantity: z.number().int().min(1).max(50),
  workUnits: z.number().int().min(0).max(WORK_UNITS_MOST),
  optionGroups: requestedGroups,
};

/** What the chain may say of a dish: all but what is one place's matter. */
export const chainFields = z
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
      allergens: fields.allergens.default([]),
      maxQuantity: fields.maxQuantity.default(10),
      workUnits: fields.workUnits.default(WORK_UNITS_DEFAULT),
      optionGroups: fields.optionGroups.default([]),
    },
    { error: menuNotices.nameRequired },
  )
  .openapi('NewMenuItem');

const itemUpdates = z
  .object(fields, { error: menuNotices.updatesRequired })
  .partial()
  .refine((updates) => Object.keys(updates).length > 0, menuNotices.updatesRequired)
  .openapi('MenuItemUpdates');

export const placeOfItem = {
  locationId: z.string({ error: menuNotices.idsRequired }).min(1, menuNotices.idsRequired).max(50),
  itemId: z.string({ error: menuNotices.idsRequired }).min(1, menuNotices.idsRequired).max(100),
};

export const menuVersion = z.number().openapi({ description: 'Goes up with every change of this menu' });

export const getAvailableLocations = get('/getAvailableLocations', {
  summary: 'The locations whose menu one may edit',
  who: 'manager',
  answer: z.object({
    locations: z.array(z.object({ id: z.string(), name: z.string(), isActive: z.boolean(), timeZone: z.string() })),
  }),
});

export const getLocationMenuAdmin = get('/getLocationMenuAdmin', {
  summary: 'A location’s whole menu, by category, then name',
  who: 'manager',
  query: z.object({ locationId }),
  answer: z.object({
    locationId: z.string(),
    items: z.array(editedItem),
    categories: z.array(editedCategory),
    version: menuVersion,
  }),
});

export const getMenuAnalytics = get('/getMenuAnalytics', {
  summary: 'Counts and prices of a location’s menu',
  who: 'manager',
  query: z.object({ locationId }),
  answer: z.object({
    analytics: z.object({
      totalItems: z.number(),
      availableItems: z.number(),
      unavailableItems: z.number(),
      categoriesCount: z.number(),
      averagePrice: moneyOut,
      priceRange: z.object({ min: moneyOut, max: moneyOut }),
      dietaryOptions: z.object({ vegetarian: z.number(), vegan: z.number(), glutenFree: z.number() }),
      spiceLevels: z.object({ none: z.number(), mild: z.number(), medium: z.number(), hot: z.number() }),
      popularItems: z.array(z.object({ id: z.string(), name: z.string(), price: moneyOut })),
    }),
  }),
});

export const addMenuItem = post('/addMenuItem', {
  summary: 'Put a dish on a menu, under an id made from its name',
  who: 'manager',
  creating: true,
  maxKb: 64,
  rate: RATES.work,
  body: z.object({ locationId, item: newItem }),
  answer: z.object({ item: editedItem, version: menuVersion }),
});

export const updateMenuItem = post('/updateMenuItem', {
  summary: 'Change a dish; 409 with the present `item` when it was changed since `version`',
  who: 'manager',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    ...placeOfItem,
    updates: itemUpdates,
    version: z.number().int().optional().openapi({ description: 'The version the change was made on' }),
  }),
  answer: z.object({ item: editedItem, version: menuVersion }),
});

export const deleteMenuItem = post('/deleteMenuItem', {
  summary: 'Take a dish off the menu for good; orders keep what was ordered',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object(placeOfItem),
  answer: z.object({ itemId: z.string(), version: menuVersion }),
});

export const duplicateMenuItem = post('/duplicateMenuItem', {
  summary: 'Copy a dish, hidden until somebody shows it; to another location when one is named',
  who: 'manager',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ ...placeOfItem, toLocationId: locationId.optional() }),
  answer: z.object({ item: editedItem, locationId: z.string(), version: menuVersion }),
});

/** Dishes of one place, many at once. */
export const itemIds = (most: number) =>
  z
    .array(z.string().min(1).max(100))
    .min(1, 'itemIds is required')
    .max(most, { error: () => say`At most ${most} dishes at once.` });

export const setMenuAvailability = post('/setMenuAvailability', {
  summary: 'Show or hide dishes',
  who: 'manager',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    locationId,
    itemIds: itemIds(1000),
    isAvailable: z.boolean(),
  }),
  answer: z.object({
    items: z.array(editedItem),
    version: menuVersion,
  }),
});

export const editMenuItems = post('/editMenuItems', {
  summary: 'Change the price, category or tax class of many dishes at once; 409 naming those changed since `version`',
  who: 'manager',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    locationId,
    items: z
      .array(z.object({ itemId: z.string().min(1).max(100), version: z.number().int() }))
      .min(1, 'items is required')
      .max(400, say`At most 400 dishes at once.`),
    change: z
      .object({
        price: z
          .object({
            by: dollars((amount) => Math.abs(amount) <= PRICE_CHANGE_MOST.by, 'At most $1,000.00 at once.').optional(),
            percent: z
              .number()
              .min(-PRICE_CHANGE_MOST.percent)
              .max(PRICE_CHANGE_MOST.percent)
              .optional()
              .openapi({ description: 'Where no amount is given' }),
            ending: z.enum(PRICE_ENDINGS).default(''),
          })
          .optional()
          .openapi({ description: 'Up, or down below nothing; to the nearest price of the ending' }),
        category: category.optional(),
        taxClass: fields.taxClass.optional(),
      })
      .refine((change) => Object.values(change).some((each) => each !== undefined), menuNotices.updatesRequired),
  }),
  answer: z.object({ items: z.array(editedItem), version: menuVersion }),
});

export const reorderMenuItems = post('/reorderMenuItems', {
  summary: 'Put the dishes of a category in this order',
  who: 'manager',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    locationId,
    category: z.string().min(1).max(50),
    itemIds: itemIds(1000),
    everywhere: z
      .boolean()
      .default(false)
      .openapi({ description: 'Those that other places sell, too, in this order there; by an admin' }),
  }),
  answer: z.object({
    positions: z.array(z.object({ itemId: z.string(), position: z.number() })),
    version: menuVersion,
  }),
});

export const getCategories = get('/getCategories', {
  summary: 'The chain’s categories, in the order of the menus',
  who: 'manager',
  answer: z.object({ categories: z.array(editedCategory.omit({ count: true })) }),
});

export const addCategory = post('/addCategory', {
  summary: 'Add a category',
  who: 'manager',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ name: z.string({ error: say`Category name is required` }).max(200) }),
  answer: z.object({ category: editedCategory.omit({ count: true }) }),
});

export const renameCategory = post('/renameCategory', {
  summary: 'Call a category otherwise on every menu; its id stays. 409 when it is called otherwise than `was` by now',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({
    categoryId: z.string().min(1).max(50),
    name: z.string({ error: say`Category name is required` }).max(200),
    was: z.string().max(200).optional().openapi({ description: 'The name somebody saw when they changed it' }),
  }),
  answer: z.object({ categories: z.array(editedCategory.omit({ count: true })) }),
});

export const deleteCategory = post('/deleteCategory', {
  summary: 'Delete a category no dish stands in; 409 with the `count` otherwise',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ categoryId: z.string().min(1).max(50) }),
  answer: z.object({ categoryId: z.string() }),
});

export const reorderCategories = post('/reorderCategories', {
  summary: 'Put the categories in this order on every menu',
  who: 'admin',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({ categoryIds: z.array(z.string().min(1).max(50)).min(1, 'categoryIds is required').max(200) }),
  answer: z.object({ categories: z.array(editedCategory.omit({ count: true })) }),
});
