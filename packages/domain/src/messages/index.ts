export * from './consent.ts';
export * from './email.ts';
export * from './personal.ts';
export * from './sms.ts';
export * from './templates.ts';
export * from './push-endpoint.ts';
export * from './push-notices.ts';
