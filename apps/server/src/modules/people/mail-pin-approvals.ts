import { centsOf, say, sayNow } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { MailBrand } from '../../platform/db/stored-json.ts';
import { inLanguageOf } from '../../platform/i18n/request-language.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { brandOf } from '../outbox/templates/index.ts';
import { currencyOf, moneyText } from '../outbox/templates/mail-formats.ts';
import { writeMail } from '../outbox/templates/write-mail.ts';

const HOUR_MS = 60 * 60_000;
/** Approvals of requests that are still being committed when their hour ends belong to its mail. */
const LATE_MS = 5 * 60_000;
/** After an outage the mails of a day are made up for. */
const LOOK_BACK_MS = 24 * HOUR_MS;
/** A mail lists at most this many approvals. The audit log has all. */
const MAX_LISTED = 50;

interface PinApproval {
  readonly manager_id: string;
  readonly email: string;
  readonly language: string | null;
  readonly hour: Date;
  readonly at: Date;
  readonly action: string;
  readonly subject: string;
  readonly subject_kind: string;
  readonly dollars: string | null;
  readonly done_by: string | null;
  readonly device: string | null;
  readonly location_name: string;
  readonly time_zone: string;
}

/**
 * Mails to each manager what was approved with their PIN in an hour that ended, so that they notice when somebody else
 * knows it. One mail for a manager and an hour, however often this runs.
 */
export async function mailPinApprovals(context: Context): Promise<void> {
  const approvals = await readApprovals(context);
  const byMail = Map.groupBy(approvals, (each) => `pin_approvals:${each.manager_id}:${each.hour.toISOString()}`);
  if (byMail.size === 0) return;
  const mailed = await context.db
    .selectFrom('messages')
    .select('once_key')
    .where('once_key', 'in', [...byMail.keys()])
    .execute();
  for (const { once_key: key } of mailed) byMail.delete(key ?? '');
  const site = await readSite(context.db);
  const brand = brandOf(site, context.publicUrl);
  for (const [onceKey, ofHour] of byMail) {
    const [first] = ofHour;
    if (!first) continue;
    const mail = inLanguageOf(first, () => approvalsMail(brand, ofHour), site);
    const to = { to: first.email, userId: first.manager_id };
    await queueMessages(context.db, context, [{ channel: 'mail', ...to, template: 'pin_approvals', ...mail, onceKey }]);
  }
}

/** The entries of the audit log, and the discounts, which have their approver in their own row. */
async function readApprovals({ db, clock }: Context): Promise<PinApproval[]> {
  const now = clock.now().getTime();
  const until = new Date(Math.floor((now - LATE_MS) / HOUR_MS) * HOUR_MS);
  const since = new Date(until.getTime() - LOOK_BACK_MS);
  const { rows } = await sql<PinApproval>`
    select u.id as manager_id, u.email, u.language, date_trunc('hour', a.at, 'UTC') as hour, a.*, l.name as location_name,
      l.time_zone
    from (
      select actor_id, at, action, subject_id as subject, subject_kind, location_id, after ->> 'amount' as dollars,
        after ->> 'doneBy' as done_by, after ->> 'device' as device
      from audit_log where at >= ${since} and at < ${until} and action like 'allow-%'
      union all
      select d.approved_by, d.given_at, 'allow-discount', d.bill_id, 'order', b.location_id, (d.amount_cents / 100.0)::text,
        d.given_by_name, null
      from given_discounts d join bills b on b.id = d.bill_id
      where d.given_at >= ${since} and d.given_at < ${until} and d.approved_by is not null
    ) a join users u on u.id = a.actor_id and u.is_active and not u.is_deleted join locations l on l.id = a.location_id
    order by a.at
  `.execute(db);
  return rows;
}

/** What a PIN approved. */
const APPROVAL_TEXTS: Readonly<Record<string, string>> = {
  'allow-refund': say`Refund`,
  'allow-void': say`Dishes taken off a tab`,
  'allow-undo': say`Payment removed`,
  'allow-discount': say`Discount`,
  'allow-account': say`House account`,
  'allow-tip': say`Tip larger than the bill`,
  'allow-gift-card': say`Gift card`,
  'allow-undo-gift-card': say`Sale of a gift card undone`,
  'allow-pay-out': say`Paid out of a drawer`,
  'allow-difference': say`Difference in a drawer`,
};

function approvalsMail(brand: MailBrand, approvals: readonly PinApproval[]) {
  const { length: count } = approvals;
  const sum = moneyText(
    centsOf(approvals.reduce((all, { dollars }) => all + Number(dollars ?? 0), 0)),
    currencyOf(brand),
  );
  const rest = count - MAX_LISTED;
  return writeMail(brand, {
    subject: count === 1 ? say`Your PIN approved 1 thing: ${sum}` : say`Your PIN approved ${count} things: ${sum}`,
    preheader: say`Was that you? If not, get a new PIN at once.`,
    title: say`Approved with your PIN`,
    blocks: [
      {
        kind: 'facts',
        facts: approvals.slice(0, MAX_LISTED).map((each) => [whenAndWhere(each), approvalText(each, brand)] as const),
      },
      ...(rest > 0 ? [{ kind: 'small', text: say`The audit log has ${rest} more.` } as const] : []),
      {
        kind: 'note',
        text: say`Was that you? If not, somebody knows your PIN. Get a new one under “Sign-in and devices”; the old one ends at once.`,
      },
      { kind: 'button', label: say`Sign-in and devices`, url: `${brand.url}/devices` },
    ],
    reason: say`You get this email because your PIN approves what your colleagues do.`,
  });
}

const whenAndWhere = ({ at, time_zone: zone, location_name: place }: PinApproval) => `${clockText(at, zone)}, ${place}`;

function approvalText(approval: PinApproval, brand: MailBrand): string {
  const { action, subject, subject_kind: kind, dollars, done_by: person, device } = approval;
  const what = sayNow(APPROVAL_TEXTS[action] ?? action);
  const amount = dollars === null ? null : moneyText(centsOf(Number(dollars)), currencyOf(brand));
  const parts = [amount === null ? what : `${what}, ${amount}`, kind === 'order' ? subject : null, person, device];
  return parts.filter((each) => each !== null).join(' · ');
}
