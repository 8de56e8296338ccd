export * from './call.ts';
export * from './calls.ts';
