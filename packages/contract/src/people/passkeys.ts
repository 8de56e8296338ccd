import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { namedObject } from '../objects.ts';
import { instant, requiredText } from '../wire.ts';

const { post } = defineCalls('Sign-in');

const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'Invalid base64url');

export const passkey = namedObject('Passkey', {
  id: z.string(),
  name: z.string(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
});

const passkeyId = z.string().min(1, 'passkeyId is required').max(100);
const name = requiredText(say`Name is required`, 60);

const credentialFields = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

/** The browser's response to a challenge, as defined by WebAuthn, reduced to the fields used here. */
export const passkeyProof = namedObject('PasskeyProof', {
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: bytes(200).nullish(),
  }),
});

const options = z
  .record(z.string(), z.unknown())
  .describe('WebAuthn options as JSON, valid for five minutes and one attempt');

export const startPasskeyRegistration = post('/startPasskeyRegistration', {
  summary: 'Returns the options for creating a passkey. For staff, managers and admins who confirmed their identity',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({}),
  response: z.object({ options }),
});

export const addPasskey = post('/addPasskey', {
  summary: 'Saves a passkey that the browser created. The owner is notified by mail',
  access: 'customer',
  maxKb: 16,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({
    name,
    made: z
      .object({
        ...credentialFields,
        response: z.object({
          clientDataJSON: bytes(4_000),
          attestationObject: bytes(8_000),
          transports: z.array(z.string().max(30)).max(10).optional(),
        }),
      })
      .describe('The new passkey, as the browser returns it'),
  }),
  response: z.object({ passkey }),
});

export const renamePasskey = post('/renamePasskey', {
  summary: 'Renames a passkey of the signed-in person',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ passkeyId, name }),
  response: z.object({ passkey }),
});

export const removePasskey = post('/removePasskey', {
  summary: 'Removes a passkey of the signed-in person, who must have confirmed their identity',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ passkeyId }),
  response: z.object({ passkeyId: z.string() }),
});

export const createPasskeyChallenge = post('/createPasskeyChallenge', {
  summary:
    'Creates a challenge for a passkey, for signing in or for `confirmIdentity`. It does not reveal who has passkeys',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.secondStep,
  body: z.object({ to: z.enum(['sign-in', 'confirm']) }),
  response: z.object({ options }),
});

export const signInWithPasskey = post('/signInWithPasskey', {
  summary: 'Signs in with a passkey, which also counts as the second step. All failures return the same error',
  access: 'anyone',
  maxKb: 16,
  rate: CALL_RATE_LIMITS.secondStep,
  body: z.object({ proof: passkeyProof }),
  response: z.object({ name: z.string() }),
});
