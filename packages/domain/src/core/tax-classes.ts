/** What something is before the law. A dish is a meal unless the menu says otherwise; a charge is a fee of the house. */
export const TAX_CLASSES = ['meal', 'liquor', 'grocery', 'charge', 'untaxed'] as const;
export type TaxClass = (typeof TAX_CLASSES)[number];

/** What a dish of the menu may be. */
export const DISH_TAX_CLASSES = ['meal', 'liquor', 'grocery', 'untaxed'] as const satisfies readonly TaxClass[];
export type DishTaxClass = (typeof DISH_TAX_CLASSES)[number];
