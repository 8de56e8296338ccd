export * from './account-mails.ts';
export * from './custom-mails.ts';
export * from './order-mails.ts';
export * from './refund-mail.ts';
export * from './reservation-mails.ts';
export * from './sms.ts';
export { brandOf, htmlOf, type RenderedMail } from './write-mail.ts';
