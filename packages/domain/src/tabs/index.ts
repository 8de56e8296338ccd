export * from './course-names.ts';
export * from './courses.ts';
export * from './round-price.ts';
export * from './split.ts';
export * from './tab-limits.ts';
export * from './tab-state.ts';
