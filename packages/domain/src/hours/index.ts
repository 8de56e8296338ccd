export * from './clock.ts';
export * from './open.ts';
export * from './texts.ts';
export * from './week.ts';
