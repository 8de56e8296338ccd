import type { AnswerOf } from '@tiffin/contract';
import type { OrderRequest } from '@tiffin/contract/order-request';
import type { createCustomerOrderCash } from '@tiffin/contract/orders';
import { language, Refusal, refuse } from '@tiffin/domain/core';
import { ORDER_TEXTS } from '@tiffin/domain/order';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { StatementRefused, readAgain, transaction, tryAgain } from '../../platform/db/transaction.ts';
import { orAnsweredBefore, storedAnswer, type From, type Idempotency } from '../../platform/http/implement.ts';
import { welcomeOffer } from '../pricing/welcome-offer.ts';
import { usedOffer } from '../pricing/offer-code.ts';
import { cartOrdered, orderOfCart } from '../orders/cart-order.ts';
import { closeEarlierPages, endEarlierPages } from '../payments/close-earlier-pages.ts';
import type { PaidOnce } from '../payments/single-payment.ts';
import { draftOrder, factsOf, slotsOf, type OrderDraft } from '../pricing/draft-order.ts';
import { newOrder, type OrderFacts } from '../orders/new-order.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { trackedPortions, refuseIfStillOutOfStock } from '../catalog/stock/shortage.ts';
import { reachedBy } from '../people/contact-channel.ts';
import { useCode } from '../people/confirmation-codes.ts';
import { isStranger } from '../settings/guest-checkout.ts';
import { askForCode, countGuess, doubtOf, lookAtStranger, requireReached } from './verify-guest.ts';
import { readKitchen } from '../fulfilment/kitchen-load.ts';
import { slotFilled } from '../fulfilment/reserve-slots.ts';
import { isTaken, letGo } from './close-payment-pages.ts';
import { paidOnceOf } from './single-payment-of.ts';
import { MOST_DRAWS, overtaken, writeOrder } from '../orders/insert-order.ts';

type Placed = AnswerOf<typeof createCustomerOrderCash>;

export interface Placing {
  readonly actor: Actor;
  readonly idempotency: Idempotency | null;
  readonly request: OrderRequest;
  readonly from: From;
}

/** A guest's order, to be paid in cash. A repeated request is answered as the first one was. */
export function placeOrder(context: Context, placing: Placing): Promise<Placed> {
  return orAnsweredBefore(context, placing.idempotency, () => readAgain(() => place(context, placing)));
}

async function place(context: Context, { actor, idempotency, request, from }: Placing): Promise<Placed> {
  const now = context.clock.now();
  const { agreesToWait, welcomeCode, cartId } = request;
  const about = paidOnceOf(actor, request);
  if (request.delivery?.leaveAtDoor)
    throw refuse('invalid-argument', ORDER_TEXTS.cashAtDoor, { field: 'deliveryInfo' });
  requireReached(actor, request.customer);
  const stranger = isStranger(actor) ? await lookAtStranger(context, request.customer, from) : null;
  if (about.offer) await closeEarlierPages(context, about);
  const offer = await welcomeOffer(context.db, actor, welcomeCode);

  let menu = await context.menus.unchecked(request.location.id);
  for (let draws = 0; menu && draws < MOST_DRAWS; draws++) {
    // What is counted moves with every order: it is looked at anew each time.
    const kitchen = await readKitchen(context.db, menu, now);
    const draft = draftOrder(menu, request, { now, agreesToWait, offer, kitchen });
    if (!draft.ok) {
      // A refusal is only good while the menu it was found on is still in force.
      const fresh = await context.menus.exact(menu.location.id);
      // What is gone, a dish or a place in the kitchen, may be held by the page this cart was left at.
      const isGone = fresh === menu && isTaken(draft.error);
      if (isGone && (await letGo(context, about))) continue;
      if (isGone) await refuseOrdered(context, about);
      if (fresh === menu) throw new Refusal(draft.error);
      menu = fresh;
      continue;
    }
    const { price, promised } = draft.value;
    const doubt = stranger && doubtOf(stranger, { total: price.total, promised, now });
    if (doubt && !request.contactCode) {
      await refuseOrdered(context, about);
      throw await askForCode(context, request.customer, { because: doubt, from });
    }
    const code =
      doubt &&
      (await useContactCode(context, request).catch(async (refusal: unknown) => {
        await countGuess(context, doubt, from);
        throw refusal;
      }));
    const contactUnproven = stranger?.mustShow && !doubt;
    const row = newOrder(
      {
        ...inCash(draft.value, actor),
        cartId,
        contactUnproven,
        ...(offer && { metadata: usedOffer(offer.code, draft.value.saved) }),
      },
      now,
      context,
    );
    const order = orderAnswer(row, now, context);
    const answer = { orderId: order.orderId, order };
    const asked = {
      row,
      answer,
      actor,
      stamp: menu.stamp,
      portions: trackedPortions(menu, draft.value.items),
      slots: slotsOf(draft.value),
      idempotency,
    };
    const placing = offer
      ? transaction(context.db, async (tx) => {
          await endEarlierPages(context, tx, about);
          await welcomeOffer(tx, actor, offer.code);
          return writeOrder(context, tx, asked);
        })
      : tryAgain(() => writeOrder(context, context.db, asked));
    const written = await placing.catch(overtaken).catch(async (refusal: unknown) => {
      if (code) await code.giveBack();
      if (refusal instanceof Refusal) await refuseOrdered(context, about);
      throw refusal;
    });
    if (code && written !== 'placed') await code.giveBack();
    if (written === 'placed') return answer;
    if (written === 'asked-before' && idempotency) return storedAnswer<Placed>(context.db, idempotency);
    if (written === 'page-open') {
      // Paid at this very moment, it becomes its order, and there is no second one in cash.
      await closeEarlierPages(context, about);
      await transaction(context.db, (tx) => endEarlierPages(context, tx, about));
    }
    if (written === 'slot-full') throw new StatementRefused(slotFilled());
    if (written === 'contact-taken') {
      await refuseOrdered(context, about);
      throw await askForCode(context, request.customer, { because: 'open-order', from });
    }
    if (written === 'too-few') {
      await refuseOrdered(context, about);
      await refuseIfStillOutOfStock(context.db, menu.location.id, asked.portions);
    }
    if (written === 'cart-ordered') await refuseOrdered(context, about);
    if (written === 'menu-changed') menu = await context.menus.exact(menu.location.id);
  }
  throw menu ? refuse('conflict') : refuse('location-not-found');
}

async function useContactCode(context: Context, { customer, contactCode }: OrderRequest) {
  return useCode(context, { purpose: 'order', ...(await reachedBy(context, customer)) }, contactCode);
}

/** Of a cart that is an order already nothing else is said, though its dishes be gone by now. */
async function refuseOrdered(context: Context, { cart }: PaidOnce): Promise<void> {
  const ordered = cart && (await orderOfCart(context.db, cart));
  if (ordered) throw cartOrdered(ordered);
}

function inCash(draft: OrderDraft, actor: Actor): OrderFacts {
  return {
    ...factsOf(draft),
    userId: userIdOf(actor),
    paymentMethod: 'cash',
    paymentStatus: 'unpaid',
    actor,
    language: language(),
  };
}
