import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { TEXT_LIMITS } from '@tiffin/domain/order';

export const welcomeCode = z
  .string()
  .nullish()
  .describe(
    'The code of the welcome mail, which makes each dish cheaper on the first order. Fails with 409 `offer-over` and a `reason` if it cannot be used',
  );

const POINTS_ERROR = say`Points are a whole number from zero up.`;

/** A card that pays a part of an order, or all of it. */
export const giftCardCode = z
  .string()
  .trim()
  .max(TEXT_LIMITS.id)
  .nullish()
  .describe(
    'The code of a gift card. It pays as much as is on it, and the rest is paid with `paymentMethod`. It is no discount. Fails with 409 `gift-card-unknown`, `gift-card-blocked`, or `gift-card-short` with `balance` if nothing is on it',
  );

export const offerFields = {
  giftCardCode,
  promoCode: z
    .string()
    .trim()
    .max(TEXT_LIMITS.id)
    .nullish()
    .describe(
      'A code of a promotion or of the welcome mail. The offer with which the guest pays least counts. Fails with 409 `promo-unknown`, `promo-minimum` with `missing`, or `promo-over` with a `reason`',
    ),
  points: z
    .int(POINTS_ERROR)
    .min(0, POINTS_ERROR)
    .max(1_000_000, POINTS_ERROR)
    .nullish()
    .describe(
      'Points of the customer to spend, in steps (`points` of `getSite`). They are a discount. Fails with 409 `points-short` if there are too few, or if they are worth more than the dishes',
    ),
};
