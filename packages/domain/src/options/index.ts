export * from './choosing.ts';
export * from './lines.ts';
export * from './price.ts';
export * from './problem.ts';
export * from './rules.ts';
export * from './types.ts';
export * from './wire.ts';
