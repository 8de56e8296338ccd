import { z } from '@hono/zod-openapi';
import { defineCalls } from '../call.ts';
import { passkey, passkeyProof } from './passkeys.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf } from '../objects.ts';
import { instant } from '../wire.ts';

const { get, post } = defineCalls('Sign-in');

export const getMyDevices = get('/getMyDevices', {
  summary: 'Lists the devices on which the person is signed in, this one first',
  access: 'customer',
  response: z.object({
    devices: arrayOf({
      id: z.string(),
      isThis: z.boolean(),
      startedAt: instant,
      lastUsedAt: instant,
      address: z.string().nullable(),
      browser: z.string().nullable(),
      tablet: z.string().nullable().describe('The name of the shared tablet on which the person works with a PIN'),
    }),
    mayHaveCodes: z.boolean().describe('True for managers and admins'),
    hasCodes: z.boolean(),
    hasPassword: z.boolean(),
    needsNewPassword: z.boolean().describe('True if the role can be used only after the password was changed'),
    mayHavePasskeys: z.boolean().describe('True for staff, managers and admins'),
    passkeys: z.array(passkey),
    needsSecondStep: z.boolean().describe('True if the role can be used only after a code or a passkey'),
  }),
});

export const signOutDevice = post('/signOutDevice', {
  summary: 'Signs out one of the person’s devices. Its next request gets 401',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ deviceId: z.string().min(1, 'deviceId is required').max(100) }),
  response: z.object({ isThis: z.boolean() }),
});

export const signOutEverywhere = post('/signOutEverywhere', {
  summary: 'Signs out all devices of the person, including this one',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({}),
  response: z.object({ signedOut: z.number() }),
});

export const confirmIdentity = post('/confirmIdentity', {
  summary:
    'Confirms the person’s identity. For ten minutes this device may make calls that otherwise fail with `fresh-sign-in-needed`',
  access: 'customer',
  maxKb: 16,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({
    password: z.string().max(128).optional(),
    code: z.string().max(20).optional().describe('A code or a recovery code, required if the person has codes'),
    passkey: passkeyProof.optional().describe('Or a passkey, see `createPasskeyChallenge`'),
  }),
  response: z.object({ confirmedAt: instant }),
});
