export * from './columns.ts';
export * from './file-dish.ts';
export * from './new-shared-dishes.ts';
export * from './import-plan-types.ts';
export * from './import-plan.ts';
export * from './read.ts';
export { SharedParts } from './shared-parts.ts';
export * from './text-columns.ts';
export * from './write.ts';
