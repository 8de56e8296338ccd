export * from './tab-limits.ts';
