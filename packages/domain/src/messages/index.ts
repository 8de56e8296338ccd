export * from './consent.ts';
export * from './email.ts';
export * from './sms-segments.ts';
export * from './sms-templates.ts';
export * from './templates.ts';
export * from './push.ts';
export * from './webhooks.ts';
