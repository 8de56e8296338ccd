export const welcomeBackTexts = {
  hello: (name: string) => `Welcome back, ${name}`,
  last: (dishes: string) => `Last time: ${dishes}`,
  again: 'Order again',
  failed: 'Your last order could not be loaded. Please choose from the menu.',
} as const;
