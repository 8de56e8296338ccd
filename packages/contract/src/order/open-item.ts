import { z } from '@hono/zod-openapi';
import type { Cents } from '@tiffin/domain/core';
import { MAX_OPEN_ITEM_NAME_LENGTH, MAX_OPEN_ITEM_PRICE, tooLongText, type OpenItem } from '@tiffin/domain/order';
import { DISH_TAX_CLASSES } from '@tiffin/domain/pricing';

const openItemFields = z.object({
  taxClass: z.enum(DISH_TAX_CLASSES).nullish().describe('Defaults to meal'),
  isCooked: z.boolean().nullish().describe('True if the kitchen makes it. Defaults to true'),
});

/** An item that is sold but is not on the menu. */
export const openItemRequest = openItemFields
  .nullish()
  .describe(
    'Marks an item that is not on the menu. Its name and price are used as entered, and `id` is made from the name',
  );

/** `price` is that of one unit. */
export function toOpenItem({ taxClass, isCooked }: z.output<typeof openItemFields>, price: Cents): OpenItem {
  return { price, taxClass: taxClass ?? 'meal', isCooked: isCooked ?? true };
}

/** Limits what other items take from the menu. */
export function checkOpenItem(
  { name, price }: { readonly name: string; readonly price: Cents },
  context: z.RefinementCtx,
): void {
  const addIssue = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] });
  if (name.length > MAX_OPEN_ITEM_NAME_LENGTH) addIssue(tooLongText('name', MAX_OPEN_ITEM_NAME_LENGTH), 'name');
  if (price > MAX_OPEN_ITEM_PRICE) addIssue('price is too large', 'price');
}
