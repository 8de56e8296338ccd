import type { AnswerOf } from '@tiffin/contract';
import type { getSettings } from '@tiffin/contract/settings';
import type { Context } from '../../context.ts';

type Provider = AnswerOf<typeof getSettings>['providers'][number];

/** What the restaurant is connected to, in plain words. */
export function providersOf({ config, payments, mailer, sms }: Context): Provider[] {
  return [
    cards(payments),
    mailer
      ? { name: mailer.name, state: 'live', text: `email: sent through ${mailer.through}` }
      : { name: 'outbox', state: 'off', text: 'email: kept in the outbox, nothing is sent' },
    sms
      ? { name: sms.name, state: 'live', text: `text messages: sent through ${sms.through}` }
      : { name: 'outbox', state: 'off', text: 'text messages: kept in the outbox, nothing is sent' },
    signIn('Google', config.GOOGLE_CLIENT_ID),
    signIn('Facebook', config.FACEBOOK_CLIENT_ID),
  ];
}

function signIn(name: string, clientId: string | undefined): Provider {
  return {
    name: name.toLowerCase(),
    state: clientId ? 'live' : 'off',
    text: `${name} sign-in: ${clientId ? 'on' : 'off'}`,
  };
}

function cards(gateway: Context['payments']): Provider {
  if (!gateway) return { name: 'none', state: 'off', text: 'card payments: off' };
  const { name, title, movesMoney } = gateway;
  return movesMoney
    ? { name, state: 'live', text: `card payments: ${title}` }
    : { name, state: 'sandbox', text: `card payments: ${title.toLowerCase()}, no money moves` };
}
