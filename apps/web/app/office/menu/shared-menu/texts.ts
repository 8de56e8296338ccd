import type { SharedDishField } from '@tiffin/domain/menu';
import { joinNames } from '../../../ui/format.ts';

export const texts = {
  open: 'All Locations',
  title: 'The Menu of All Locations',
  intro:
    'What every location sells, unless it has its own version. A new price applies to every location that has not changed it.',
  back: 'Back to the menu of one location',
  search: 'Search dishes of all locations',
  loading: 'Loading the menu of all locations',
  loadFailed: 'The menu of all locations could not be loaded',
  tryAgain: 'Try Again',
  empty: 'No dish is sold by all locations yet',
  emptyText: 'Choose “Share with all locations” for a dish, or import one file for several locations.',
  notFound: 'No dish has this name',
  differ: (differAt: number, soldAt: number) =>
    differAt === 0
      ? `Sold at ${places(soldAt)}, all the same`
      : `Sold at ${places(soldAt)}, ${differAt} of them differ`,
  edit: (name: string) => `Edit ${name} for all locations`,
  look: (name: string) => `See ${name} at its locations`,

  dialog: (name: string) => `${name}, for all locations`,
  save: 'Save for All Locations',
  saved: (name: string) => `${name} saved for all locations`,
  cancel: 'Cancel',
  done: 'Done',
  failed: 'The dish could not be saved.',
  conflict: 'Somebody else changed this dish in the meantime',
  atPlaces: (differAt: number, soldAt: number) => `What each location changes: ${differAt} of ${soldAt} differ`,
  chain: 'All locations',
  place: 'Location',
  price: 'Price',
  onSale: 'On sale',
  most: 'Most per order',
  others: 'Own changes to',
  yes: 'Yes',
  no: 'No',
  asChain: 'same as all',
  again: (field: string, place: string) => `Use ${field} of all locations again at ${place}`,
  againShort: 'Same as all again',
  taken: (name: string, place: string) => `${name} at ${place} is the same as at all locations again`,
  takeFailed: 'This could not be changed.',
  reach: (reached: readonly string[], stored: readonly string[]) =>
    stored.length > 0
      ? `Your changes apply to ${joinNames(reached)}, not to ${joinNames(stored)}.`
      : `Your changes apply to ${joinNames(reached)}.`,
  reachesNone: (stored: readonly string[]) =>
    `Your changes apply to no location: ${joinNames(stored)} has its own version.`,
  sell: (place: string) => `Sell at ${place}`,
  sold: (name: string, place: string) => `${name} is on the menu of ${place}`,
  sellFailed: 'It could not be put on that menu.',
  remove: 'Stop sharing',
  removeText: 'It stays on every menu as it is. Later changes for all locations no longer apply to it.',
  removed: (name: string) => `${name} is no longer shared`,
  removeFailed: 'This could not be done.',

  make: 'Share with all locations',
  made: (name: string, soldAt: number) => `${name} is now shared, and sold at ${soldAt}`,
  makeFailed: 'It could not be shared with all locations.',
  compare: 'Compare with all locations',
  fields: {
    isAvailable: 'whether it is on sale',
    price: 'the price',
    name: 'the name',
    maxQuantity: 'the most per order',
    workUnits: 'the work units',
    description: 'the description',
    category: 'the category',
    taxClass: 'the tax class',
    spiceLevel: 'the spice level',
    prepTime: 'the prep time',
    calories: 'the calories',
    isVegetarian: 'vegetarian',
    isVegan: 'vegan',
    isGlutenFree: 'gluten-free',
    isPopular: 'popular',
    image: 'the photo',
    tags: 'the tags',
    allergens: 'the allergens',
  } satisfies Record<SharedDishField, string>,
} as const;

function places(count: number): string {
  return count === 1 ? '1 location' : `${count} locations`;
}
