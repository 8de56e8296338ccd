export * from './customers.ts';
export * from './dashboard.ts';
export * from './figures.ts';
export * from './journal.ts';
export * from './periods.ts';
export * from './report-period.ts';
export * from './revenue.ts';
export * from './reversed-sales.ts';
