export * from './call.ts';
export * from './calls.ts';
export * from './rate-limits.ts';
