import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import {
  addCents,
  amountWithCurrency,
  cents,
  currentLanguage,
  refuse,
  say,
  subtractCents,
  toDollars,
  valueOrThrow,
  ZERO,
  type Cents,
} from '@tiffin/domain/core';
import { GIFT_CARD } from '@tiffin/domain/payment';
import { maxGuestTip } from '@tiffin/domain/pricing';
import { costOfLines, nextShare, type PaidAtTable } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../../context.ts';
import type { Idempotency, RequestOrigin, RunOnceWith } from '../../../platform/http/implement.ts';
import { actorAtTable, requireTableGuest, type TableGuest } from '../../floor/table-guests.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';
import { insertPendingPayment } from '../../ledger/payment-rows.ts';
import { recordPayment } from '../../ledger/record-payment.ts';
import { requireMaySettle, requireMayTakeTip } from '../../locations/money-permission.ts';
import { mailTableReceipt } from '../../messages/notices/mail-table-receipt.ts';
import { syncPaymentStatus } from '../../money/bills/sync-payment-status.ts';
import { lockBill, snapshotOfOrder } from '../../money/counter/add-payment.ts';
import { findGiftCardOf, requireUnblocked } from '../../money/gift-cards/find-gift-card.ts';
import { explainGiftCardShort, planGiftPayment } from '../../money/gift-cards/pay-with-gift-card.ts';
import { openProviderPage, writeSession } from '../../money/sessions/open-session.ts';
import { closeSession } from '../../money/sessions/refresh-session.ts';
import { touchTab } from '../../orders/tab-bills.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { billToSplit } from '../tabs/split-bill.ts';
import { readTableBill, readTableBills, sumLeft, tablePayments, unpaidLines, type TableBill } from './table-bills.ts';

type Input = ValidatedInput<'payAtTable'>['body'];

interface PayRequest {
  readonly from: RequestOrigin;
  readonly onceWith: RunOnceWith;
  readonly idempotency: Idempotency | null;
}

/**
 * Pays dishes, a share or the rest of a party's bill: with a gift card, and by a payment page for what is left. The
 * amount is reserved under the lock of the bill, so that two phones never pay the same.
 */
export async function payAtTable(
  context: Context,
  { from, onceWith, idempotency }: PayRequest,
  input: Input,
): Promise<ResponseOf<'payAtTable'>> {
  const guest = await requireTableGuest(context, context.db, input.token);
  const by = { actor: actorAtTable(guest), from };
  const card = await findGiftCardOf(context, by, { giftCardCode: input.giftCardCode ?? '' });
  const clientId = idempotency && `${idempotency.actor} ${idempotency.key}`;
  const { sessionId, ...paid } = await onceWith(
    () => closeEarlierPages(context, guest, clientId),
    (tx) => reserve(context, tx, by, guest, { ...input, card, clientId }),
  ).catch(explainGiftCardShort(context, card?.id));
  const paymentUrl = sessionId === null ? null : (await openProviderPage(context, sessionId)).payment_url;
  return { ...paid, paymentUrl };
}

/** A phone that pays anew gave up its earlier page, whose amount is free then. If that was paid meanwhile, it counts. */
async function closeEarlierPages(context: Context, guest: TableGuest, clientId: string | null): Promise<void> {
  for (const { payments } of await readTableBills(context.db, guest.sittingId)) {
    for (const { status, at_table: atTable, session_id: sessionId, client_id: client } of payments) {
      const isOwn = status === 'pending' && atTable?.guestId === guest.guestId;
      if (isOwn && sessionId !== null && (client === null || client !== clientId))
        await closeSession(context, sessionId);
    }
  }
}

type Card = Awaited<ReturnType<typeof findGiftCardOf>>;

async function reserve(
  context: Context,
  tx: Tx,
  by: { readonly actor: ReturnType<typeof actorAtTable>; readonly from: RequestOrigin },
  guest: TableGuest,
  input: Input & { readonly card: Card; readonly clientId: string | null },
) {
  const bills = await readTableBills(tx, guest.sittingId);
  const { id: billId } = billToPay(bills, input);
  const order = await lockBill(tx, billId);
  const bill = await readTableBill(tx, order.bill_id);
  requireMaySettle(context, order);
  const { amount, atTable } = chosenAmount(bill, guest, input);
  const tip = input.tip ?? ZERO;
  if (tip > 0) requireMayTakeTip(context, order);
  const mostTip = maxGuestTip({ subtotal: amount, tax: ZERO });
  if (tip > mostTip) {
    throw refuse('invalid-argument', say`The tip can be at most ${amountWithCurrency(mostTip)}.`, { field: 'tip' });
  }
  const { card, clientId, email } = input;
  const gift = planGiftPayment(card, addCents(amount, tip));
  const giftAmount = gift ? amountOfGift(gift.amount, amount, tip) : ZERO;
  const giftTip = subtractCents(gift?.amount ?? ZERO, giftAmount);
  const rest = { amount: subtractCents(amount, giftAmount), tip: subtractCents(tip, giftTip) };
  // A page asks for a part of the bill, and a bill of one cent has none to leave to it.
  if (rest.amount === ZERO && rest.tip > 0) {
    throw refuse('invalid-argument', say`The gift card does not pay all of this tip. Please choose a smaller one.`, {
      field: 'tip',
    });
  }
  // The dishes are paid with the page. Without one, the gift card paid them.
  const isPaidByCard = rest.amount + rest.tip === 0;
  let giftPayment: PaymentRow | null = null;
  if (gift && card) {
    await requireUnblocked(tx, card.id);
    const payment = { ...by, tender: GIFT_CARD, amount: giftAmount, tip: giftTip, rounding: ZERO, giftCard: gift.card };
    giftPayment = await recordPayment(context, tx, order, {
      ...payment,
      atTable: isPaidByCard ? atTable : { guestId: guest.guestId },
    });
  }
  let sessionId: string | null = null;
  if (!isPaidByCard) {
    const snapshot = snapshotOfOrder(order, by.actor);
    const customer = { ...snapshot.request.customer, email: email ?? '' };
    const session = await writeSession(context, tx, {
      kind: 'account',
      locationId: order.location_id,
      orderId: order.bill_id,
      amount: addCents(rest.amount, rest.tip),
      snapshot: {
        ...snapshot,
        request: { ...snapshot.request, customer },
        language: currentLanguage(),
        table: { tableId: guest.tableId, sittingId: guest.sittingId },
      },
      createdBy: null,
    });
    const { provider } = session;
    sessionId = session.id;
    await insertPendingPayment(context, tx, order, { sessionId, provider, ...rest, clientId, atTable });
  }
  await touchTab(tx, order.bill_id);
  await syncPaymentStatus(context, tx, order, by);
  // The page mails a receipt of its own once it is paid.
  const recipient = { email: email ?? '', language: currentLanguage() };
  if (giftPayment) await mailTableReceipt(context, tx, giftPayment, recipient);
  await announceFloor(context, tx, order.location_id, guest.sittingId);
  const others = sumLeft(bills.filter(({ id }) => id !== order.bill_id));
  return {
    sessionId,
    amount: toDollars(isPaidByCard ? addCents(amount, tip) : addCents(rest.amount, rest.tip)),
    giftCardPaid: gift ? toDollars(gift.amount) : undefined,
    left: toDollars(addCents(others, subtractCents(bill.left, amount))),
  };
}

/** How much of what a gift card pays is no tip. A page asks for no tip alone, so it always has a part of the bill. */
function amountOfGift(pays: Cents, amount: Cents, tip: Cents): Cents {
  if (pays === addCents(amount, tip)) return amount;
  return cents(pays < amount ? pays : Math.max(1, pays - tip));
}

/** The oldest bill that has the chosen dishes, or on which something is left. */
function billToPay(bills: readonly TableBill[], { lines }: Input): TableBill {
  const isChosen = ({ rounds }: TableBill) => rounds.some(({ id }) => lines?.some(({ orderId }) => orderId === id));
  const bill = bills.find((each) => each.left > 0 && (!lines || isChosen(each))) ?? bills.find(isChosen);
  if (bill) return bill;
  throw nothingLeft();
}

const nothingLeft = () =>
  refuse('more-than-due', say`Nothing is left to pay: everything is paid, or somebody at your table is paying it.`);

/** What a phone pays of a bill that is locked, and what is remembered of it. Never more than is left. */
function chosenAmount(
  bill: TableBill,
  { guestId }: TableGuest,
  { lines, share }: Input,
): { readonly amount: Cents; readonly atTable: PaidAtTable } {
  if (bill.left === 0) throw nothingLeft();
  if (share) {
    const amount = valueOrThrow(nextShare(bill.left, tablePayments(bill), share.of));
    return { amount, atTable: { guestId, of: share.of } };
  }
  if (!lines) return { amount: bill.left, atTable: { guestId, lines: unpaidLines(bill) } };
  const own = lines.filter(({ orderId }) => bill.rounds.some(({ id }) => id === orderId));
  const cost = valueOrThrow(costOfLines(billToSplit(bill.rounds), tablePayments(bill), own));
  if (cost === 0) throw nothingLeft();
  return { amount: cents(Math.min(cost, bill.left)), atTable: { guestId, lines: own } };
}
