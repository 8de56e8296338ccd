/** The categories of the demo menus, in menu order. */
export const DEMO_CATEGORIES = [
  'appetizers',
  'breakfast',
  'veg-curries',
  'non-veg-curries',
  'combos-with-rice',
  'combos-with-bread',
  'drinks',
] as const;
export type DemoCategory = (typeof DEMO_CATEGORIES)[number];
