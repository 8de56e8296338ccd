import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import {
  amountWithCurrency,
  cents,
  currentLanguage,
  rate,
  refuse,
  say,
  toDollars,
  valueOrThrow,
  ZERO,
  type Cents,
} from '@tiffin/domain/core';
import { GIFT_CARDS_WITHOUT_MANAGER } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { requireLocationOfKey } from '../../../platform/auth/require-scope.ts';
import type { GiftCardOrder, SessionSnapshot } from '../../../platform/db/stored-json.ts';
import type { RequestOrigin, RunOnce } from '../../../platform/http/implement.ts';
import { keepUseCounted } from '../../../platform/http/rate-limiter.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import { readLocation } from '../../locations/queries.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';
import { requireManager } from '../../people/require-manager.ts';
import { recordPayment } from '../../ledger/record-payment.ts';
import { requireCurrentGateway } from '../provider/find-gateway.ts';
import { openProviderPage, writeSession } from '../sessions/open-session.ts';
import { recordCardEntry } from './card-sale.ts';
import { codeOfGiftCard, issueGiftCard } from './issue-gift-card.ts';

type Input = ValidatedInput<'buyGiftCard'>['body'];

interface PurchaseRequest {
  readonly actor: Actor;
  readonly from: RequestOrigin;
  readonly once: RunOnce;
}

/** Opens the payment page of a gift card, or sells one at the till. A repeated request gets the same page or card. */
export async function buyGiftCard(
  context: Context,
  { actor, from, once }: PurchaseRequest,
  input: Input,
): Promise<ResponseOf<'buyGiftCard'>> {
  const { locationId, amount, tender } = input;
  const location = await readLocation(context.db, locationId);
  if (!location) throw refuse('location-not-found');
  requireLocationOfKey(actor, locationId);
  valueOrThrow(checkMayTakeMoney(location, context.clock.now(), tender ? 'staff' : 'guest'));
  const { name, from: giver, message } = input;
  const card = { email: input.email ?? '', buyerEmail: input.buyerEmail ?? '', name, from: giver, message };
  if (tender !== undefined) {
    valueOrThrow(authorise('order.take-payment', actor, { locationId }));
    const { id, last4 } = await once((tx) => sellAtTill(context, tx, { actor, from }, { ...input, tender, card }));
    const giftCard = { giftCardId: id, code: codeOfGiftCard(context, id), last4, balance: toDollars(amount) };
    return { sessionId: null, paymentUrl: null, giftCard };
  }
  if (card.email === '') throw refuse('invalid-email', undefined, { field: 'email' });
  requireCurrentGateway(context);
  const { sessionId } = await once(async (tx) => {
    const snapshot = snapshotOfPurchase(actor, amount, card);
    const { id } = await writeSession(context, tx, {
      kind: 'gift-card',
      locationId,
      snapshot,
      createdBy: userIdOf(actor),
    });
    return { sessionId: id };
  });
  const { payment_url: paymentUrl } = await openProviderPage(context, sessionId).catch(keepUseCounted);
  return { sessionId, paymentUrl, giftCard: null };
}

async function sellAtTill(
  context: Context,
  tx: Tx,
  by: Author,
  {
    locationId,
    amount,
    tender,
    reference,
    card,
  }: Input & { readonly tender: NonNullable<Input['tender']>; card: GiftCardOrder },
) {
  const sale = { ...by, tender, amount, reference, tip: ZERO, rounding: ZERO };
  const payment = await recordPayment(context, tx, { bill_id: null, location_id: locationId }, sale);
  await requireMaySell(context, tx, by, payment);
  const sold = await issueGiftCard(context, tx, payment, card, { language: currentLanguage() });
  await recordCardEntry(context, tx, by, 'sell-gift-card', sold, payment, { tender, amountCents: amount });
  return sold;
}

const DAY_MS = 24 * 60 * 60_000;

/** Refuses more than staff may sell in a day without a manager. What a manager approved does not count. */
async function requireMaySell(context: Context, tx: Tx, by: Author, payment: PaymentRow) {
  const seller = userIdOf(by.actor);
  // Two sales of a person at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift cards ${seller}`}, 0))`.execute(tx);
  const since = new Date(context.clock.now().getTime() - DAY_MS);
  const { rows } = await sql<{ sum: string }>`
    select sum(amount_cents) as sum from payments p
    where taken_by = ${seller} and bill_id is null and tender is not null and captured_at > ${since} and not exists (
      select from audit_log where subject_kind = 'payment' and subject_id = p.id and action = ${APPROVED})
  `.execute(tx);
  if (Number(rows[0]?.sum) <= GIFT_CARDS_WITHOUT_MANAGER) return;
  const most = amountWithCurrency(GIFT_CARDS_WITHOUT_MANAGER);
  await requireManager(context, tx, by, {
    right: 'order.refund',
    locationId: payment.location_id,
    approval: APPROVED,
    subject: ['payment', payment.id],
    amount: cents(payment.amount_cents),
    refusalText: say`Staff sell gift cards of up to ${most} in a day. A manager approves more.`,
  });
}

const APPROVED = 'allow-gift-card';

/** A session without dishes: no order is made of it. */
function snapshotOfPurchase(actor: Actor, amount: Cents, giftCard: GiftCardOrder): SessionSnapshot {
  const userId = userIdOf(actor);
  return {
    request: {
      customer: { name: giftCard.from, email: giftCard.buyerEmail || giftCard.email, phone: '', userId },
      orderType: 'pickup',
      delivery: null,
      table: null,
    },
    items: [],
    price: { subtotal: amount, tax: ZERO, tip: ZERO, total: amount, taxRate: rate(0), taxLabel: '' },
    userId,
    adminCreated: false,
    actor,
    language: currentLanguage(),
    giftCard,
  };
}
