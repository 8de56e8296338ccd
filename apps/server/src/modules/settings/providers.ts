import type { AnswerOf } from '@tiffin/contract';
import type { getSettings } from '@tiffin/contract/settings';
import type { Context } from '../../context.ts';

type Provider = AnswerOf<typeof getSettings>['providers'][number];

const PAYMENTS: Record<Context['config']['payments'], Provider> = {
  stripe: { name: 'stripe', state: 'live', text: 'card payments: Stripe' },
  sandbox: { name: 'sandbox', state: 'sandbox', text: 'card payments: sandbox, no money moves' },
  none: { name: 'none', state: 'off', text: 'card payments: off' },
};

/** What the house is connected to, in plain words. */
export function providersOf({ config, mailer, sms }: Context): Provider[] {
  return [
    PAYMENTS[config.payments],
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
