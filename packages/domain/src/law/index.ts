export * from './fiscal-rules.ts';
