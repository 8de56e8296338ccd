export * from './account-mails.ts';
export * from './letters.ts';
export type { MailBrand } from './mail.ts';
export * from './order-mails.ts';
export * from './refund-mail.ts';
export * from './reservation-mails.ts';
export * from './sms.ts';
export { htmlOf, type MailContent, type WrittenMail } from './write-mail.ts';
export * from './brand.ts';
