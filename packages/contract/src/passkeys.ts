import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { instant } from './wire.ts';

const { post } = callsOf('Sign-in');

const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'Invalid base64url');

export const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    addedAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .openapi('Passkey');

const passkeyId = z.string().min(1, 'passkeyId is required').max(100);
const name = z
  .string()
  .trim()
  .min(1, say`Name is required`)
  .max(60);

const answered = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

/** What a browser answers when it is shown a challenge: the WebAuthn standard's JSON, of which we read this much. */
export const passkeyProof = z
  .object({
    ...answered,
    response: z.object({
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(2_000),
      userHandle: bytes(200).nullish(),
    }),
  })
  .openapi('PasskeyProof');

const options = z
  .record(z.string(), z.unknown())
  .openapi({ description: 'As WebAuthn writes it in JSON; good for five minutes and one try' });

export const startPasskeyRegistration = post('/startPasskeyRegistration', {
  deprecatedPaths: ['/beginPasskey'],
  summary: 'What a browser needs to make a passkey; under a fresh sign-in, for whoever works here',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({}),
  answer: z.object({ options }),
});

export const addPasskey = post('/addPasskey', {
  summary: 'Keep the passkey a browser made; its owner hears of it by mail',
  who: 'customer',
  maxKb: 16,
  rate: RATES.change,
  body: z.object({
    name,
    made: z.object({
      ...answered,
      response: z.object({
        clientDataJSON: bytes(4_000),
        attestationObject: bytes(8_000),
        transports: z.array(z.string().max(30)).max(10).optional(),
      }),
    }),
  }),
  answer: z.object({ passkey }),
});

export const renamePasskey = post('/renamePasskey', {
  summary: 'Call one of one’s own passkeys by another name',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({ passkeyId, name }),
  answer: z.object({ passkey }),
});

export const removePasskey = post('/removePasskey', {
  summary: 'One of one’s own passkeys opens nothing any more; under a fresh sign-in',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({ passkeyId }),
  answer: z.object({ passkeyId: z.string() }),
});

export const createPasskeyChallenge = post('/createPasskeyChallenge', {
  deprecatedPaths: ['/askForPasskey'],
  summary:
    'A challenge for a passkey: to sign in, or to show once more that it is you (confirmIdentity). It names nobody',
  who: 'anyone',
  maxKb: 2,
  rate: RATES.secondStep,
  body: z.object({ to: z.enum(['sign-in', 'confirm']) }),
  answer: z.object({ options }),
});

export const signInWithPasskey = post('/signInWithPasskey', {
  summary: 'Sign in with a passkey, which is the second step too; whatever is wrong answers the same',
  who: 'anyone',
  maxKb: 16,
  rate: RATES.secondStep,
  body: z.object({ proof: passkeyProof }),
  answer: z.object({ name: z.string() }),
});
