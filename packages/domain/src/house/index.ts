export * from './headline.ts';
export * from './look.ts';
