import type { ValidatedInput } from '@tiffin/contract';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import { SEND_COOLDOWN_MS, addressesOf, checkSendRate, type EmailTemplateId } from '@tiffin/domain/messages';
import { normaliseEmail, userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { actorColumns } from '../../log/audit-row.ts';
import { startCooldown } from '../../../platform/http/rate-limiter.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { unsubscribeUrls } from '../../people/consents.ts';
import { readUsers, readUsersById } from '../../people/read-users.ts';
import { readGuestsOfDay } from './guests-of-day.ts';
import { mailTexts, type MailRequest } from './message-writer.ts';
import { requireOwnAddress } from './require-own-address.ts';
import { insertRow } from '../../../platform/db/write-row.ts';

interface Recipient {
  readonly email: string;
  readonly name: string | null;
  readonly userId: string | null;
}

const MAX_RECIPIENTS = 100_000;

/** Stores a mailing with its recipients. Any copy of the server then releases one batch per second. */
export async function startMailing(
  context: Context,
  tx: Tx,
  by: Author,
  request: MailRequest,
  recipients: readonly Recipient[],
): Promise<string> {
  const now = context.clock.now();
  const addresses = recipients.map(({ email }) => email);
  await requireOwnAddress(tx, by.actor, request.data.orderId, addresses);
  await takeSendSlot(tx, by.actor, now);
  const distinct = withoutDuplicates(recipients);
  const template = templateFor(request, distinct.length);
  const id = context.ids.uuid();
  const { subject } = mailTexts(request.template, request.data);
  await insertRow(tx, 'mailings', {
    id,
    template,
    subject,
    data: JSON.stringify(request.data),
    status: 'sending',
    total: distinct.length,
    next_batch_at: now,
    created_by: userIdOf(by.actor),
    created_by_name: actorColumns(by.actor).actor_name,
    created_at: now,
  });
  await sql`
    insert into mailing_recipients (mailing_id, position, email, name, user_id)
    select ${id}, position, email, name, user_id
    from unnest(${distinct.map(({ email }) => email)}::text[], ${distinct.map(({ name }) => name)}::text[],
                ${distinct.map(({ userId }) => userId)}::text[]) with ordinality as r (email, name, user_id, position)
  `.execute(tx);
  await recordAuditEntry(tx, { at: now, ...by }, 'start-mailing', ['mailing', id], {
    after: {
      template,
      subject,
      recipients: distinct.length,
      isAboutOwnOrders: template === 'custom' ? (request.data.isAboutOwnOrders ?? false) : undefined,
    },
  });
  return id;
}

/** A message to the guests of a day is about what they booked or ordered. An offer still needs consent. */
export const requestTo = (to: MailingTo, request: MailRequest): MailRequest =>
  'day' in to ? { ...request, data: { ...request.data, isAboutOwnOrders: true } } : request;

/** A message to several people is a promotion, unless its sender states that it is about their own orders or bookings. */
function templateFor({ template, data }: MailRequest, recipients: number): EmailTemplateId {
  return template === 'custom' && recipients > 1 && data.isAboutOwnOrders !== true ? 'promotion' : template;
}

/** The template of a mailing, and how many people it would reach now: those of a promotion must have agreed. */
export async function previewMailing(context: Context, request: MailRequest, to: MailingTo) {
  const emails = withoutDuplicates(await chosenRecipients(context.db, to)).map(({ email }) => email);
  const template = templateFor(requestTo(to, request), emails.length);
  const agreed = template === 'promotion' ? await unsubscribeUrls(context, context.db, emails) : null;
  return { template, recipients: agreed?.size ?? emails.length };
}

type MailingTo = ValidatedInput<'startMailing'>['body']['to'];

/** The people chosen in Users, a selection or all results of a search; or the guests of a day. */
export async function chosenRecipients(db: Db, to: MailingTo): Promise<Recipient[]> {
  if ('day' in to) return (await readGuestsOfDay(db, to.day)).filter(({ email }) => email !== '');
  const people = 'userIds' in to ? await readUsersById(db, to.userIds) : await readUsers(db, to.filter, MAX_RECIPIENTS);
  const selected = new Set(valueOrThrow(addressesOf(people)));
  return people
    .filter((person) => selected.has(person.email))
    .map((person) => ({ email: person.email, name: person.name, userId: person.id }));
}

/** Keeps the first entry of each address. */
function withoutDuplicates(recipients: readonly Recipient[]): Recipient[] {
  const byEmail = new Map<string, Recipient>();
  for (const recipient of recipients) {
    const email = normaliseEmail(recipient.email);
    if (!byEmail.has(email)) byEmail.set(email, { ...recipient, email });
  }
  return [...byEmail.values()];
}

/** One send per second and actor over all copies of the server; refuses with the time to wait. */
export async function takeSendSlot(tx: Tx, actor: Actor, now: Date): Promise<void> {
  const { actor_kind: kind, actor_id: id } = actorColumns(actor);
  const last = await startCooldown(tx, `send-email:${kind}:${id ?? ''}`, SEND_COOLDOWN_MS, now);
  const rate = last && checkSendRate(last.getTime(), now.getTime());
  const retryAfter = SEND_COOLDOWN_MS / 1000;
  if (rate && !rate.ok) throw refuse(rate.error.code, rate.error.message, { ...rate.error.details, retryAfter });
}
