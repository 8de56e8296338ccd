import { cents } from '@tiffin/domain/core';
import type { AllergenId, Diet } from '@tiffin/domain/menu';
import type { OptionGroup } from '@tiffin/domain/options';
import type { DemoLocation } from './locations.ts';

/** An option group, and the dishes of each location that use it. */
export interface DemoGroup extends Pick<
  OptionGroup,
  'id' | 'name' | 'kind' | 'min' | 'max' | 'included' | 'eachExtra' | 'isSize'
> {
  readonly options: readonly DemoOption[];
  readonly dishes: Readonly<Record<DemoLocation['id'], readonly string[]>>;
}

interface DemoOption {
  readonly name: string;
  /** In cents. */
  readonly price: number;
  readonly isDefault: boolean;
  readonly maxUnits: number;
  readonly allergens: readonly AllergenId[];
  readonly breaks: readonly Diet[];
}

const NONE = { min: 0, max: 20, included: 0, eachExtra: cents(0), isSize: false } as const;
const ONE = { ...NONE, kind: 'one', min: 1, max: 1 } as const;

function option(name: string, price: number, more: Partial<DemoOption> = {}): DemoOption {
  return { name, price, isDefault: false, maxUnits: 1, allergens: [], breaks: [], ...more };
}

const asItComes = { isDefault: true } as const;

/** Default options cost nothing extra. The groups of a dish are shown in this order. */
export const demoGroups: readonly DemoGroup[] = [
  {
    ...ONE,
    id: 'size',
    name: 'Size',
    isSize: true,
    options: [option('Regular', 1895, asItComes), option('Large', 2395)],
    dishes: { truro: ['vegetable-thali'], 'new-glasgow': [] },
  },
  {
    ...NONE,
    id: 'chutneys',
    name: 'Chutneys',
    kind: 'some',
    max: 6,
    included: 2,
    eachExtra: cents(75),
    options: [
      option('Mint and coriander', 0, { maxUnits: 4 }),
      option('Tamarind', 0, { maxUnits: 4 }),
      option('Coconut', 0, { maxUnits: 4, allergens: ['mustard'] }),
      option('Mango', 50, { maxUnits: 4, allergens: ['sulphites'] }),
    ],
    dishes: { truro: ['vegetable-thali', 'aloo-tikki-chaat'], 'new-glasgow': ['vegetable-thali', 'aloo-tikki-chaat'] },
  },
  {
    ...ONE,
    id: 'bread',
    name: 'Bread',
    options: [
      option('Butter naan', 0, {
        ...asItComes,
        allergens: ['eggs', 'milk', 'wheat'],
        breaks: ['vegan', 'gluten-free'],
      }),
      option('Garlic naan', 75, { allergens: ['eggs', 'milk', 'wheat'], breaks: ['vegan', 'gluten-free'] }),
      option('Whole-wheat roti', 0, { allergens: ['wheat'], breaks: ['gluten-free'] }),
    ],
    dishes: { truro: ['butter-chicken-and-naan'], 'new-glasgow': ['butter-chicken-and-naan'] },
  },
  {
    ...NONE,
    id: 'extras',
    name: 'Extras',
    kind: 'some',
    max: 4,
    options: [
      option('Extra paneer', 300, { maxUnits: 2, allergens: ['milk'], breaks: ['vegan'] }),
      option('Cashews', 200, { allergens: ['tree-nuts'] }),
      option('Boiled egg', 150, { maxUnits: 2, allergens: ['eggs'], breaks: ['vegan'] }),
    ],
    dishes: { truro: ['vegetable-korma', 'kadai-mushroom'], 'new-glasgow': ['vegetable-korma', 'kadai-mushroom'] },
  },
  {
    ...NONE,
    id: 'on-top',
    name: 'On top',
    kind: 'some',
    max: 2,
    options: [option('Onion', 0, asItComes), option('Fresh coriander', 0, asItComes)],
    dishes: {
      truro: ['kadai-mushroom', 'baingan-bharta', 'aloo-tikki-chaat'],
      'new-glasgow': ['kadai-mushroom', 'baingan-bharta', 'aloo-tikki-chaat'],
    },
  },
];
