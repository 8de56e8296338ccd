export * from './allocate.ts';
export * from './cash.ts';
export * from './check.ts';
export * from './offer.ts';
export * from './price.ts';
export * from './quote.ts';
export * from './tip.ts';
