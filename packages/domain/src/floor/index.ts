export * from './plan.ts';
export * from './table-state.ts';
