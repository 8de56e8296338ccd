export * from './table.ts';
export * from './tax.ts';
