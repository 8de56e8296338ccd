export * from './cancel-reasons.ts';
export * from './form.ts';
export * from './free-slots.ts';
export * from './holding.ts';
export * from './list.ts';
export * from './reservation.ts';
export * from './steps.ts';
