export * from './consumer-rules.ts';
export * from './fiscal-rules.ts';
export * from './law-rule.ts';
export * from './may-take-money.ts';
