export * from './currency.ts';
export * from './languages.ts';
export * from './brand-colours.ts';
export * from './set-up.ts';
