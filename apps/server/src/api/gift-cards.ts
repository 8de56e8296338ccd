import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { buyGiftCard } from '../modules/money/gift-cards/buy-gift-card.ts';
import { showBalance } from '../modules/money/gift-cards/show-balance.ts';

export const giftCardRoutes: readonly ImplementedCall[] = [
  implement('buyGiftCard', ({ context, actor, from, once, body }) => buyGiftCard(context, { actor, from, once }, body)),

  implement('getGiftCardBalance', ({ context, actor, from, query }) =>
    showBalance(context, { actor, from }, query.code),
  ),
];
