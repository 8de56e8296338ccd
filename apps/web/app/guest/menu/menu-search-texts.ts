export const findingTexts = {
  leaveOut: 'Leave out dishes with an allergen',
  none: (allergen: string) => `${allergen}: in none of our dishes`,
  unknown: (allergen: string) => `${allergen}: please ask us, our dishes are not marked with it`,
  caution:
    'These are the priority allergens as our recipes have them. Our kitchens work with all of them, and traces cannot be ruled out. If an allergy is serious, please call before you order:',
} as const;
