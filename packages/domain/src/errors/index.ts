export * from './checkout.ts';
export * from './http.ts';
export * from './messages.ts';
export * from './notices.ts';
export * from './outcome.ts';
