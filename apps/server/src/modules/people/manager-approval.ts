import { REQUEST_LIMITS } from '@tiffin/contract';
import { COLLEAGUE_PIN_HEADER, MANAGER_PIN_HEADER } from '@tiffin/contract/tablets';
import { valueOrThrow, refuse, say, toDollars, type Cents } from '@tiffin/domain/core';
import { authorise, isAtLeast, worksAt, type Actor } from '@tiffin/domain/people';
import { requireRecentProofToRefund } from '../../platform/auth/require-recent-proof.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { countLimitUses, type LimitUse } from '../../platform/http/rate-limiter.ts';
import { recordAuditEntries, type Author } from '../log/record-audit-entries.ts';
import { checkPinWithLog, colleaguesAt, MAX_PIN_TRIES, type Colleague } from './pins.ts';

export type Person = Extract<Actor, { kind: 'person' }>;

/**
 * Adds the approving manager to the origin of a request, if a manager typed their PIN in a colleague's session. Valid
 * only for this request. The PIN is checked before anything else; wrong ones count for the manager and for the actor.
 * For operations with `managersPin` in the contract.
 */
export async function withManagerApproval({ context, actor, from, c }: ApprovalRequest): Promise<RequestOrigin> {
  const header = c.req.header(MANAGER_PIN_HEADER);
  // managers and admins act in their own name
  if (header === undefined || actor.kind !== 'person' || actor.role !== 'staff') return from;
  return { ...from, manager: await findManagerByPin(context, actor, from, readPin(MANAGER_PIN_HEADER, header)) };
}

/**
 * Who acts by a request: on a shared tablet a colleague who sent their own PIN, otherwise the caller. The colleague
 * has the rights of staff, as if they had unlocked the tablet. For operations with `colleaguesPin` in the contract.
 */
export async function findActingPerson({ context, actor, from, c }: ApprovalRequest): Promise<Actor> {
  const header = c.req.header(COLLEAGUE_PIN_HEADER);
  if (header === undefined || actor.kind !== 'person') return actor;
  if (!from.signedIn?.tablet) throw refuse('not-a-tablet');
  const entered = readPin(COLLEAGUE_PIN_HEADER, header);
  await countLimitUses(context, [REQUEST_LIMITS.managersPin, actor.userId]);
  const colleagues = await colleaguesAt(context.db, actor.locationIds);
  const person = colleagues.find(({ userId, tries }) => userId === entered.userId && tries !== null);
  if (!person) throw refuse('pin-locked', say`This person has no PIN here. A manager can give them one.`);
  await checkPinWithLog(context, entered, { actor, from });
  const { locationIds } = actor;
  return { kind: 'person', userId: person.userId, role: 'staff', locationIds, name: person.name, email: '' };
}

interface EnteredPin {
  readonly userId: string;
  readonly pin: string;
}

function readPin(name: string, header: string): EnteredPin {
  const [, userId, pin = ''] = /^([\w-]{1,100}):(\d{6})$/.exec(header) ?? [];
  if (userId === undefined) throw refuse('invalid-argument', say`Invalid ${name}: a person and 6 digits`);
  return { userId, pin };
}

interface ApprovalRequest {
  readonly context: Context;
  readonly actor: Actor;
  readonly from: RequestOrigin;
  readonly c: ApiContext;
}

/** The manager with this PIN where the actor works. */
export async function findManagerByPin(
  context: Context,
  asker: Person,
  from: RequestOrigin,
  entered: EnteredPin,
): Promise<Person> {
  const { userId } = entered;
  const charge: LimitUse = [REQUEST_LIMITS.managersPin, asker.userId];
  await countLimitUses(context, charge);
  const person = (await managersAt(context.db, asker.locationIds)).find((each) => each.userId === userId);
  if (!person) throw refuse('manager-needed', say`This is not a manager with a PIN at this location.`);
  await checkPinWithLog(context, entered, { actor: asker, from });
  const { role, locationIds, name } = person;
  return { kind: 'person', userId, role, locationIds, name, email: '' };
}

async function managersAt(db: Db | Tx, locationIds: readonly string[]): Promise<Colleague[]> {
  const people = await colleaguesAt(db, locationIds);
  return people.filter(({ role, tries }) => isAtLeast(role, 'manager') && tries !== null);
}

/** The managers who can approve at a location. */
export async function managersWithPin(db: Db | Tx, locationId: string) {
  const managers = await managersAt(db, [locationId]);
  return managers.flatMap(({ userId, name, tries }) => ((tries ?? 0) < MAX_PIN_TRIES ? [{ userId, name }] : []));
}

interface RefundToApprove {
  readonly order: { readonly id: string; readonly location_id: string };
  /** What was refunded before, and the amount to refund now. */
  readonly refundedBefore: Cents;
  readonly amount: Cents;
  /** What the approval is for; a refund by default. */
  readonly action?: keyof typeof ACTION_TEXTS;
}

const ACTION_TEXTS = {
  refund: { action: 'allow-refund', why: say`A refund needs a manager’s approval.` },
  undo: { action: 'allow-undo', why: say`Removing a payment needs a manager’s approval.` },
} as const;

/**
 * A refund needs a manager: their own session, recent for large amounts, or their PIN in a colleague's session. The
 * audit log then has both names.
 */
export async function requireRefundApproval(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin | null>,
  { order, refundedBefore, amount, action: approval = 'refund' }: RefundToApprove,
): Promise<void> {
  const { action, why } = ACTION_TEXTS[approval];
  const location = { locationId: order.location_id };
  const own = authorise('order.refund', by.actor, location);
  if (own.ok) {
    if (amount > 0) await requireRecentProofToRefund(context, tx, by, refundedBefore, amount);
    return;
  }
  if (by.actor.kind !== 'person' || !worksAt(by.actor, order.location_id)) throw refuse(own.error.code);
  const manager = by.from?.manager;
  if (!manager) {
    const managers = await managersWithPin(tx, order.location_id);
    throw refuse('manager-needed', why, { managers });
  }
  valueOrThrow(authorise('order.refund', manager, location));
  await recordAuditEntries(tx, {
    at: context.clock.now(),
    actor: manager,
    action,
    subject: { kind: 'order', id: order.id },
    ...location,
    after: { ...(amount > 0 && { amount: toDollars(amount) }), doneBy: by.actor.name },
    from: by.from,
  });
}
