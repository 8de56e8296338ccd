export * from './cart.ts';
export * from './chosen.ts';
export * from './line.ts';
export * from './merge.ts';
export * from './open-line.ts';
export * from './quantity-limits.ts';
export * from './reconcile.ts';
export * from './wire.ts';
