export * from './breaker.ts';
export * from './polling.ts';
export * from './probing.ts';
export * from './queue.ts';
export * from './retry.ts';
export * from './warnings.ts';
