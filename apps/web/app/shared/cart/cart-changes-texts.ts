export const cartChangesTexts = {
  title: 'The menu has changed',
  understood: 'OK',
  again: 'Choose again',
  choice: (name: string, problem: string) => `${name}: ${problem}`,
  price: (name: string, now: string, was: string) => `${name} is now ${now} (was ${was}).`,
  option: (option: string, dish: string) => `${option} with ${dish}`,
  removed: (name: string) => `${name} is no longer available and was removed from your order.`,
} as const;
