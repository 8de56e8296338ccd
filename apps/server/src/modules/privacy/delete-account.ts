import { REQUEST_LIMITS } from '@tiffin/contract';
import { failures, refuse, say } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { isPasswordCorrect, passwordHashOf } from '../../platform/auth/password-hash.ts';
import type { Context, Tx } from '../../context.ts';
import { onCommit, transaction } from '../../platform/db/transaction.ts';
import { closeStreamsOf } from '../../platform/events/stream.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { requireClaimCode } from '../ordering/claim/claim-order.ts';
import { resetLimits, countLimitUses } from '../../platform/http/rate-limiter.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { DELETED_NAME } from '../people/erase-account.ts';
import { eraseAccount } from './erase-person.ts';
import { findObstacles } from './find-obstacles.ts';
import { mergeRecords, readAccountRecords, readRowsOfContacts, type PersonalRecords } from './personal-records.ts';

const STAFF_CANNOT_DELETE = say`Staff accounts are closed by an admin.`;

interface DeletionProof {
  readonly password: string | null;
  /** The code mailed to the address (`sendClaimCode`). With it, records that know only the address are erased too. */
  readonly code: string | null;
}

/** Deletes an account. Orders stay without the person, because bookkeeping needs them. All sessions end. */
export async function deleteAccount(
  context: Context,
  actor: Actor & { kind: 'person' },
  { password, code }: DeletionProof,
  from: RequestOrigin,
): Promise<void> {
  if (actor.role !== 'customer') throw refuse('permission-denied', STAFF_CANNOT_DELETE);
  await checkPassword(context, actor.userId, password);
  const isAddressProven = code !== null;
  if (isAddressProven) await requireClaimCode(context, actor, code);
  await transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const { userId } = actor;
    const account = await tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
    if (!account) throw refuse('profile-not-found');
    // An admin without a second factor has a customer's rights, but still the role.
    if (account.role !== 'customer') throw refuse('permission-denied', STAFF_CANNOT_DELETE);
    const own = await readAccountRecords(tx, userId);
    const records = isAddressProven ? mergeRecords(own, await readRecordsOfAddress(tx, account.email)) : own;
    const [obstacle] = await findObstacles(tx, records, now);
    if (obstacle) throw refuse('failed-precondition', obstacle.message, obstacle.details);
    await eraseAccount(tx, account, records, now);
    const by = { actor: { ...actor, name: DELETED_NAME }, from: { requestId: from.requestId, address: null } };
    await recordAuditEntry(tx, { at: now, ...by }, 'delete-me', ['user', userId]);
    onCommit(tx, () => closeStreamsOf(userId));
  });
}

/** The records that name this address alone. A phone number connects none here: the code proves only the address. */
async function readRecordsOfAddress(tx: Tx, email: string): Promise<PersonalRecords> {
  const contacts = { emails: [email], phones: [] };
  return { ...(await readRowsOfContacts(tx, contacts)), contacts };
}

/** Requires the password, in case someone else uses the phone. People who sign in with another provider have none. */
async function checkPassword(context: Context, userId: string, password: string | null): Promise<void> {
  const hash = await passwordHashOf(context.db, userId);
  if (hash === null) return;
  const field = { field: 'password' };
  if (!password) throw refuse('invalid-argument', say`Please enter your password to delete your account.`, field);
  const guess = [REQUEST_LIMITS.signIn, `delete ${userId}`] as const;
  await countLimitUses(context, guess);
  if (!(await isPasswordCorrect(hash, password)))
    throw refuse('invalid-argument', failures['wrong-password'][1], field);
  await resetLimits(context, guess);
}
