export * from './csv.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './money.ts';
export * from './result.ts';
export * from './time.ts';
export * from './unknown.ts';
