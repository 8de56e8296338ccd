export * from './cart.ts';
export * from './line.ts';
export * from './merge.ts';
export * from './open-line.ts';
export * from './wire.ts';
