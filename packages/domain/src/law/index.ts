export * from './fiscal-rules.ts';
export * from './may-take-money.ts';
export * from './gift-card-rules.ts';
export * from './overtime-rules.ts';
export * from './withdrawal.ts';
export * from './deposit-rules.ts';
