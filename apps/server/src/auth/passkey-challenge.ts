import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { hashKey } from './secrets.ts';

const LIVES_MS = 5 * 60_000;
const DRAWN = 16;
const TIME = 6;

/** What a challenge is for; one for adding a passkey or for confirming holds for the session that asked. */
export type Purpose = 'sign-in' | `add ${string}` | `confirm ${string}`;

/** Drawn, dated and signed by us: whoever only asks for challenges leaves nothing behind here. */
export function newChallenge({ secret, clock }: Context, purpose: Purpose): string {
  const over = Buffer.alloc(TIME);
  over.writeUIntBE(clock.now().getTime() + LIVES_MS, 0, TIME);
  const said = Buffer.concat([randomBytes(DRAWN), over]);
  return Buffer.concat([said, signature(secret, purpose, said)]).toString('base64url');
}

/** False for one that is not ours, is for something else, is too old, or was answered before: right or wrong. */
export async function claimChallenge(context: Context, purpose: Purpose, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const said = bytes.subarray(0, DRAWN + TIME);
  const given = bytes.subarray(DRAWN + TIME);
  const right = signature(context.secret, purpose, said);
  if (said.length < DRAWN + TIME || given.length !== right.length || !timingSafeEqual(given, right)) return false;
  const now = context.clock.now();
  if (said.readUIntBE(DRAWN, TIME) < now.getTime()) return false;
  const claimed = await context.db
    .insertInto('used_challenges')
    // of the bytes: the same ones can be written in more than one way
    .values({ hash: hashKey(bytes.toString('base64url')), used_at: now })
    .onConflict((used) => used.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Long over; their dates refuse them by then. */
export async function forgetUsedChallenges({ db, clock }: Context): Promise<void> {
  const over = new Date(clock.now().getTime() - 2 * LIVES_MS);
  await db.deleteFrom('used_challenges').where('used_at', '<', over).execute();
}

function signature(secret: string, purpose: Purpose, said: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey ${purpose} `).update(said).digest();
}
