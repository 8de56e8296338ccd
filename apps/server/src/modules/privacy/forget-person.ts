import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import type { AuditSubjectKind, Role } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { hasScopeOfKey, requireScopeOfKey } from '../../platform/auth/require-scope.ts';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import type { Row } from '../../platform/db/schema.ts';
import { onCommit, transaction } from '../../platform/db/transaction.ts';
import { closeStreamsOf } from '../../platform/events/stream.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { contactsOf, NO_CONTACTS, type Contacts, hasContact } from '../contacts/contacts.ts';
import { describeRecords } from './describe-records.ts';
import { eraseAccount } from './erase-person.ts';
import { eraseRecords } from './erase-records.ts';
import { findObstacles, findOpenPayments, type Obstacle } from './find-obstacles.ts';
import {
  mergeRecords,
  NO_IDS,
  readAccountRecords,
  readGuestRecords,
  type PersonalRecords,
} from './personal-records.ts';

type Input = ValidatedInput<'forgetPerson'>['body'];
type Answer = ResponseOf<'forgetPerson'>;
type User = Row<'users'>;

/** Replaces the name of a guest without an account. */
export const DELETED_GUEST_NAME = 'Deleted guest';

/** What an admin named, and what is known about it. */
interface FoundPerson {
  readonly records: PersonalRecords;
  /** The account that is erased as a whole; null for a guest. */
  readonly user: User | null;
  readonly accounts: readonly MatchedAccount[];
  readonly obstacles: readonly Obstacle[];
}

/**
 * Erases a guest without an account, or an account, for an admin. A dry run returns what would be erased. Amounts,
 * taxes, dates and the audit log stay, without the person.
 */
export async function forgetPerson(context: Context, by: Author, input: Input): Promise<Answer> {
  if (input.dryRun) {
    requireScopeOfKey(by.actor, 'privacy:read');
    return answerOf(context.db, await findPerson(context, context.db, input), { erased: false });
  }
  await requireRecentProof(context, context.db, by);
  // A key that only erases learns how much it erased, and no contacts.
  const mayRead = hasScopeOfKey(by.actor, 'privacy:read');
  return transaction(context.db, async (tx) => {
    const found = await findPerson(context, tx, input);
    const [obstacle] = found.obstacles;
    if (obstacle && !mayRead) throw refuse('failed-precondition', NOT_YET);
    if (obstacle) {
      throw refuse('failed-precondition', obstacle.message, { ...obstacle.details, obstacles: found.obstacles });
    }
    const answer = await answerOf(tx, found, { erased: true });
    await erase(context, tx, found);
    await recordErasure(context, tx, by, input, answer.counts);
    return mayRead ? answer : { ...answer, orders: [], reservations: [], messages: [], accounts: [] };
  });
}

const NOT_YET = say`This person cannot be erased yet. A key with the scope privacy:read reads why in a dry run.`;

async function findPerson(context: Context, tx: Db | Tx, input: Input): Promise<FoundPerson> {
  return input.userId === undefined ? findGuest(context, tx, input) : findAccount(context, tx, input.userId);
}

async function findGuest(context: Context, tx: Db | Tx, input: Input): Promise<FoundPerson> {
  const named = await readNamedRecords(tx, input);
  const records = await readGuestRecords(tx, named);
  const accounts = await findAccounts(tx, records.contacts, named.ownerId);
  return {
    records,
    user: null,
    accounts,
    obstacles: [
      ...accounts.filter(({ match }) => match !== 'phone').map(accountObstacle),
      ...(await findObstacles(tx, records, context.clock.now())),
      ...(await findOpenPayments(tx, records)),
    ],
  };
}

/** Erasing only the guest's records would leave the person in the account. */
function accountObstacle({ userId, email }: MatchedAccount): Obstacle {
  return {
    kind: 'account',
    id: userId,
    message: say`${email} has an account. Delete the account instead: it also erases orders that were placed without it.`,
    details: { userId },
  };
}

/** The records that the admin named directly. */
interface NamedRecords {
  readonly contacts: Contacts;
  readonly orderIds: readonly string[];
  readonly reservationIds: readonly string[];
  /** The account to which the order or the reservation belongs. */
  readonly ownerId: string | null;
}

async function readNamedRecords(tx: Db | Tx, { orderId, reservationId, email, phone }: Input): Promise<NamedRecords> {
  const none = { ...NO_IDS, ownerId: null };
  if (orderId !== undefined) {
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'user_id', 'customer_email as email', 'customer_phone as phone'])
      .where('id', '=', orderId.toUpperCase())
      .executeTakeFirstOrThrow(() => refuse('order-not-found'));
    return { ...none, orderIds: [order.id], contacts: contactsOf([order]), ownerId: order.user_id };
  }
  if (reservationId !== undefined) {
    const reservation = await tx
      .selectFrom('reservations')
      .select(['reservation_id as id', 'user_id', 'customer_email as email', 'customer_phone as phone'])
      .where('reservation_id', '=', reservationId.toUpperCase())
      .executeTakeFirstOrThrow(() => refuse('not-found', say`Reservation not found`));
    return {
      ...none,
      reservationIds: [reservation.id],
      contacts: contactsOf([reservation]),
      ownerId: reservation.user_id,
    };
  }
  return {
    ...none,
    contacts: email === undefined && phone === undefined ? NO_CONTACTS : contactsOf([{ email, phone }]),
  };
}

/** A customer, or staff whose account is deactivated, with the records that know only their confirmed address. */
async function findAccount(context: Context, tx: Db | Tx, userId: string): Promise<FoundPerson> {
  const lookup = tx.selectFrom('users').selectAll().where('id', '=', userId);
  const user = await (tx.isTransaction ? lookup.forUpdate() : lookup).executeTakeFirst();
  if (!user) throw refuse('not-found', userNotices.notFound);
  const own = await readAccountRecords(tx, userId);
  const guest = user.email_verified
    ? await readGuestRecords(tx, { ...NO_IDS, contacts: { emails: [user.email], phones: [] } })
    : { ...own, contacts: NO_CONTACTS };
  const records = mergeRecords(own, guest);
  return {
    records,
    user,
    accounts: [{ ...accountOf(user), match: 'user' }],
    obstacles: [
      ...(user.role !== 'customer' && user.is_active ? [activeStaffObstacle(user)] : []),
      ...(await findObstacles(tx, records, context.clock.now())),
      ...(await findOpenPayments(tx, records)),
    ],
  };
}

function accountOf(user: User): Omit<MatchedAccount, 'match'> {
  const { id, name, email, role, is_active: isActive } = user;
  return { userId: id, name, email, role, isActive };
}

function activeStaffObstacle({ id, name }: User): Obstacle {
  return {
    kind: 'account',
    id,
    message: say`${name} still works here. Deactivate the account first.`,
    details: { userId: id },
  };
}

async function answerOf(
  tx: Db | Tx,
  { records, user, accounts, obstacles }: FoundPerson,
  { erased }: Pick<Answer, 'erased'>,
) {
  return {
    erased,
    ...(await describeRecords(tx, records, user?.id ?? null)),
    accounts: accounts.map((account) => ({ ...account })),
    obstacles: obstacles.map(({ kind, id, message }) => ({ kind, id, message })),
  };
}

async function erase(context: Context, tx: Tx, { records, user }: FoundPerson): Promise<void> {
  const at = context.clock.now();
  if (!user) {
    await eraseRecords(tx, records, { at, name: DELETED_GUEST_NAME });
    return;
  }
  await eraseAccount(tx, user, records, at);
  onCommit(tx, () => closeStreamsOf(user.id));
}

/** The entry says how the person was named and how much was erased, but not who it was. */
async function recordErasure(
  context: Context,
  tx: Tx,
  by: Author,
  input: Input,
  counts: Answer['counts'],
): Promise<void> {
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'forget-person', subjectOf(input), { after: counts });
}

function subjectOf({ orderId, reservationId, email, userId }: Input): readonly [AuditSubjectKind, string] {
  if (orderId !== undefined) return ['order', orderId.toUpperCase()];
  if (reservationId !== undefined) return ['reservation', reservationId.toUpperCase()];
  if (userId !== undefined) return ['user', userId];
  return ['guest', email === undefined ? 'phone' : 'email'];
}

interface MatchedAccount {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly match: 'order' | 'email' | 'phone' | 'user';
}

/** Accounts with one of these contacts, and the account that owns the order or the reservation; without erased ones. */
async function findAccounts(tx: Db | Tx, contacts: Contacts, ownerId: string | null): Promise<MatchedAccount[]> {
  const { rows } = await sql<MatchedAccount>`
    select id as "userId", name, email, role, is_active as "isActive",
      case when id = ${ownerId} then 'order' when email = any(${[...contacts.emails]}::text[]) then 'email' else 'phone' end as match
    from users u
    where (id = ${ownerId} or ${hasContact({ email: sql.ref('u.email'), phone: sql.ref('u.phone_number') }, contacts)})
      and not (is_deleted and email like '%@deleted.invalid')
    order by 1
  `.execute(tx);
  return rows;
}
