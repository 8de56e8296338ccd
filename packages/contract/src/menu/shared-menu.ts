import { z } from '@hono/zod-openapi';
import { menuNotices } from '@tiffin/domain/errors';
import { SHARED_DISH_FIELDS } from '@tiffin/domain/menu';
import { defineCalls } from '../call.ts';
import { sharedDishFields, managedMenuItem, menuVersion, itemReference } from './menu-editor.ts';
import { arrayOf } from '../objects.ts';
import { locationId, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Menu management');
const sharedField = z.enum(SHARED_DISH_FIELDS);
const chainId = z.string().min(1, 'chainId is required').max(100);

/** A shared dish, and the fields that locations changed. */
const sharedDish = managedMenuItem
  .pick({
    id: true,
    name: true,
    description: true,
    price: true,
    category: true,
    taxClass: true,
    spiceLevel: true,
    prepTime: true,
    calories: true,
    isVegetarian: true,
    isVegan: true,
    isGlutenFree: true,
    isPopular: true,
    isAvailable: true,
    image: true,
    tags: true,
    allergens: true,
    maxQuantity: true,
    workUnits: true,
    version: true,
  })
  .extend({
    soldAt: z.number().describe('The number of locations that have the dish on their menu'),
    differAt: z.number().describe('The number of these locations that changed a field'),
    places: arrayOf({
      locationId: z.string(),
      itemId: z.string(),
      name: z.string(),
      price: moneyOutput,
      isAvailable: z.boolean(),
      maxQuantity: z.number(),
      own: z.array(sharedField).describe('The fields that this location changed'),
    }).describe('The locations whose menu the caller may edit'),
  })
  .openapi('SharedDish');

export const getSharedMenu = get('/getSharedMenu', {
  summary: 'Lists the shared dishes and what each location changed',
  access: 'manager',
  response: z.object({ dishes: z.array(sharedDish) }),
});

export const updateSharedDish = post('/updateSharedDish', {
  summary:
    'Changes a shared dish at all locations that did not change the same field. Fails with 409 and the current `dish` if it was changed since `version`',
  access: 'admin',
  maxKb: 64,
  body: z.object({
    chainId,
    updates: sharedDishFields
      .partial()
      .refine((updates) => Object.keys(updates).length > 0, menuNotices.updatesRequired)
      .openapi('SharedDishUpdates'),
    version: z.number().int().optional().describe('The version on which the change is based'),
  }),
  response: z.object({ dish: sharedDish }),
});

export const resetSharedDishFields = post('/resetSharedDishFields', {
  summary: 'Resets the named fields of a dish at one location to the shared values, or all fields if none is named',
  access: 'manager',
  body: z.object({ ...itemReference, fields: z.array(sharedField).min(1).max(SHARED_DISH_FIELDS.length).optional() }),
  response: z.object({ item: managedMenuItem, version: menuVersion }),
});

export const shareDish = post('/shareDish', {
  summary:
    'Makes a dish a shared dish, together with dishes of the same name at other locations. Their fields do not change',
  access: 'admin',
  body: z.object(itemReference),
  response: z.object({ dish: sharedDish }),
});

export const addSharedDishToMenu = post('/addSharedDishToMenu', {
  summary: 'Adds a shared dish to the menu of a location',
  access: 'manager',
  creating: true,
  body: z.object({ chainId, locationId }),
  response: z.object({ item: managedMenuItem, version: menuVersion }),
});

export const stopSharingDish = post('/stopSharingDish', {
  summary: 'Stops sharing a dish. Each location keeps it as a dish of its own',
  access: 'admin',
  body: z.object({ chainId }),
  response: z.object({ chainId: z.string() }),
});
