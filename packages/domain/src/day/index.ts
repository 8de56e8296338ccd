export * from './closing.ts';
export * from './drawer.ts';
export * from './pay.ts';
export * from './tips.ts';
export * from './work-hours.ts';
