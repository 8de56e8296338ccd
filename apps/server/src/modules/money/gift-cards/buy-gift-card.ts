import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { currentLanguage, rate, refuse, toDollars, valueOrThrow, ZERO, type Cents } from '@tiffin/domain/core';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { requireLocationOfKey } from '../../../platform/auth/require-scope.ts';
import type { GiftCardOrder, SessionSnapshot } from '../../../platform/db/stored-json.ts';
import type { RequestOrigin, RunOnce } from '../../../platform/http/implement.ts';
import { keepUseCounted } from '../../../platform/http/rate-limiter.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import { readLocation } from '../../locations/queries.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { recordPayment } from '../../ledger/record-payment.ts';
import { requireCurrentGateway } from '../provider/find-gateway.ts';
import { openProviderPage, writeSession } from '../sessions/open-session.ts';
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
  const card = { email: input.email ?? '', name: input.name, from: input.from, message: input.message };
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
  { locationId, amount, tender, card }: Input & { readonly tender: NonNullable<Input['tender']>; card: GiftCardOrder },
) {
  const sale = { ...by, tender, amount, tip: ZERO, rounding: ZERO };
  const payment = await recordPayment(context, tx, { bill_id: null, location_id: locationId }, sale);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'sell-gift-card', ['payment', payment.id], {
    locationId,
    after: { tender, amountCents: amount },
  });
  return issueGiftCard(context, tx, payment, card, { language: currentLanguage() });
}

/** A session without dishes: no order is made of it. */
function snapshotOfPurchase(actor: Actor, amount: Cents, giftCard: GiftCardOrder): SessionSnapshot {
  const userId = userIdOf(actor);
  return {
    request: {
      customer: { name: giftCard.from, email: giftCard.email, phone: '', userId },
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
