import { z } from '@hono/zod-openapi';
import { CART_TEXTS, cartKey, limitedLine, MAX_CART_QUANTITY, tooMuch } from '@tiffin/domain/cart';
import { lineHeat, SPICE_LEVEL_MAX, SPICE_LEVEL_MIN } from '@tiffin/domain/menu';
import { oneLine } from '@tiffin/domain/core';
import { LINE_NOTE_MOST, OPTION_LIMITS } from '@tiffin/domain/options';
import { openItemId, ORDER_DEFAULTS, TEXT_LIMITS, tooLongText, type OrderItem } from '@tiffin/domain/order';
import { checkTyped, openItemOf, openMark } from './open-item.ts';
import { dollars } from './wire.ts';

/** Turns a rule of the domain, which returns an error message or null, into a check of a schema. */
export const itemsInRequest =
  <T>(problem: (value: T) => string | null): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    const message = problem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  };

/** Starts the error message with the number of the item: 'Item 2: name is required'. */
const inItem = (message: string) => ({
  error: ({ path = [] }: { readonly path?: PropertyKey[] | undefined }) =>
    `Item ${Number(path.find((part) => typeof part === 'number')) + 1}: ${message}`,
});
const itemText = (field: string, most: number, missing?: string) =>
  z
    .string(missing && inItem(missing))
    .trim()
    .max(most, inItem(tooLongText(field, most)));
const price = inItem('price must be a number above 0');
const quantity = inItem('quantity must be a whole number of at least 1');
const spice = inItem('spice level must be a number from 1 to 5');

const options = inItem('options must name a group and an option each');
const units = inItem(`units must be a whole number from 1 to ${OPTION_LIMITS.units}`);
const optionPrice = inItem('the price of an option must be a number that is not negative');

/** The options chosen for a dish. The menu decides which options exist. */
export const requestedOptions = z
  .array(
    z.object(
      {
        groupId: z.string(options).trim().min(1, options).max(OPTION_LIMITS.groupId, options),
        optionId: z.string(options).trim().min(1, options).max(TEXT_LIMITS.id, options),
        units: z.int(units).min(1, units).max(OPTION_LIMITS.units, units).default(1),
        price: dollars((amount) => amount >= 0, optionPrice)
          .optional()
          .openapi({ description: 'The price of one unit when it was chosen. If it has changed, the error says so' }),
      },
      options,
    ),
    options,
  )
  .max(OPTION_LIMITS.units, inItem('has too many options'))
  .nullish()
  .openapi({ description: 'All chosen options. Leave out for the dish as it comes' });

export const lineNote = itemText('note', LINE_NOTE_MOST)
  .overwrite(oneLine)
  .nullish()
  .openapi({ description: 'A note for the kitchen' });

/** Dishes that staff sell although they are marked as sold out. */
export const sellAnyway = z.array(z.string().max(TEXT_LIMITS.id)).max(MAX_CART_QUANTITY).nullish().openapi({
  description: 'Ids of dishes to sell even if they are sold out or there are too few, because staff know better',
});

const itemFields = {
  id: itemText('id', TEXT_LIMITS.id, 'id is required').min(1, inItem('id is required')),
  menuItemId: z.string().trim().max(TEXT_LIMITS.id).nullish().openapi({ description: 'Takes precedence over `id`' }),
  name: itemText('name', TEXT_LIMITS.itemName, 'name is required').min(1, inItem('name is required')),
  price: dollars((amount) => amount > 0, price),
  quantity: z.int(quantity).min(1, quantity),
  selectedSpiceLevel: z
    .int(spice)
    .min(SPICE_LEVEL_MIN, spice)
    .max(SPICE_LEVEL_MAX, spice)
    .nullish()
    .openapi({ description: `Defaults to ${SPICE_LEVEL_MIN}` }),
  spiceLevelName: z.string().nullish().openapi({ description: 'Ignored. The kitchen sees the restaurant’s own name' }),
  spiceLevelId: z.string().nullish().openapi({ description: 'Ignored. It follows from the level' }),
  category: itemText('category', TEXT_LIMITS.category, 'category must be a non-empty text')
    .min(1, inItem('category must be a non-empty text'))
    .nullish()
    .openapi({ description: `Defaults to ${ORDER_DEFAULTS.itemCategory}` }),
  description: itemText('description', TEXT_LIMITS.description).nullish(),
  cartKey: itemText('cartKey', TEXT_LIMITS.itemName).nullish(),
  options: requestedOptions,
  note: lineNote,
};
const NO_ITEM = inItem('item data is required');
const item = z.object(itemFields, NO_ITEM).transform((provided): OrderItem => asItem(provided));

/** Staff can also sell items that are not on the menu. */
const tillItem = z
  .object({ ...itemFields, open: openMark }, NO_ITEM)
  .superRefine((typed, context) => {
    if (typed.open) checkTyped(typed, context);
  })
  .transform(({ open, ...provided }): OrderItem => {
    if (!open) return asItem(provided);
    const id = openItemId(provided.name);
    const typed = {
      ...provided,
      id,
      options: null,
      menuItemId: null,
      selectedSpiceLevel: null,
      category: null,
      description: null,
    };
    return {
      ...asItem(typed),
      open: openItemOf(open, typed.price),
    };
  });

function asItem(provided: z.output<z.ZodObject<typeof itemFields>>): OrderItem {
  const id = provided.menuItemId || provided.id;
  const heat = lineHeat(provided.selectedSpiceLevel);
  const request = {
    ...(provided.options && { options: provided.options }),
    ...(provided.note && { note: provided.note }),
  };
  return {
    id,
    name: provided.name,
    price: provided.price,
    quantity: provided.quantity,
    category: provided.category ?? ORDER_DEFAULTS.itemCategory,
    description: provided.description ?? '',
    ...heat,
    cartKey: provided.cartKey || cartKey(id, { id: heat.spiceLevelId }, request),
    ...request,
  };
}

/** The items of an order. `none` is the error message for an empty cart. */
export const orderItems = (none: string) => itemsOf(none, item);

/** The same with items that are not on the menu. */
export const tillItems = (none: string) => itemsOf(none, tillItem);

const itemsOf = <Item extends typeof item | typeof tillItem>(none: string, each: Item) =>
  z.preprocess(
    (provided: z.input<Item>[], context) => {
      // Refused before the lines are parsed, because there may be thousands.
      if (Array.isArray(provided) && provided.length > MAX_CART_QUANTITY) context.addIssue(CART_TEXTS.total);
      return provided;
    },
    z
      .array(each, none)
      .min(1, none)
      // The limits of the cart, for clients that have none. The limit of each dish comes from the menu.
      .check(itemsInRequest((items) => tooMuch(items.map((line) => limitedLine(line, Infinity))))),
  );
