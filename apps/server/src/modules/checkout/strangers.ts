import type { OrderRequest } from '@tiffin/contract/order-request';
import { refuse, type Cents, type Refusal } from '@tiffin/domain/core';
import { OPEN_STATUSES, ORDER_TEXTS } from '@tiffin/domain/order';
import { isStaff, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { isGuestBrowser } from '../../auth/session-cookie.ts';
import type { Context } from '../../context.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { reachedBy, type Contact } from '../orders/reached-by.ts';
import { isStranger, MOST_OWED, requireWelcome } from '../orders/without-account.ts';

/** Somebody who orders in cash without an account. */
interface Stranger {
  /** One order that is not paid, of up to so much: beyond that they show that we reach them. */
  readonly mustShow: boolean;
  readonly hasOpenOrder: boolean;
}

export type Doubt = 'open-order' | 'large-order';

/** An account has an address and a number: what is placed in it names both. Whoever works here knows whom they order for. */
export function requireReached(actor: Actor, { email, phone }: Contact): void {
  if (isStranger(actor) || isStaff(actor) || (email !== '' && phone !== '')) return;
  const field = email === '' ? 'email' : 'phone';
  throw refuse('invalid-argument', ORDER_TEXTS[field], { field: `customerInfo.${field}` });
}

/** What was begun in an account whose session ended since is not placed as a stranger's, whatever was pressed there before. */
export function requireSameSession(actor: Actor, { customer }: OrderRequest, { req }: ApiContext): void {
  const isByBrowser = isStranger(actor) && !req.header('x-api-key') && isGuestBrowser(req.header('cookie') ?? null);
  if (isByBrowser && customer.userId !== null) throw refuse('unauthenticated', 'Please sign in again to order.');
}

export async function lookAtStranger(context: Context, contact: Contact): Promise<Stranger> {
  await requireWelcome(context, { kind: 'site' });
  const mustShow = context.config.RATE_LIMITS;
  return { mustShow, hasOpenOrder: mustShow && (await hasOpenOrder(context, contact)) };
}

/** By the number, or by the address where there is none: of orders that nobody took at the till. */
async function hasOpenOrder({ db }: Context, { phone, email }: Contact): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where coalesce(customer_phone, customer_email) = ${phone || email} and user_id is null and not admin_created
      and status = any(${[...OPEN_STATUSES]}) and status in ('pending', 'preparing', 'ready') and payment_status in ('unpaid', 'pending')
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Why an order in cash is not taken on their word alone. */
export function doubtOf({ mustShow, hasOpenOrder: hasOpen }: Stranger, total: Cents): Doubt | null {
  if (hasOpen) return 'open-order';
  return mustShow && total > MOST_OWED ? 'large-order' : null;
}

const WHY: Record<Doubt, string> = {
  'open-order': 'You have an order under way that is not paid yet.',
  'large-order': 'Orders above $100.00 in cash need a number or an address we have reached.',
};

export function askForCode(context: Context, contact: Contact, because: Doubt): Refusal {
  const { channel, recipient } = reachedBy(context, contact);
  const what = channel === 'sms' ? 'number' : 'address';
  return refuse('code-needed', `${WHY[because]} Please confirm with a code that this ${what} is yours.`, {
    because,
    channel,
    to: recipient,
  });
}
