export const findingTexts = {
  without: 'Without',
  caution:
    'These are the priority allergens as our recipes have them. Our kitchens work with all of them, and traces cannot be ruled out. If an allergy is serious, please call before you order:',
} as const;
