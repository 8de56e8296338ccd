import { LIMITS } from '@tiffin/contract';
import type { OrderRequest } from '@tiffin/contract/order-request';
import { addMinutes, refuse, say, ZERO, type Cents, type Refusal } from '@tiffin/domain/core';
import { muchIn } from '@tiffin/domain/house';
import { OPEN_STATUSES, ORDER_TEXTS, type Promised } from '@tiffin/domain/order';
import { isStaff, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { isGuestBrowser } from '../../platform/auth/session-cookie.ts';
import type { Context } from '../../context.ts';
import { listed } from '../../platform/db/listed.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { addressOf, secondsUntilFree, spend, type Charge } from '../../platform/http/hold-to-rates.ts';
import type { From } from '../../platform/http/implement.ts';
import { wasHandedOver } from '../people/proven-contacts.ts';
import { reachedBy, type Contact } from '../people/contact-channel.ts';
import { isStranger, requireWelcome } from '../settings/guest-checkout.ts';
import { readSite } from '../settings/site.ts';

/** Somebody who orders in cash without an account. */
interface Stranger {
  /** One order that is not paid, of up to so much: beyond that they show that we reach them. */
  readonly mustShow: boolean;
  readonly mostOwed: Cents;
  readonly hasOpenOrder: boolean;
  /** Behind their address it was said of so many numbers that they have an open order that it is said no more. */
  readonly manyAsked: boolean;
}

/** What is cooked later than this nobody has seen come in before many of them stand there at once. */
const SOON_MINUTES = 120;

export type Doubt = 'open-order' | 'large-order' | 'later-order' | 'many-asked';

/** An account has an address and a number: what is placed in it names both. Whoever works here knows whom they order for. */
export function requireReached(actor: Actor, { email, phone }: Contact): void {
  if (isStranger(actor) || isStaff(actor) || (email !== '' && phone !== '')) return;
  const field = email === '' ? 'email' : 'phone';
  throw refuse('invalid-argument', ORDER_TEXTS[field], { field: `customerInfo.${field}` });
}

/** What was begun in an account whose session ended since is not placed as a stranger's, whatever was pressed there before. */
export function requireSameSession(actor: Actor, { customer }: OrderRequest, { req }: ApiContext): void {
  const isByBrowser = isStranger(actor) && !req.header('x-api-key') && isGuestBrowser(req.header('cookie') ?? null);
  if (isByBrowser && customer.userId !== null) throw refuse('unauthenticated', say`Please sign in again to order.`);
}

export async function lookAtStranger(context: Context, contact: Contact, from: From): Promise<Stranger> {
  await requireWelcome(context, { kind: 'site' });
  const mustShow = context.config.RATE_LIMITS;
  if (!mustShow) return { mustShow, mostOwed: ZERO, hasOpenOrder: false, manyAsked: false };
  const [isOpen, wait, { currency }] = await Promise.all([
    hasOpenOrder(context, contact),
    secondsUntilFree(context, guessOfOpenOrder(from)),
    readSite(context.db),
  ]);
  return { mustShow, mostOwed: muchIn(currency), hasOpenOrder: isOpen, manyAsked: wait > 0 };
}

const guessOfOpenOrder = (from: From): Charge => [LIMITS.guessOpenOrder, addressOf(from)];

/** By the number, or by the address where there is none: of orders that nobody took at the till. What a driver has, or brought back, is open. */
async function hasOpenOrder({ db }: Context, { phone, email }: Contact): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where coalesce(customer_phone, customer_email) = ${phone || email} and user_id is null and not admin_created
      and status in (${listed(OPEN_STATUSES)}) and payment_status in ('unpaid', 'pending')
    union all
    select from orders
    where coalesce(customer_phone, customer_email) = ${phone || email} and user_id is null and not admin_created
      and status = 'completed' and courier is not null and payment_status in ('unpaid', 'pending') and not ${wasHandedOver()}
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Why an order in cash is not taken on their word alone. */
export function doubtOf(
  { mustShow, mostOwed, hasOpenOrder: hasOpen, manyAsked }: Stranger,
  { total, promised, now }: { readonly total: Cents; readonly promised: Promised; readonly now: Date },
): Doubt | null {
  // What is said of everybody goes first: a cart too large for anyone tells nothing of whose number stands in it.
  if (mustShow && total > mostOwed) return 'large-order';
  if (mustShow && promised.fireAt !== null && promised.readyAt > addMinutes(now, SOON_MINUTES)) return 'later-order';
  if (manyAsked) return 'many-asked';
  return hasOpen ? 'open-order' : null;
}

const WHY: Record<Doubt, () => string> = {
  'open-order': () => say`You have an order under way that is not paid yet.`,
  'large-order': () =>
    say`Orders as large as this one, to be paid in cash, need a number or an address we have reached.`,
  'later-order': () =>
    say`Orders for more than two hours ahead, to be paid in cash, need a number or an address we have reached.`,
  'many-asked': () => say`Many orders without an account come from where you are.`,
};

/** Being asked for a code, or told that one is wrong, tells of whoever has this number that they ordered. */
export async function countGuess(context: Context, because: Doubt, from: From): Promise<void> {
  if (because === 'open-order') await spend(context, guessOfOpenOrder(from));
}

export async function askForCode(
  context: Context,
  contact: Contact,
  { because, from }: { readonly because: Doubt; readonly from: From },
): Promise<Refusal> {
  await countGuess(context, because, from);
  const { channel, recipient } = await reachedBy(context, contact);
  const why = WHY[because]();
  const asks =
    channel === 'sms'
      ? say`${why} Please confirm with a code that this number is yours.`
      : say`${why} Please confirm with a code that this address is yours.`;
  return refuse('code-needed', asks, { because, channel, to: recipient });
}
