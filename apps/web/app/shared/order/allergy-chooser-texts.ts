export const texts = {
  another: 'Another allergy',
  example: 'For example gluten or kiwi',
  forDish: 'Does the person who eats this have an allergy?',
  ofPerson: 'Allergies of this person',
  forDishStated: (allergies: string) => `Allergy for this dish: ${allergies}`,
  counted: (length: number, most: number) => `${length} of ${most} characters`,
  containsStated: (allergens: string) => `This dish contains ${allergens}.`,
  unsure: (allergies: string) => `We cannot rule out ${allergies} in this dish.`,
  guest: {
    stated: (allergies: string) => `You told us: ${allergies}.`,
    unsure: 'The kitchen checks it before it is ready. You can also call us.',
  },
  staff: {
    stated: (allergies: string) => `The guest told us: ${allergies}.`,
    unsure: 'The kitchen checks it before it is ready.',
  },
  contains: (allergens: string) => `Contains ${allergens}`,
  check: (allergies: string) => `The kitchen checks it for ${allergies}`,
  containsNone: 'contains none of these.',
};
