import type { Context } from '../../context.ts';
import type { Recipient } from '../people/sent-codes.ts';

/** How a guest said they are reached; '' is not at all. */
export interface Contact {
  readonly email: string;
  readonly phone: string;
}

/** Where a code finds them: by text where texts go out, by mail where only mails do. */
export function reachedBy({ mailer, sms }: Pick<Context, 'mailer' | 'sms'>, { phone, email }: Contact): Recipient {
  const byText = phone !== '' && (sms !== null || mailer === null || email === '');
  return byText ? { channel: 'sms', recipient: phone } : { channel: 'mail', recipient: email };
}
