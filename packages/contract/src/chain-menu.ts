import { z } from '@hono/zod-openapi';
import { menuNotices } from '@tiffin/domain/errors';
import { CHAIN_FIELDS } from '@tiffin/domain/menu';
import { callsOf } from './call.ts';
import { chainFields, editedItem, menuVersion, placeOfItem } from './menu-editor.ts';
import { RATES } from './rates.ts';
import { locationId, moneyOut } from './wire.ts';

const { get, post } = callsOf('Menu management');
const chainField = z.enum(CHAIN_FIELDS);
const chainId = z.string().min(1, 'chainId is required').max(100);

/** A dish of the chain, with what the places that sell it have of their own. */
const chainDish = editedItem
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
    soldAt: z.number().openapi({ description: 'Places of the house that have it on their menu' }),
    differAt: z.number().openapi({ description: 'Of these, how many have something of their own' }),
    places: z
      .array(
        z.object({
          locationId: z.string(),
          itemId: z.string(),
          name: z.string(),
          price: moneyOut,
          isAvailable: z.boolean(),
          maxQuantity: z.number(),
          own: z.array(chainField).openapi({ description: 'What is not the chain’s here' }),
        }),
      )
      .openapi({ description: 'The places whose menu one edits' }),
  })
  .openapi('ChainDish');

export const getSharedMenu = get('/getSharedMenu', {
  deprecatedPaths: ['/getChainMenu'],
  summary: 'The chain’s dishes, and what each place changes of them',
  who: 'manager',
  answer: z.object({ dishes: z.array(chainDish) }),
});

export const updateSharedDish = post('/updateSharedDish', {
  deprecatedPaths: ['/updateChainDish'],
  summary: 'Change a dish of the chain where no place has its own; 409 with the present `dish` when it was changed',
  who: 'admin',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    chainId,
    updates: chainFields
      .partial()
      .refine((updates) => Object.keys(updates).length > 0, menuNotices.updatesRequired)
      .openapi('ChainDishUpdates'),
    version: z.number().int().optional().openapi({ description: 'The version the change was made on' }),
  }),
  answer: z.object({ dish: chainDish }),
});

export const resetSharedDishFields = post('/resetSharedDishFields', {
  deprecatedPaths: ['/takeChainDish'],
  summary: 'Take the chain’s again at a place, in the fields that are named, or all',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ ...placeOfItem, fields: z.array(chainField).min(1).max(CHAIN_FIELDS.length).optional() }),
  answer: z.object({ item: editedItem, version: menuVersion }),
});

export const shareDish = post('/shareDish', {
  deprecatedPaths: ['/addChainDish'],
  summary: 'Make a place’s dish the chain’s, with those of its name elsewhere; each stays as it is',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object(placeOfItem),
  answer: z.object({ dish: chainDish }),
});

export const addSharedDishToMenu = post('/addSharedDishToMenu', {
  deprecatedPaths: ['/sellChainDish'],
  summary: 'Put a dish of the chain on a place’s menu',
  who: 'manager',
  creating: true,
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ chainId, locationId }),
  answer: z.object({ item: editedItem, version: menuVersion }),
});

export const stopSharingDish = post('/stopSharingDish', {
  deprecatedPaths: ['/deleteChainDish'],
  summary: 'Take a dish out of the chain; at each place it stays, as that place’s own',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ chainId }),
  answer: z.object({ chainId: z.string() }),
});
