export * from './currency.ts';
export * from './languages.ts';
export * from './look.ts';
export * from './set-up.ts';
