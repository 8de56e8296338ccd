import { z } from '@hono/zod-openapi';
import type { Cents } from '@tiffin/domain/core';
import { OPEN_ITEM_NAME_MOST, tooLongText, type OpenItem } from '@tiffin/domain/order';
import { DISH_TAX_CLASSES } from '@tiffin/domain/pricing';

/** Most a single thing costs that is typed at the till. */
const OPEN_ITEM_MOST = 10_000_000;

const mark = z.object({
  taxClass: z.enum(DISH_TAX_CLASSES).nullish().openapi({ description: 'meal when absent' }),
  isCooked: z.boolean().nullish().openapi({ description: 'true when absent: the kitchen makes it' }),
});

/** What the house sells that is on no menu. */
export const openMark = mark.nullish().openapi({
  description: 'It is on no menu: its name and price hold as they were typed, and `id` follows from the name',
});

export function openItemOf({ taxClass, isCooked }: z.output<typeof mark>, price: Cents): OpenItem {
  return { price, taxClass: taxClass ?? 'meal', isCooked: isCooked ?? true };
}

/** What is wrong about the name or the price somebody typed. */
export function checkTyped(
  { name, price }: { readonly name: string; readonly price: Cents },
  context: z.RefinementCtx,
): void {
  const say = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] });
  if (name.length > OPEN_ITEM_NAME_MOST) say(tooLongText('name', OPEN_ITEM_NAME_MOST), 'name');
  if (price > OPEN_ITEM_MOST) say('price is too large', 'price');
}
