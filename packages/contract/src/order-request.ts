import { z } from '@hono/zod-openapi';
import { CART_TEXTS, limitedLine, MAX_CART_QUANTITY, tooMuch } from '@tiffin/domain/cart';
import { ZERO } from '@tiffin/domain/core';
import { SPICE_LEVEL_MAX, SPICE_LEVEL_MIN, spiceOffered } from '@tiffin/domain/menu';
import {
  addressProblem,
  customerEmailProblem,
  customerNameProblem,
  customerPhoneProblem,
  eachNote,
  goesTo,
  GUEST_NOTES,
  isPartySize,
  negativeText,
  notesIn,
  ORDER_DEFAULTS,
  ORDER_TEXTS,
  OPEN_ITEM_NAME_MOST,
  openItemId,
  ORDER_TYPES,
  PARTY_MAX,
  PARTY_MIN,
  TEXT_LIMITS,
  tooLongText,
  totalProblem,
  type OrderCustomer,
  type OrderItem,
  type OrderLocation,
} from '@tiffin/domain/order';
import { GUEST_PAYMENT_METHODS } from '@tiffin/domain/payment';
import { normalisePhone } from '@tiffin/domain/people';
import { DISH_TAX_CLASSES, type Figure } from '@tiffin/domain/pricing';
import { givenWish } from './given.ts';
import { dollars, moneyIn } from './wire.ts';

// Whatever is wrong is said in the specification's words, and in the sequence of the fields.

/** Lets a rule of the domain say what is wrong with a value, or null. */
const held =
  <T>(problem: (value: T) => string | null): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    const message = problem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  };

/** Of what may be left empty. */
const heldIfSaid = (problem: (text: string) => string | null) =>
  held((text: string) => (text === '' ? null : problem(text)));

const customerName = z.string(ORDER_TEXTS.name).trim().check(held(customerNameProblem));
const email = z.string(ORDER_TEXTS.email).trim().toLowerCase();
const phone = z.string(ORDER_TEXTS.phone).trim();
const firebaseId = z.string(ORDER_TEXTS.firebaseId).trim().min(1, ORDER_TEXTS.firebaseId).nullish();

const guest = z.object(
  {
    name: customerName,
    email: email.check(held(customerEmailProblem)),
    phone: phone.check(held(customerPhoneProblem)),
    firebaseId,
  },
  ORDER_TEXTS.customer,
);

/** At the till a name is enough. */
const walkIn = z.object(
  {
    name: customerName,
    email: email.check(heldIfSaid(customerEmailProblem)).nullish(),
    phone: phone.check(heldIfSaid(customerPhoneProblem)).nullish(),
    firebaseId,
  },
  ORDER_TEXTS.customer,
);

/** What is wrong with an item says which one: 'Item 2: name is required'. */
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

const itemFields = {
  id: itemText('id', TEXT_LIMITS.id, 'id is required').min(1, inItem('id is required')),
  menuItemId: z.string().trim().max(TEXT_LIMITS.id).nullish().openapi({ description: 'Goes before `id`' }),
  name: itemText('name', TEXT_LIMITS.itemName, 'name is required').min(1, inItem('name is required')),
  price: dollars((amount) => amount > 0, price),
  quantity: z.int(quantity).min(1, quantity),
  selectedSpiceLevel: z
    .int(spice)
    .min(SPICE_LEVEL_MIN, spice)
    .max(SPICE_LEVEL_MAX, spice)
    .nullish()
    .openapi({ description: `${SPICE_LEVEL_MIN} when absent` }),
  spiceLevelName: z.string().nullish().openapi({ description: 'The kitchen reads the restaurant’s own words' }),
  spiceLevelId: z.string().nullish().openapi({ description: 'Follows from the level' }),
  category: itemText('category', TEXT_LIMITS.category, 'category must be a non-empty text')
    .min(1, inItem('category must be a non-empty text'))
    .nullish()
    .openapi({ description: `${ORDER_DEFAULTS.itemCategory} when absent` }),
  description: itemText('description', TEXT_LIMITS.description).nullish(),
  cartKey: itemText('cartKey', TEXT_LIMITS.itemName).nullish(),
};
const NO_ITEM = inItem('item data is required');
const item = z.object(itemFields, NO_ITEM).transform((given): OrderItem => asItem(given));

/** Most a single thing costs that is typed at the till. */
const OPEN_ITEM_MOST = 10_000_000;

/** At the till also what is on no menu, at the price that is typed. */
const tillItem = z
  .object(
    {
      ...itemFields,
      open: z
        .object({
          taxClass: z.enum(DISH_TAX_CLASSES).nullish().openapi({ description: 'meal when absent' }),
          isCooked: z.boolean().nullish().openapi({ description: 'true when absent: the kitchen makes it' }),
        })
        .nullish()
        .openapi({
          description: 'It is on no menu: its name and price hold as they were typed, and `id` follows from the name',
        }),
    },
    NO_ITEM,
  )
  .superRefine(({ open, name, price: asked }, context) => {
    if (!open) return;
    const say = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] });
    if (name.length > OPEN_ITEM_NAME_MOST) say(tooLongText('name', OPEN_ITEM_NAME_MOST), 'name');
    if (asked > OPEN_ITEM_MOST) say('price is too large', 'price');
  })
  .transform(({ open, ...given }): OrderItem => {
    if (!open) return asItem(given);
    const id = openItemId(given.name);
    const typed = { ...given, id, menuItemId: null, selectedSpiceLevel: null, category: null, description: null };
    return {
      ...asItem(typed),
      open: { price: typed.price, taxClass: open.taxClass ?? 'meal', isCooked: open.isCooked ?? true },
    };
  });

function asItem(given: z.output<z.ZodObject<typeof itemFields>>): OrderItem {
  const id = given.menuItemId || given.id;
  const level = given.selectedSpiceLevel ?? SPICE_LEVEL_MIN;
  const offered = spiceOffered(level);
  return {
    id,
    name: given.name,
    price: given.price,
    quantity: given.quantity,
    category: given.category ?? ORDER_DEFAULTS.itemCategory,
    description: given.description ?? '',
    selectedSpiceLevel: level,
    spiceLevelId: offered.id,
    spiceLevelName: offered.name,
    cartKey: given.cartKey || `${id}-${offered.id}`,
  };
}

/** What is ordered; `none` is said of an empty cart. */
export const orderItems = (none: string) => itemsOf(none, item);

const itemsOf = <Item extends typeof item | typeof tillItem>(none: string, each: Item) =>
  z.preprocess(
    (given: z.input<Item>[], context) => {
      // Nobody reads thousands of lines to say that they are too many.
      if (Array.isArray(given) && given.length > MAX_CART_QUANTITY) context.addIssue(CART_TEXTS.total);
      return given;
    },
    z
      .array(each, none)
      .min(1, none)
      // The cart's limits hold for whoever sends an order without one. How many of one dish, its menu says.
      .check(held((items) => tooMuch(items.map((line) => limitedLine(line, Infinity))))),
  );

const fact = (name: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, tooLongText(`Location ${name}`, most))
    .nullish();
const givenLocation = z.object(
  {
    id: fact('id', TEXT_LIMITS.id),
    name: fact('name', TEXT_LIMITS.locationText),
    address: fact('address', TEXT_LIMITS.locationText),
    phone: fact('phone', TEXT_LIMITS.locationText),
    postalCode: fact('postalCode', TEXT_LIMITS.locationText),
  },
  ORDER_TEXTS.location,
);

/** Where: `locationInfo` holds the facts; `location` may be the same object or only its id. */
export const whichLocation = {
  locationInfo: givenLocation.nullish(),
  location: z
    .union([givenLocation, z.string()], ORDER_TEXTS.location)
    .nullish()
    .openapi({ description: 'The same, or the id' }),
  locationId: z.string().nullish(),
};

export function locationOf({
  locationInfo,
  location,
  locationId,
}: z.output<z.ZodObject<typeof whichLocation>>): OrderLocation {
  const info = locationInfo ?? (typeof location === 'object' ? location : null);
  const id = typeof location === 'string' ? location.trim() : '';
  return {
    id: info?.id || id || locationId?.trim() || '',
    name: info?.name ?? '',
    address: info?.address ?? '',
    phone: info?.phone ?? '',
    postalCode: info?.postalCode ?? '',
  };
}

export const figure = (name: Figure | 'off') => dollars((amount) => amount >= 0, negativeText(name));

const bill = z
  .object(
    {
      subtotal: figure('subtotal'),
      off: figure('off')
        .nullish()
        .openapi({ description: 'What the house takes off: total = subtotal − off + tax + tip. At the till only' }),
      tax: figure('tax'),
      tip: figure('tip').nullish(),
      total: figure('total'),
      taxRate: z.number().nullish(),
    },
    ORDER_TEXTS.pricing,
  )
  .transform(({ subtotal, off, tax, tip, total }) => ({ subtotal, off: off ?? ZERO, tax, tip: tip ?? ZERO, total }))
  .superRefine((figures, context) => {
    const message = totalProblem(figures);
    if (message !== null) context.addIssue({ code: 'custom', message, path: ['total'] });
  })
  .openapi({ description: 'Compared with the menu’s prices, which hold' });

/** Which cart of the guest's browser this is. */
export const cartId = z.string().trim().max(TEXT_LIMITS.id, tooLongText('cartId', TEXT_LIMITS.id)).nullish().openapi({
  description:
    'a random id the browser gives a cart when its first dish goes in: the cart is ordered once, and paid on one page at a time. 409 `cart-ordered` with `orderId` and `orderedAt` when it was ordered; a cancelled order gives its cart free',
});

const longText = (what: string, most: number) => z.string().trim().max(most, tooLongText(what, most)).nullish();
const { tableNumber: tableNumberMost } = TEXT_LIMITS;

const fields = {
  customerInfo: guest,
  items: orderItems(ORDER_TEXTS.items),
  ...whichLocation,
  orderType: z.enum(ORDER_TYPES, ORDER_TEXTS.orderType),
  deliveryInfo: z
    .object(
      {
        address: longText('Delivery address', TEXT_LIMITS.address),
        instructions: longText('Delivery instructions', TEXT_LIMITS.instructions),
      },
      ORDER_TEXTS.address,
    )
    .nullish()
    .openapi({ description: 'Where a delivery goes; for delivery only' }),
  tableInfo: z
    .object(
      {
        tableNumber: z
          .union([z.string(), z.number()], 'Table number must be a text')
          .transform((text) => String(text).trim())
          .refine((text) => text.length <= tableNumberMost, tooLongText('Table number', tableNumberMost))
          .nullish(),
        partySize: z
          .number(ORDER_TEXTS.partySize)
          .nullish()
          .openapi({ description: `A whole number from ${PARTY_MIN} to ${PARTY_MAX}` }),
      },
      ORDER_TEXTS.partySize,
    )
    .nullish()
    .openapi({ description: 'How many sit down, and where; for dine-in only' }),
  paymentMethod: z
    .enum(GUEST_PAYMENT_METHODS, ORDER_TEXTS.paymentMethod)
    .nullish()
    .openapi({ description: 'cash when absent' }),
  pricing: bill,
  tipAmount: figure('tip').nullish().openapi({ description: 'The tip of `pricing` when absent' }),
  ...eachNote((note) => longText(GUEST_NOTES[note].name, GUEST_NOTES[note].most)),
  agreesToWait: z.boolean().nullish().openapi({
    description:
      'true: the location is closed now, and the order may be cooked when it opens next. Without it a closed location answers 409 `location-closed` with `nextOpening`',
  }),
  cartId,
  welcomeCode: z.string().nullish().openapi({
    description:
      'the code of the welcome mail: each dish costs less on the first order. 409 `offer-over` when it cannot be used',
  }),
};

/** So many deeds of giving one order bears. */
const GIVEN_MOST = 20;

const tillFields = {
  ...fields,
  customerInfo: walkIn,
  items: itemsOf(ORDER_TEXTS.items, tillItem),
  given: z.array(givenWish).max(GIVEN_MOST).nullish().openapi({
    description:
      'What the house takes off, and why; a `line` is the place among `items`, from 1. Beyond the limit of the house it takes a manager',
  }),
  paymentMethod: z.string().nullish().openapi({ description: 'The call itself says how it is paid' }),
};
const cashFields = {
  ...tillFields,
  cashConfirmed: z.literal(true, 'cashConfirmed is required: the cash has to be counted first'),
  finalTotal: moneyIn.optional().openapi({ description: 'What the till asked for, in dollars' }),
};
type Given = z.output<z.ZodObject<typeof tillFields>>;

/** The fields that belong to orders that go there. */
const OWN_FIELDS = { deliveryInfo: 'address', tableInfo: 'table' } as const;
const SEQUENCE = Object.keys(cashFields);

/**
 * What hangs on several fields. It runs when some of them are wrong already, so that all that is wrong
 * is said at once, in the sequence of the fields.
 */
function together(
  { orderType, deliveryInfo, tableInfo, ...where }: Given,
  context: z.core.$RefinementCtx<Given>,
): void {
  const { issues } = context;
  const fieldOf = ({ path }: (typeof issues)[number]) => String(path?.[0]);
  const goes = (to: 'address' | 'table') => isSound('orderType') && goesTo(orderType, to);
  const isSound = (field: keyof Given) => !issues.some((issue) => fieldOf(issue) === field);
  const say = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });

  if (isSound('locationInfo') && isSound('location') && isSound('locationId')) {
    const { id, name } = locationOf(where);
    if (id === '') say(ORDER_TEXTS.location, 'locationInfo', 'id');
    else if (name === '') say(ORDER_TEXTS.locationName, 'locationInfo', 'name');
  }
  if (goes('address') && isSound('deliveryInfo')) {
    const problem = addressProblem(deliveryInfo?.address ?? '');
    if (problem !== null) say(problem, 'deliveryInfo', 'address');
  }
  if (goes('table') && isSound('tableInfo') && !isPartySize(tableInfo?.partySize ?? 0)) {
    say(ORDER_TEXTS.partySize, 'tableInfo', 'partySize');
  }
  if (issues.length === 0) return;
  const told = issues.filter((issue) => {
    const field = fieldOf(issue);
    // What belongs to another type of order is not read.
    return !(field in OWN_FIELDS) || goes(OWN_FIELDS[field as keyof typeof OWN_FIELDS]);
  });
  issues.splice(
    0,
    issues.length,
    ...told.toSorted((a, b) => SEQUENCE.indexOf(fieldOf(a)) - SEQUENCE.indexOf(fieldOf(b))),
  );
}

const TOGETHER = {
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** An order as somebody asks for it, in our units. Its prices are only a claim. */
export type OrderRequest = ReturnType<typeof requestOf>;

function requestOf(given: Given) {
  const { customerInfo, orderType, deliveryInfo, tableInfo, pricing, paymentMethod } = given;
  const { address, instructions } = deliveryInfo ?? {};
  return {
    customer: {
      name: customerInfo.name,
      email: customerInfo.email ?? '',
      phone: normalisePhone(customerInfo.phone ?? '') ?? '',
      userId: customerInfo.firebaseId ?? null,
    } satisfies OrderCustomer,
    items: given.items,
    location: locationOf(given),
    orderType,
    paymentMethod: GUEST_PAYMENT_METHODS.find((known) => known === paymentMethod) ?? 'cash',
    tip: given.tipAmount ?? pricing.tip,
    pricing,
    delivery: goesTo(orderType, 'address') ? { address: address ?? '', instructions: instructions ?? '' } : null,
    table: goesTo(orderType, 'table')
      ? { tableNumber: tableInfo?.tableNumber ?? '', partySize: tableInfo?.partySize ?? 0 }
      : null,
    ...notesIn(given),
    agreesToWait: given.agreesToWait ?? false,
    cartId: given.cartId || null,
    welcomeCode: given.welcomeCode ?? '',
    given: given.given ?? [],
  };
}

/** The order a guest sends: name, e-mail and phone are asked for. */
export const orderPayload = z
  .object(fields, ORDER_TEXTS.body)
  .superRefine(together, TOGETHER)
  .transform(requestOf)
  .openapi('OrderPayload');

/** The order the till sends. */
export const tillPayload = z
  .object(tillFields, ORDER_TEXTS.body)
  .superRefine(together, TOGETHER)
  .transform(requestOf)
  .openapi('TillOrderPayload');

/** The same once its money has been counted. */
export const cashTillPayload = z
  .object(cashFields, ORDER_TEXTS.body)
  .superRefine(together, TOGETHER)
  .transform((given) => ({ ...requestOf(given), finalTotal: given.finalTotal }))
  .openapi('CashTillOrderPayload');
