import { refuse, say } from '@tiffin/domain/core';
import { isPhoneOfCountries } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Recipient } from './confirmation-codes.ts';
import { readSite } from '../locations/restaurant/site.ts';

/** The address and the number that a guest gave; '' if none. */
export interface Contact {
  readonly email: string;
  readonly phone: string;
}

/** Where to send a code: by text if texts are set up and may go to the number's country, otherwise by mail. */
export async function findContactChannel(
  { db, config, mailer, sms }: Pick<Context, 'db' | 'config' | 'mailer' | 'sms'>,
  { phone, email }: Contact,
): Promise<Recipient> {
  const mayText = phone !== '' && (!config.RATE_LIMITS || isPhoneOfCountries(phone, (await readSite(db)).textsTo));
  if (mayText && (sms !== null || mailer === null || email === '')) return { channel: 'sms', recipient: phone };
  if (email === '') {
    throw refuse(
      'failed-precondition',
      say`We do not send codes to numbers in other countries. Please enter an email address, pay by card, or call us.`,
    );
  }
  return { channel: 'mail', recipient: email };
}
