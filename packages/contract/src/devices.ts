import { z } from '@hono/zod-openapi';
import { callsOf } from './call.ts';
import { passkey, passkeyProof } from './passkeys.ts';
import { RATES } from './rates.ts';
import { instant } from './wire.ts';

const { get, post } = callsOf('Sign-in');

export const getMyDevices = get('/getMyDevices', {
  summary: 'Where one is signed in, this device first',
  who: 'customer',
  answer: z.object({
    devices: z.array(
      z.object({
        id: z.string(),
        isThis: z.boolean(),
        startedAt: instant,
        lastUsedAt: instant,
        address: z.string().nullable(),
        browser: z.string().nullable(),
        tablet: z.string().nullable().openapi({ description: 'The shared tablet where one works under a PIN' }),
      }),
    ),
    mayHaveCodes: z.boolean().openapi({ description: 'Managers and admins' }),
    hasCodes: z.boolean(),
    mayHavePasskeys: z.boolean().openapi({ description: 'Whoever works here' }),
    passkeys: z.array(passkey),
    needsSecondStep: z.boolean().openapi({ description: 'Works here only after a code, or a passkey' }),
  }),
});

export const signOutDevice = post('/signOutDevice', {
  summary: 'Sign out one of one’s own devices: its next request answers 401',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({ deviceId: z.string().min(1, 'deviceId is required').max(100) }),
  answer: z.object({ isThis: z.boolean() }),
});

export const signOutEverywhere = post('/signOutEverywhere', {
  summary: 'Sign out all of one’s own devices, this one too',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({}),
  answer: z.object({ signedOut: z.number() }),
});

export const confirmIdentity = post('/confirmIdentity', {
  deprecatedPaths: ['/confirmMe'],
  summary:
    'Show once more that it is you: for ten minutes, what answers fresh-sign-in-needed may be done on this device',
  who: 'customer',
  maxKb: 16,
  rate: RATES.change,
  body: z.object({
    password: z.string().max(128).optional(),
    code: z.string().max(20).optional().openapi({ description: 'Whoever has codes shows one, or a recovery code' }),
    passkey: passkeyProof.optional().openapi({ description: 'Or one of their passkeys (createPasskeyChallenge)' }),
  }),
  answer: z.object({ confirmedAt: instant }),
});
