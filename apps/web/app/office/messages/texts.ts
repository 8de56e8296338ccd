import { callOutCode } from '@tiffin/domain/order';
import { formatCount } from '../../ui/figures.tsx';
import type { Message } from './use-messages.ts';

export const messageTexts = {
  title: 'Messages',
  write: 'Write',
  refresh: 'Refresh',

  list: 'Outbox',
  filter: 'Which messages',
  filters: { all: 'All', mail: 'Email', sms: 'SMS', failed: 'Failed', outbox: 'Waiting' },
  counted: (label: string, messages: number) => `${label} (${messages >= 1_000 ? '1,000+' : formatCount(messages)})`,
  search: 'Search messages',
  searchHint: 'Address, number or subject',
  showAll: 'Show all',
  more: 'Show more',
  loading: 'Loading messages…',
  none: 'No messages found',
  noneText: 'What leaves the house by mail or SMS shows here, and what became of it.',
  noneMatch: 'No message matches the filters.',
  loadFailed: 'Error Loading Messages',
  tryAgain: 'Try Again',

  read: (title: string, to: string) => `Read: ${title} to ${to}`,
  again: 'Send again',
  againLabel: (title: string, to: string) => `Send again: ${title} to ${to}`,
  sentAgain: 'The message was sent again',
  queuedAgain: 'The message is tried again soon',
  keptAgain: 'Nothing is set up to send it with: the message stays in the outbox',
  againFailed: 'The message could not be sent again',
  order: (id: string) => `order ${callOutCode(id)}`,
  reservation: (id: string) => `reservation ${id}`,
  tried: (times: number) => (times === 1 ? 'tried once' : `tried ${times} times`),
  nextTry: (time: string) => `next try at ${time}`,

  statuses: {
    queued: 'Queued',
    sending: 'Sending',
    sent: 'Sent',
    outbox: 'In the outbox',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<Message['status'], string>,

  mailings: 'Mail to many',
  batch: (batch: number, batches: number) => `Batch ${batch} of ${batches}`,
  started: (name: string, time: string) => `${name}, ${time}`,
  seeFailed: 'See failed',
  stop: 'Stop after this batch',
  stopped: 'No further batch is sent',
  stopFailed: 'The mailing could not be stopped',
  retryFailed: 'Send failed again',
  retried: (mails: number) => (mails === 1 ? '1 email is sent again' : `${formatCount(mails)} emails are sent again`),
  retryProblem: 'They could not be sent again',

  templates: 'Templates',
  exampleOffer: {
    offerTitle: 'Two thalis for the price of one',
    validUntil: 'the end of the month',
    terms: 'Monday to Thursday, dine-in only.',
    title: 'Bring somebody',
  },
  lastDays: 'Last 30 days',
  sent: 'sent',
  successRate: 'success rate',
  failed: 'failed',
  inOutbox: 'in the outbox',
  percent: (rate: number) => `${rate}%`,
  byDay: 'Emails by day',
} as const;

const TITLES: Readonly<Record<string, string>> = {
  order_received: 'Order received',
  order_confirmation: 'Order confirmation',
  order_preparing: 'Order being prepared',
  order_ready: 'Order ready',
  order_news: 'News of an order',
  order_cancelled: 'Order cancelled',
  order_refunded: 'Refund',
  payment_returned: 'Payment returned',
  codes_off: 'Codes switched off',
  passkey_added: 'Passkey added',
  receipt: 'Receipt',
  payment_link: 'Payment link',
  reservation_confirmation: 'Reservation confirmation',
  reservation_reminder: 'Reservation reminder',
  reservation_cancelled: 'Reservation cancelled',
  custom: 'Message',
  promotion: 'Promotion',
  welcome: 'Welcome',
  password_reset: 'New password',
  verify_email: 'Address to confirm',
  sent_code: 'Code',
};

/** What a message is, in words. */
export function messageTitle(template: string): string {
  const words = template.replaceAll('_', ' ');
  return TITLES[template] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const textGuestTexts = {
  sms: {
    open: 'Text the guest',
    title: (name: string) => `A text to ${name}`,
    sent: (name: string) => `The text to ${name} is on its way`,
  },
  mail: {
    open: 'Mail the guest',
    title: (name: string) => `A mail to ${name}`,
    sent: (name: string) => `The mail to ${name} is on its way`,
  },
  templates: 'Begin with',
  late: (minutes: number) => `${minutes} minutes late`,
  message: 'Message',
  left: (count: number) => `${count} characters left`,
  nothingWritten: 'Write something, or choose how to begin',
  send: (to: string) => `Send to ${to}`,
  noPhone: 'Customer phone number is required to send SMS',
  noEmail: 'there is no email address either',
  noMailer: 'no mail is set up for this restaurant',
  noMessenger: 'No text messages are set up for this restaurant',
} as const;
