import { userIdOf } from '@tiffin/domain/people';
import { promoCodeOf, promotionToWire } from '@tiffin/domain/order';
import { refuse } from '@tiffin/domain/core';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { deletePromotion, readPromotions, savePromotion } from '../modules/orders/promotions/manage-promotions.ts';
import { readOfferTerms, resolveTypedCode } from '../modules/orders/promotions/offer-terms.ts';
import { previewPromotion } from '../modules/orders/promotions/preview-promotion.ts';
import { readPromotionOrders } from '../modules/orders/promotions/read-promotion-orders.ts';
import { findWelcomeOffer } from '../modules/orders/pricing/welcome-offer.ts';

export const promotionRoutes: readonly ImplementedCall[] = [
  implement('getPromotions', ({ context }) => readPromotions(context.db)),

  implement('getPromotionOrders', ({ context, query }) => readPromotionOrders(context.db, query)),

  implementChange('savePromotion', async (...change) => ({ promotion: await savePromotion(...change) })),

  implementChange('deletePromotion', async (context, tx, by, body) => {
    await deletePromotion(context, tx, by, body.promotionId);
    return body;
  }),

  implement('previewPromotion', ({ context, body }) => previewPromotion(context, body)),

  implement('getOffers', async ({ context, actor, from, query }) => {
    const menu = await context.menus.fresh(query.locationId);
    if (!menu) throw refuse('location-not-found');
    const typedCode = { location: menu.location, promoCode: promoCodeOf(query.code ?? ''), welcomeCode: '' };
    const { promoCode, welcomeCode } = await resolveTypedCode(context, { actor, from }, typedCode);
    const guest = { userId: userIdOf(actor), phone: '', email: '' };
    const offers = await readOfferTerms(context.db, menu, promoCode, guest, context.clock.now());
    const welcome = await findWelcomeOffer(context.db, guest.userId, welcomeCode);
    return {
      over: [...offers.over],
      promotion: offers.typed ? promotionToWire(offers.typed) : undefined,
      welcome: welcome ?? undefined,
    };
  }),
];
