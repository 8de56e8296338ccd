export * from './call.ts';
export * from './calls.ts';
export * from './rates.ts';
