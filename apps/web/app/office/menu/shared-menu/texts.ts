import type { ChainField } from '@tiffin/domain/menu';
import { listed } from '../../../ui/format.ts';

export const texts = {
  open: 'All Places',
  title: 'The Menu of All Places',
  intro: 'What every place sells, unless it has something of its own. A new price reaches the places that go along.',
  back: 'Back to the menu of one place',
  search: 'Search dishes of all places',
  loading: 'Loading the menu of all places',
  loadFailed: 'The menu of all places could not be loaded',
  tryAgain: 'Try Again',
  empty: 'No dish is sold by all places yet',
  emptyText: 'Choose “Make it a dish of all places” at a dish, or import one file for several places.',
  notFound: 'No dish is called so',
  differ: (differAt: number, soldAt: number) =>
    differAt === 0 ? `Sold at ${places(soldAt)}, all as here` : `Sold at ${places(soldAt)}, ${differAt} of them differ`,
  edit: (name: string) => `Edit ${name} for all places`,
  look: (name: string) => `Look at ${name} at its places`,

  dialog: (name: string) => `${name}, for all places`,
  save: 'Save for All Places',
  saved: (name: string) => `${name} saved for all places`,
  cancel: 'Cancel',
  done: 'Done',
  failed: 'The dish could not be saved.',
  conflict: 'Somebody else changed this dish meanwhile',
  atPlaces: (differAt: number, soldAt: number) => `What each place changes: ${differAt} of ${soldAt} differ`,
  chain: 'All places',
  place: 'Place',
  price: 'Price',
  onSale: 'On sale',
  most: 'Most per order',
  others: 'Also its own',
  yes: 'Yes',
  no: 'No',
  asChain: 'as for all',
  again: (field: string, place: string) => `Take ${field} of all places again for ${place}`,
  againShort: 'As for all again',
  taken: (name: string, place: string) => `${name} at ${place} is as for all places again`,
  takeFailed: 'This could not be taken.',
  reach: (reached: readonly string[], stored: readonly string[]) =>
    stored.length > 0
      ? `What you change reaches ${listed(reached)}, not ${listed(stored)}.`
      : `What you change reaches ${listed(reached)}.`,
  reachesNone: (stored: readonly string[]) => `What you change reaches no place: ${listed(stored)} has its own.`,
  sell: (place: string) => `Sell at ${place}`,
  sold: (name: string, place: string) => `${name} is on the menu of ${place}`,
  sellFailed: 'It could not be put on that menu.',
  remove: 'Let each place have its own',
  removeText: 'It stays on every menu as it is. Later changes for all places do not reach it any more.',
  removed: (name: string) => `Each place has its own ${name} now`,
  removeFailed: 'This could not be done.',

  make: 'Make it a dish of all places',
  made: (name: string, soldAt: number) => `${name} is a dish of all places, sold at ${soldAt}`,
  makeFailed: 'It could not be made a dish of all places.',
  compare: 'Compare with all places',
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
  } satisfies Record<ChainField, string>,
} as const;

function places(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}
