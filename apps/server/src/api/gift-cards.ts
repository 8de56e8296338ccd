import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { buyGiftCard } from '../modules/money/gift-cards/buy-gift-card.ts';
import { withManagerApproval } from '../modules/people/manager-approval.ts';
import { showPurchase } from '../modules/money/gift-cards/show-purchase.ts';
import { awaitRefund } from '../modules/money/refunds/send-refund.ts';
import { refundAnswer } from '../modules/money/bills/payment-answers.ts';
import { blockGiftCard } from '../modules/money/gift-cards/block-gift-card.ts';
import { listGiftCards, showGiftCard } from '../modules/money/gift-cards/list-gift-cards.ts';
import { mailGiftCard, showGiftCardCode } from '../modules/money/gift-cards/send-gift-card.ts';
import { payOutGiftCard } from '../modules/money/gift-cards/pay-out-gift-card.ts';
import { undoGiftCardSale } from '../modules/money/gift-cards/undo-gift-card-sale.ts';
import { findCardToWithdraw, withdrawGiftCard } from '../modules/money/gift-cards/withdraw-gift-card.ts';
import { transaction } from '../platform/db/transaction.ts';
import { showBalance } from '../modules/money/gift-cards/show-balance.ts';

export const giftCardRoutes: readonly ImplementedCall[] = [
  implement('buyGiftCard', async (request) => {
    const { context, actor, once, body } = request;
    return buyGiftCard(context, { actor, from: await withManagerApproval(request), once }, body);
  }),

  implement('getGiftCardPurchase', ({ context, query }) => showPurchase(context, query)),

  implement('getGiftCardBalance', ({ context, actor, from, query }) =>
    showBalance(context, { actor, from }, query.code),
  ),

  implement('getGiftCards', ({ context, actor, query }) => listGiftCards(context, actor, query)),

  implement('undoGiftCardSale', async (request) => {
    const { context, actor, onceWith, body } = request;
    const { refundId } = await onceWith(
      () => withManagerApproval(request),
      async (tx, from) => ({ refundId: await undoGiftCardSale(context, tx, { actor, from }, body) }),
    );
    const refund = refundAnswer(await awaitRefund(context, refundId));
    return { giftCard: await showGiftCard(context.db, body.giftCardId), refund };
  }),

  implement('payOutGiftCard', async ({ context, actor, from, once, body }) => {
    const { refundId } = await once(async (tx) => ({
      refundId: await payOutGiftCard(context, tx, { actor, from }, body),
    }));
    const refund = refundAnswer(await awaitRefund(context, refundId));
    return { giftCard: await showGiftCard(context.db, body.giftCardId), refund };
  }),

  implement('withdrawGiftCard', async ({ context, actor, from, once, body }) => {
    const cardId = await findCardToWithdraw(context, { actor, from }, body);
    return once((tx) => withdrawGiftCard(context, tx, { actor, from }, { ...body, cardId }));
  }),

  implement('blockGiftCard', async ({ context, actor, from, body }) => {
    await transaction(context.db, (tx) => blockGiftCard(context, tx, { actor, from }, body));
    return { giftCard: await showGiftCard(context.db, body.giftCardId) };
  }),

  implement('mailGiftCard', async ({ context, actor, from, once, body }) => {
    await once(async (tx) => {
      await mailGiftCard(context, tx, { actor, from }, body);
      return {};
    });
    return { giftCard: await showGiftCard(context.db, body.giftCardId) };
  }),

  implement('showGiftCardCode', async ({ context, actor, from, body }) => ({
    code: await transaction(context.db, (tx) => showGiftCardCode(context, tx, { actor, from }, body.giftCardId)),
  })),
];
