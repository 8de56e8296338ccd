export * from './fiscal-rules.ts';
export * from './may-take-money.ts';
export * from './gift-card-rules.ts';
