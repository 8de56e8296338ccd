export * from './cancel-reasons.ts';
export * from './change.ts';
export * from './form.ts';
export * from './free-slots.ts';
export * from './seat-limits.ts';
export * from './list.ts';
export * from './reservation.ts';
export * from './steps.ts';
