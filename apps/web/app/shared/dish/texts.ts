/** Texts for a dish on a menu. */
export const texts = {
  unavailable: ({ soldOut, served }: { soldOut?: true; served?: string }) =>
    served ?? (soldOut ? 'Sold out' : 'Unavailable today'),
  askUs: 'Ask us about allergens',
  allergens: (names: readonly string[] | null) =>
    names === null
      ? 'Ask us about allergens'
      : names.length === 0
        ? 'No listed allergens'
        : `Contains ${names.join(', ').toLowerCase()}`,
  diets: { vegan: 'Vegan', vegetarian: 'Vegetarian', 'non-veg': 'Non-veg' },
  glutenFree: 'gluten-free',
  heat: { none: '', mild: 'Mild', medium: 'Medium', hot: 'Hot' },
  from: 'from',
  chooseFor: (name: string) => `Choose for ${name}`,
  add: (name: string) => `Add ${name}`,
  inOrder: (count: number, name: string) => `${count} ${name} in your order, change`,
  favourite: (name: string) => `${name} is a favourite`,
} as const;
