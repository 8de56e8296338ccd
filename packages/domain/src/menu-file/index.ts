export * from './fields.ts';
export * from './file-text.ts';
export * from './restaurant-wide.ts';
export * from './plan.ts';
export * from './read.ts';
export * from './text-columns.ts';
export * from './write.ts';
