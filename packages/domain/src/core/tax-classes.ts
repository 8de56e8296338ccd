/** The tax classes. Dishes are meals by default; a charge is a fee the restaurant adds. */
export const TAX_CLASSES = ['meal', 'liquor', 'grocery', 'charge', 'untaxed'] as const;
export type TaxClass = (typeof TAX_CLASSES)[number];

export const DISH_TAX_CLASSES = ['meal', 'liquor', 'grocery', 'untaxed'] as const satisfies readonly TaxClass[];
export type DishTaxClass = (typeof DISH_TAX_CLASSES)[number];
