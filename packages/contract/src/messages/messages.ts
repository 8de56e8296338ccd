import { z } from '@hono/zod-openapi';
import { defineCalls } from '../call.ts';
import { userFilter } from '../people/users.ts';
import { arrayOf, namedObject, optionalObject } from '../objects.ts';
import { dateText, instant, locationId, nextCursor, pageQuery } from '../wire.ts';

const { get, post } = defineCalls('Messages');

export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'outbox', 'failed', 'cancelled'] as const;

const optionalText = (most: number) => z.string().max(most).optional();

/** The values of all templates. Each template uses some of them. */
export const templateData = namedObject('TemplateData', {
  customerName: optionalText(200).nullable(),
  subject: z.string().max(1_000).optional(),
  message: z.string().max(100_000).optional(),
  imageUrl: optionalText(2_000).nullable(),
  isAboutOwnOrders: z
    .boolean()
    .optional()
    .describe(
      'The sender states that the message is about the own orders or bookings of its recipients. Without it a custom message to several people is a promotion',
    ),
  // promotion
  offerTitle: optionalText(200),
  validUntil: optionalText(100).describe('In words'),
  terms: optionalText(1_000),
  title: optionalText(200),
  // order confirmation
  orderId: optionalText(50),
  // reservation confirmation
  customerEmail: optionalText(200),
  reservationDate: optionalText(10),
  reservationTime: optionalText(20),
  partySize: z.number().int().optional(),
  tableNumber: z.union([z.string().max(50), z.number()]).nullish(),
  specialRequests: optionalText(1_000).nullable(),
  restaurantLocation: z
    .union([
      z.string().max(200),
      z.object({ id: optionalText(50), name: optionalText(200), address: optionalText(300) }),
    ])
    .nullish(),
});

const templateId = z.string().max(100);

export const getEmailTemplates = get('/getEmailTemplates', {
  summary: 'Lists the mail templates, and whether mails are sent or stay in the outbox',
  access: 'admin',
  response: z.object({
    templates: arrayOf({
      id: z.string(),
      name: z.string(),
      subject: z.string(),
      description: z.string(),
      defaultMessage: z.string(),
    }),
    emailEnabled: z.boolean(),
  }),
});

/** The people chosen in Users, a selection or all results of a search; or the guests of one day. */
const mailingTo = z.union([
  z.object({
    day: z
      .object({ locationId, date: dateText })
      .describe('Those with a booking or a planned order on this day. A `custom` message is about these'),
  }),
  z.object({ userIds: z.array(z.string().max(100)).max(100_000) }),
  z.object({ filter: z.object(userFilter) }),
]);

/** Enough for the ids of 100,000 people. */
export const MAX_MAILING_KB = 4 * 1024;

export const previewEmail = post('/previewEmail', {
  summary: 'Renders a mail as it would be sent, and counts who would get it. Missing values are replaced by examples',
  access: 'admin',
  isRead: true,
  maxKb: MAX_MAILING_KB,
  body: z.object({ templateId, templateData: templateData.default({}), to: mailingTo.optional() }),
  response: z.object({
    recipients: z.number().nullable().describe('How many of `to` would get it now; null without `to`'),
    withoutEmail: arrayOf({ name: z.string(), phone: z.string() })
      .optional()
      .describe('The guests of the day who have no email address'),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    preview: z.string().describe('The first 200 characters of the message'),
  }),
});

const messageId = z.string().min(1, 'messageId is required').max(100);

export const sendEmail = post('/sendEmail', {
  summary: 'Sends one mail to one address, at most one per second',
  access: 'admin',
  creating: true,
  maxKb: 64,
  body: z.object({
    to: z.string().max(200),
    templateId,
    templateData: templateData.default({}),
    orderId: optionalText(50),
    metadata: optionalObject({ orderId: optionalText(50), source: optionalText(100) }),
  }),
  response: z.object({
    messageId: z.string(),
    status: z.enum(MESSAGE_STATUSES),
    error: z.string().nullable().describe('Why it was not sent yet. It will be retried'),
  }),
});

const recipient = z.union([
  z.string().max(200),
  z.object({
    email: z.string().max(200),
    name: optionalText(200),
    customerName: optionalText(200),
    userId: optionalText(100),
  }),
]);

export const progress = namedObject('Mailing', {
  id: z.string(),
  templateId: z.string(),
  subject: z.string(),
  status: z.enum(['sending', 'stopped', 'done']).describe('Whether more batches follow'),
  total: z.number(),
  waiting: z.number().describe('Messages of later batches'),
  queued: z.number(),
  sent: z.number(),
  outbox: z.number(),
  failed: z.number(),
  skipped: z.number().describe('Recipients who did not agree to promotions or whose mail was stopped'),
  batch: z.number(),
  batches: z.number(),
  isFinished: z.boolean(),
  nextBatchAt: instant.nullable(),
  createdBy: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});

export const sendBulkEmail = post('/sendBulkEmail', {
  summary: 'Sends one mail to at most 100 addresses, once to each. Use `startMailing` for more',
  access: 'admin',
  creating: true,
  maxKb: 64,
  body: z.object({
    recipients: z.array(recipient).default([]),
    templateId,
    templateData: templateData.default({}),
  }),
  response: z.object({
    mailingId: z.string(),
    totalRecipients: z.number(),
    successful: z.number(),
    failed: z.number(),
    results: arrayOf({
      email: z.string(),
      success: z.boolean(),
      status: z.enum([...MESSAGE_STATUSES, 'skipped']),
      messageId: z.string().nullable(),
      error: z.string().nullable(),
    }),
  }),
});

export const startMailing = post('/startMailing', {
  summary: 'Starts a mailing. It is sent in batches of at most 100 mails per second and continues after a crash',
  access: 'admin',
  creating: true,
  maxKb: MAX_MAILING_KB,
  body: z.object({ templateId, templateData: templateData.default({}), to: mailingTo }),
  response: z.object({ mailing: progress }),
});

const mailingId = z.string().min(1, 'mailingId is required').max(100);

export const getMailings = get('/getMailings', {
  summary: 'Lists the latest mailings with their progress',
  access: 'admin',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(5) }),
  response: z.object({ mailings: z.array(progress) }),
});

export const getMailing = get('/getMailing', {
  summary: 'Returns the progress of a mailing',
  access: 'admin',
  query: z.object({ mailingId }),
  response: z.object({ mailing: progress }),
});

const mailingReference = {
  access: 'admin',
  body: z.object({ mailingId }),
} as const;

export const stopMailing = post('/stopMailing', {
  summary: 'Stops a mailing. Mails that were already handed over are still delivered',
  ...mailingReference,
  response: z.object({ mailing: progress }),
});

export const retryMailing = post('/retryMailing', {
  summary: 'Retries the failed mails of a mailing',
  ...mailingReference,
  response: z.object({ mailing: progress, retried: z.number() }),
});

const message = namedObject('Message', {
  id: z.string(),
  channel: z.enum(['mail', 'sms']),
  to: z.string(),
  name: z.string().nullable().describe('The name of the recipient, if known'),
  template: z.string(),
  subject: z.string().nullable(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.number(),
  error: z.string().nullable(),
  orderId: z.string().nullable(),
  reservationId: z.string().nullable(),
  mailingId: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  nextTryAt: instant.nullable(),
});

export const getMessages = get('/getMessages', {
  summary: 'Lists messages that were sent, are waiting or failed, newest first',
  access: 'admin',
  query: z.object({
    ...pageQuery,
    channel: z.enum(['all', 'mail', 'sms']).default('all'),
    status: z.enum(['all', ...MESSAGE_STATUSES]).default('all'),
    search: z.string().max(200).default('').describe('Searches addresses, phone numbers and subjects'),
    mailingId: z.string().max(100).optional(),
    single: z.enum(['true', 'false']).default('false').describe('If true, leaves out mailings'),
  }),
  response: z.object({
    messages: z.array(message),
    counts: z.object({ waiting: z.number(), outbox: z.number(), failed: z.number() }),
    nextCursor,
  }),
});

export const getMessage = get('/getMessage', {
  summary: 'Returns one message with its content',
  access: 'admin',
  query: z.object({ messageId }),
  response: z.object({ message, text: z.string(), html: z.string().nullable() }),
});

export const retryMessage = post('/retryMessage', {
  summary: 'Retries a message that failed, was cancelled or stays in the outbox',
  access: 'admin',
  body: z.object({ messageId }),
  response: z.object({ message }),
});

export const reportBounce = post('/reportBounce', {
  summary: 'Reports a bounced mail. For mail servers. The id is the one in the Message-ID header',
  access: 'admin',
  maxKb: 16,
  body: z.object({ messageId, reason: z.string().trim().min(1, 'reason is required').max(500) }),
  response: z.object({ message }),
});

export const getEmailStats = get('/getEmailStats', {
  summary: 'Returns how many mails of the last days were delivered',
  access: 'admin',
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  response: z.object({
    total: z.number(),
    sent: z.number(),
    failed: z.number(),
    waiting: z.number(),
    outbox: z.number(),
    templates: z.record(z.string(), z.number()),
    byDay: arrayOf({ date: z.string(), sent: z.number(), failed: z.number() }),
    successRate: z.number().describe('The percentage of mails that were sent, with one decimal'),
  }),
});
