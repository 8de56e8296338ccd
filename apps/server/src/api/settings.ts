import type { ResponseOf } from '@tiffin/contract';
import type { Context } from '../context.ts';
import { say } from '@tiffin/domain/core';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readSettings, storeBrandImage, updateSettings } from '../modules/locations/restaurant/update-settings.ts';

type Provider = ResponseOf<'getSettings'>['providers'][number];

/** The services the restaurant is connected to, described for people. */
function providersOf({ config, payments, mailer, sms }: Context): Provider[] {
  return [
    cardProvider(payments),
    mailer
      ? { name: mailer.name, about: 'mail', state: 'live', text: say`email: sent through ${mailer.through}` }
      : { name: 'outbox', about: 'mail', state: 'off', text: say`email: kept in the outbox, nothing is sent` },
    sms
      ? { name: sms.name, about: 'texts', state: 'live', text: say`text messages: sent through ${sms.through}` }
      : { name: 'outbox', about: 'texts', state: 'off', text: say`text messages: kept in the outbox, nothing is sent` },
    signInProvider('Google', config.GOOGLE_CLIENT_ID),
    signInProvider('Facebook', config.FACEBOOK_CLIENT_ID),
    ...(config.OIDC_NAME ? [staffProvider(config.OIDC_NAME)] : []),
  ];
}

function signInProvider(name: string, clientId: string | undefined): Provider {
  return {
    name: name.toLowerCase(),
    about: 'sign-in',
    state: clientId ? 'live' : 'off',
    text: clientId ? say`${name} sign-in: on` : say`${name} sign-in: off`,
  };
}

function staffProvider(name: string): Provider {
  return { name: 'oidc', about: 'sign-in', state: 'live', text: say`${name} sign-in for staff: on` };
}

function cardProvider(gateway: Context['payments']): Provider {
  if (!gateway) return { name: 'none', about: 'cards', state: 'off', text: say`card payments: off` };
  const { name, title, movesMoney } = gateway;
  return movesMoney
    ? { name, about: 'cards', state: 'live', text: say`card payments: ${title}` }
    : { name, about: 'cards', state: 'sandbox', text: say`card payments: ${title.toLowerCase()}, no money moves` };
}

export const settingsRoutes: readonly ImplementedCall[] = [
  implement('getSettings', async ({ context }) => ({
    settings: await readSettings(context.db),
    providers: providersOf(context),
  })),

  implement('updateSettings', async ({ context, actor, from, body }) => ({
    settings: await updateSettings(context, actor, from, body),
  })),

  implement('uploadBrandImage', async ({ context, actor, form }) => ({
    ...(await storeBrandImage(context, actor, form.file)),
    size: form.file.size,
  })),
];
