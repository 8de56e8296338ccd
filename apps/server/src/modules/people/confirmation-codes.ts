import { REQUEST_LIMITS } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { isMacOfRing, macOf } from '../../platform/auth/key-ring.ts';
import type { Context } from '../../context.ts';
import { countLimitUses } from '../../platform/http/rate-limiter.ts';
import { NOT_SENT_REASONS, queueMessages } from '../outbox/queue-message.ts';
import { brandOf, codeMail, codeSms } from '../outbox/templates/index.ts';
import { readSite } from '../locations/restaurant/site.ts';

/** How long a code is valid. The one in a mail to a new account waits until the person reads their mail. */
const MINUTES = { order: 10, claim: 10, address: 24 * 60 } as const;
/** How many wrong attempts a code allows. */
const TRIES = 5;
const DIGITS = 6;

/** Where a code is sent. */
export interface Recipient {
  readonly channel: 'mail' | 'sms';
  readonly recipient: string;
}

/** What a code proves, and its recipient. */
export interface CodePurpose {
  readonly purpose: keyof typeof MINUTES;
  readonly recipient: string;
  /** The account, for a claim and for the address of an account. */
  readonly userId?: string;
  /** Where the guest orders. */
  readonly locationId?: string;
}

/** What the sender of a code learns. `isSent` is false if no mail or text service is set up. */
export interface SentCode {
  readonly channel: 'mail' | 'sms';
  readonly to: string;
  readonly isSent: boolean;
  readonly minutes: number;
}

/** Sends a code to prove that the recipient is reachable. Only the latest code is valid. */
export async function sendConfirmationCode(
  context: Context,
  { channel, recipient, purpose, userId, locationId }: CodePurpose & Recipient,
): Promise<SentCode> {
  const { db, ids, config, mailer, sms } = context;
  await countLimitUses(context, [REQUEST_LIMITS.codesTo, `${userId ?? recipient} ${purpose}`]);
  const code = newCode(context);
  const site = await readSite(db);
  const minutes = MINUTES[purpose];
  const codeText = { brandName: site.name, code, minutes };
  const messageId = ids.uuid();
  await queueMessages(db, context, [
    {
      id: messageId,
      channel,
      to: recipient,
      template: 'sent_code',
      userId: userId ?? null,
      locationId,
      ...(channel === 'mail'
        ? codeMail({ brand: brandOf(site, context.publicUrl), ...codeText })
        : { text: codeSms(codeText) }),
      // A person who claims orders has confirmed the address.
      unproven: purpose === 'order' && config.RATE_LIMITS,
    },
  ]);
  const { status, last_error: lastError } = await db
    .selectFrom('messages')
    .select(['status', 'last_error'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  if (status === 'cancelled') {
    throw refuse(
      'rate-limited',
      lastError === NOT_SENT_REASONS.over
        ? say`We cannot send more codes by text this hour. Please try again later, pay by card, or call us.`
        : say`We have sent several messages there within the hour. Please try again later, or call us.`,
    );
  }
  await storeCode(context, { purpose, recipient, userId }, code);
  return { channel, to: recipient, isSent: (channel === 'mail' ? mailer : sms) !== null, minutes };
}

/** A random code, which is not stored yet. */
export function newCode({ ids }: Pick<Context, 'ids'>): string {
  return String(Math.floor(ids.random() * 10 ** DIGITS)).padStart(DIGITS, '0');
}

/** Stores the hash of a code that was sent. It replaces earlier codes for the same purpose. */
export async function storeCode(
  context: Pick<Context, 'db' | 'clock' | 'ids' | 'keys'>,
  { purpose, recipient, userId }: CodePurpose,
  code: string,
): Promise<void> {
  const { db, clock, ids } = context;
  const id = ids.uuid();
  const hash = macOf(context.keys.current('codes').key, hashedText(id, code), 'hex');
  await sql`
    with earlier as (
      delete from sent_codes where purpose = ${purpose} and recipient = ${recipient} and user_id is not distinct from ${userId ?? null}
    )
    insert into sent_codes (id, purpose, recipient, user_id, code_hash, sent_at)
    values (${id}, ${purpose}, ${recipient}, ${userId ?? null}, ${hash}, ${clock.now()})
  `.execute(db);
}

/** What is hashed, with the server's secret: without it, all codes could be tried quickly against a leaked table. */
function hashedText(id: string, code: string): string {
  return `sent code ${id} ${code}`;
}

/** Uses up a code, or refuses a wrong one. `giveBack` makes it valid again, for a caller whose action fails. */
export async function useConfirmationCode(
  context: Context,
  purpose: CodePurpose,
  code: string,
): Promise<{ giveBack: () => Promise<void> }> {
  const id = await checkConfirmationCode(context, purpose, code);
  const use = (at: Date | null) => context.db.updateTable('sent_codes').set({ used_at: at }).where('id', '=', id);
  const used = await use(context.clock.now()).where('used_at', 'is', null).executeTakeFirst();
  if (used.numUpdatedRows === 0n) throw refuse('code-refused');
  return { giveBack: async () => void (await use(null).execute()) };
}

/** Checks the latest code. Attempts are counted before, so that parallel attempts cannot exceed the limit. */
export async function checkConfirmationCode(
  context: Context,
  { purpose, recipient, userId }: CodePurpose,
  code: string,
): Promise<string> {
  const from = new Date(context.clock.now().getTime() - MINUTES[purpose] * 60_000);
  const { rows } = await sql<{ id: string; code_hash: string }>`
    update sent_codes set tries = tries + 1
    where purpose = ${purpose} and recipient = ${recipient} and user_id is not distinct from ${userId ?? null}
      and sent_at > ${from} and used_at is null and tries < ${TRIES}
    returning id, code_hash
  `.execute(context.db);
  const digits = code.replaceAll(/\s/g, '');
  const found = rows.find(({ id, code_hash: mac }) =>
    isMacOfRing(context.keys, 'codes', { content: hashedText(id, digits), mac, encoding: 'hex' }),
  );
  if (!found) throw refuse('code-refused');
  // Only wrong codes count as attempts.
  await sql`update sent_codes set tries = tries - 1 where id = ${found.id}`.execute(context.db);
  return found.id;
}

/** Deletes the codes that are too old for every purpose. */
export async function deleteExpiredCodes({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('sent_codes')
    .where('sent_at', '<', new Date(clock.now().getTime() - MINUTES.address * 60_000))
    .execute();
}
