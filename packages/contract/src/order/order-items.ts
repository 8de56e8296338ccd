import { z } from '@hono/zod-openapi';
import { CART_TEXTS, toLimitedLine, MAX_CART_QUANTITY, cartLimitProblem } from '@tiffin/domain/cart';
import { SPICE_LEVEL_MAX, SPICE_LEVEL_MIN } from '@tiffin/domain/menu';
import { collapseWhitespace, sayNow, ZERO } from '@tiffin/domain/core';
import { MAX_LINE_NOTE_LENGTH, OPTION_LIMITS } from '@tiffin/domain/options';
import { openItemId, ORDER_DEFAULTS, TEXT_LIMITS, tooLongText, type OrderItem } from '@tiffin/domain/order';
import { TAB_LIMITS } from '@tiffin/domain/tabs';
import { requestedAllergies } from './allergies.ts';
import { checkOpenItem, toOpenItem, openItemRequest } from './open-item.ts';
import { dollarsToCents, toSchemaCheck } from '../wire.ts';

export const optionalText = (what: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => tooLongText(sayNow(what), most) })
    .nullish();

/** Starts the error message with the number of the item: 'Item 2: name is required'. */
const itemError = (message: string) => ({
  error: ({ path = [] }: { readonly path?: PropertyKey[] | undefined }) =>
    `Item ${Number(path.find((part) => typeof part === 'number')) + 1}: ${message}`,
});
const itemText = (field: string, most: number, missing?: string) =>
  z
    .string(missing && itemError(missing))
    .trim()
    .max(most, itemError(tooLongText(field, most)));
const priceError = itemError('price must be a number above 0');
const quantityError = itemError('quantity must be a whole number of at least 1');
const spiceError = itemError('spice level must be a number from 1 to 5');

const optionsError = itemError('options must name a group and an option each');
const unitsError = itemError(`units must be a whole number from 1 to ${OPTION_LIMITS.units}`);
const optionPriceError = itemError('the price of an option must be a number that is not negative');

/** The options chosen for a dish. The menu decides which options exist. */
export const requestedOptions = z
  .array(
    z.object(
      {
        groupId: z.string(optionsError).trim().min(1, optionsError).max(OPTION_LIMITS.groupId, optionsError),
        optionId: z.string(optionsError).trim().min(1, optionsError).max(TEXT_LIMITS.id, optionsError),
        units: z.int(unitsError).min(1, unitsError).max(OPTION_LIMITS.units, unitsError).default(1),
        price: dollarsToCents((amount) => amount >= 0, optionPriceError)
          .optional()
          .describe('The price of one unit when it was chosen. If it has changed, the error says so'),
      },
      optionsError,
    ),
    optionsError,
  )
  .max(OPTION_LIMITS.units, itemError('has too many options'))
  .nullish()
  .describe('All chosen options. Leave out for the dish as it comes');

export const lineNote = itemText('note', MAX_LINE_NOTE_LENGTH)
  .overwrite(collapseWhitespace)
  .nullish()
  .describe('A note for the kitchen');

/** Dishes that staff sell although they are marked as sold out. */
export const sellAnyway = z
  .array(z.string().max(TEXT_LIMITS.id))
  .max(MAX_CART_QUANTITY)
  .nullish()
  .describe('Ids of dishes to sell even if they are sold out or there are too few, because staff know better');

const itemFields = {
  id: itemText('id', TEXT_LIMITS.id, 'id is required').min(1, itemError('id is required')),
  menuItemId: z.string().trim().max(TEXT_LIMITS.id).nullish().describe('Takes precedence over `id`'),
  name: itemText('name', TEXT_LIMITS.itemName, 'name is required').min(1, itemError('name is required')),
  price: dollarsToCents((amount) => amount > 0, priceError),
  quantity: z.int(quantityError).min(1, quantityError),
  selectedSpiceLevel: z
    .int(spiceError)
    .min(SPICE_LEVEL_MIN, spiceError)
    .max(SPICE_LEVEL_MAX, spiceError)
    .nullish()
    .describe(`Defaults to ${SPICE_LEVEL_MIN}`),
  spiceLevelName: z.string().nullish().describe('Ignored. The kitchen sees the restaurant’s own name'),
  spiceLevelId: z.string().nullish().describe('Ignored. It follows from the level'),
  category: itemText('category', TEXT_LIMITS.category, 'category must be a non-empty text')
    .min(1, itemError('category must be a non-empty text'))
    .nullish()
    .describe(`Defaults to ${ORDER_DEFAULTS.itemCategory}`),
  description: itemText('description', TEXT_LIMITS.description).nullish().describe('Ignored. It comes from the menu'),
  cartKey: itemText('cartKey', TEXT_LIMITS.itemName)
    .nullish()
    .describe('Ignored. It follows from the dish and its heat level'),
  options: requestedOptions,
  note: lineNote,
  allergies: requestedAllergies.nullish().describe('The allergies of the person who eats this dish'),
};
const MISSING_ITEM = itemError('item data is required');
const item = z.object(itemFields, MISSING_ITEM).transform(toOrderItem);

const seatError = itemError(`seat must be a number from 0 to ${TAB_LIMITS.seat}`);
const courseError = itemError(`course must be a number from 1 to ${TAB_LIMITS.course}`);

const courseNumber = z
  .int(courseError)
  .min(1, courseError)
  .max(TAB_LIMITS.course, courseError)
  .nullish()
  .describe('Absent or 1 is sent at once. Later courses are held until they are fired');

/** An item of a round. Name and price come from the menu, unless it is not on the menu. */
const roundItem = z
  .object(
    {
      ...itemFields,
      name: itemFields.name.optional(),
      price: itemFields.price.optional(),
      open: openItemRequest,
      seat: z
        .int(seatError)
        .min(0, seatError)
        .max(TAB_LIMITS.seat, seatError)
        .nullish()
        .describe('Who eats it, from 1. 0 or absent if the table shares it'),
      course: courseNumber,
    },
    MISSING_ITEM,
  )
  .superRefine(({ open, name, price }, context) => {
    if (!open) return;
    if (name === undefined) context.addIssue({ code: 'custom', message: 'name is required', path: ['name'] });
    else if (price === undefined) context.addIssue({ code: 'custom', message: 'price is required', path: ['price'] });
    else checkOpenItem({ name, price }, context);
  })
  .transform(toOrderItem);

/** Staff can also sell items that are not on the menu. */
const tillItem = z
  .object({ ...itemFields, open: openItemRequest }, MISSING_ITEM)
  .superRefine((typed, context) => {
    if (typed.open) checkOpenItem(typed, context);
  })
  .transform(toOrderItem);

const { id: dishId, menuItemId, quantity, selectedSpiceLevel, options, note } = itemFields;
/** An item of a quote. Name and price come from the menu. */
const quotedFields = { id: dishId, menuItemId, quantity, selectedSpiceLevel, options, note };
const quotedItem = z.object(quotedFields, MISSING_ITEM).transform(toOrderItem);

/** An item that a guest at a table orders. Name and price come from the menu. */
const tableItem = z.object({ ...quotedFields, course: courseNumber }, MISSING_ITEM).transform(toOrderItem);

type ItemFields = z.output<z.ZodObject<typeof itemFields>>;
type ProvidedItem = Pick<ItemFields, 'id' | 'quantity'> &
  Partial<ItemFields> & {
    readonly open?: z.output<typeof openItemRequest>;
    readonly seat?: number | null | undefined;
    readonly course?: number | null | undefined;
  };

function toOrderItem({ open, ...provided }: ProvidedItem): OrderItem {
  const { name = provided.id, allergies, seat, course } = provided;
  const requested = {
    name,
    quantity: provided.quantity,
    note: provided.note || undefined,
    allergies: allergies?.length ? allergies : undefined,
    seat: seat || undefined,
    course: course || undefined,
  };
  return open
    ? {
        ...requested,
        id: openItemId(name),
        category: ORDER_DEFAULTS.itemCategory,
        selectedSpiceLevel: SPICE_LEVEL_MIN,
        open: toOpenItem(open, provided.price ?? ZERO),
      }
    : {
        ...requested,
        id: provided.menuItemId || provided.id,
        category: provided.category ?? ORDER_DEFAULTS.itemCategory,
        selectedSpiceLevel: provided.selectedSpiceLevel ?? SPICE_LEVEL_MIN,
        options: provided.options ?? undefined,
      };
}

/** The items of an order. `emptyError` is the error message for an empty list. */
export const orderItems = (emptyError: string) => itemList(emptyError, item);

/** The same without names and prices. */
export const quotedItems = (emptyError: string) => itemList(emptyError, quotedItem);

/** The same with items that are not on the menu. */
export const tillItems = (emptyError: string) => itemList(emptyError, tillItem);

/** The items of a round, with their seats and courses. */
export const roundItems = (emptyError: string) => itemList(emptyError, roundItem);

/** The items of a round that guests at a table send. */
export const tableItems = (emptyError: string) => itemList(emptyError, tableItem);

const itemList = <Item extends typeof tableItem | typeof item | typeof tillItem | typeof quotedItem | typeof roundItem>(
  emptyError: string,
  itemSchema: Item,
) =>
  z.preprocess(
    (provided: z.input<Item>[], context) => {
      // Refused before the lines are parsed, because there may be thousands.
      if (Array.isArray(provided) && provided.length > MAX_CART_QUANTITY) context.addIssue(CART_TEXTS.total);
      return provided;
    },
    z
      .array(itemSchema, emptyError)
      .min(1, emptyError)
      // The limits of the cart, for clients that have none. The limit of each dish comes from the menu.
      .check(toSchemaCheck((items) => cartLimitProblem(items.map((line) => toLimitedLine(line, Infinity))))),
  );
