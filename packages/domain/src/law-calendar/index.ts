export * from './calendar.ts';
export * from './examples.ts';
