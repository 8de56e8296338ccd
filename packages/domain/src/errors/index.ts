export * from './error-messages.ts';
export * from './notices.ts';
export * from './outcome.ts';
