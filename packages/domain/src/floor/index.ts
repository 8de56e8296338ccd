export * from './party-state.ts';
export * from './plan.ts';
export * from './table-state.ts';
