export * from './clock.ts';
export * from './dates.ts';
export * from './open-state.ts';
export * from './open.ts';
export * from './read-hours.ts';
export * from './texts.ts';
export * from './week.ts';
