import { z } from '@hono/zod-openapi';
import { TEXT_LIMITS, tooLongText } from '@tiffin/domain/order';

export const cartId = z
  .string()
  .trim()
  .max(TEXT_LIMITS.id, tooLongText('cartId', TEXT_LIMITS.id))
  .nullish()
  .describe(
    'A random id that the browser gives a cart with its first dish. A cart can be ordered once and paid on one page at a time. Fails with 409 `cart-ordered`, `orderId` and `orderedAt` if it was ordered. A cancelled order releases its cart',
  );
