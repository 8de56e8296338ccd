import { refuse, say } from '@tiffin/domain/core';
import { isPhoneOfCountries } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Recipient } from './confirmation-codes.ts';
import { readSite } from '../locations/restaurant/site.ts';

/** How a guest said they are reached; '' is not at all. */
export interface Contact {
  readonly email: string;
  readonly phone: string;
}

/**
 * Where to send a code: by text message if texts are set up, by mail if only mail is, or if the restaurant sends no
 * texts to unknown guests in the number's country.
 */
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
