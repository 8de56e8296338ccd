export * from './headline.ts';
export * from './look.ts';
export * from './set-up.ts';
