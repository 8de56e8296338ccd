import { z } from '@hono/zod-openapi';
import { say, sayNow, ZERO } from '@tiffin/domain/core';
import { postalIn, postalKey } from '@tiffin/domain/delivery';
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
  ORDER_TEXTS,
  ORDER_TYPES,
  PARTY_MAX,
  PARTY_MIN,
  TEXT_LIMITS,
  tooLongText,
  totalProblem,
  VEHICLE_MOST,
  type OrderCustomer,
  type OrderLocation,
} from '@tiffin/domain/order';
import { GUEST_PAYMENT_METHODS } from '@tiffin/domain/payment';
import { normalisePhone } from '@tiffin/domain/people';
import { mostGuestTip, type Figure } from '@tiffin/domain/pricing';
import { point, postalCode, zoneName } from './delivery.ts';
import { staffDiscountRequest } from './given.ts';
import { itemsInRequest, orderItems, sellAnyway, tillItems } from './order-items.ts';
import { dollars, moneyIn } from './wire.ts';

// Whatever is wrong is said in the specification's words, and in the sequence of the fields.

/** Of what may be left empty. */
const heldIfSaid = (problem: (text: string) => string | null) =>
  itemsInRequest((text: string) => (text === '' ? null : problem(text)));

const customerName = z.string(ORDER_TEXTS.name).trim().check(itemsInRequest(customerNameProblem));
const email = z.string(ORDER_TEXTS.email).trim().toLowerCase();
const phone = z.string(ORDER_TEXTS.phone).trim();
const firebaseId = z.string(ORDER_TEXTS.firebaseId).trim().min(1, ORDER_TEXTS.firebaseId).nullish();

/** One way to reach them is enough, both are better. */
const guest = z
  .object(
    {
      name: customerName,
      email: email.check(itemsInRequest(customerEmailProblem)).nullish(),
      phone: phone.check(itemsInRequest(customerPhoneProblem)).nullish(),
      firebaseId,
    },
    ORDER_TEXTS.customer,
  )
  .superRefine((provided, context) => {
    if (provided.email != null || provided.phone != null) return;
    context.addIssue({ code: 'custom', message: ORDER_TEXTS.email, path: ['email'] });
    context.addIssue({ code: 'custom', message: ORDER_TEXTS.phone, path: ['phone'] });
  });

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

export const figure = (name: Figure | 'off' | 'charges') => dollars((amount) => amount >= 0, negativeText(name));

const bill = z
  .object(
    {
      subtotal: figure('subtotal'),
      off: figure('off').nullish().openapi({
        description: 'What the house takes off: total = subtotal − off + charges + tax + tip. At the till only',
      }),
      charges: figure('charges').nullish().openapi({ description: 'What the house adds, bringing it above all' }),
      tax: figure('tax'),
      tip: figure('tip').nullish(),
      total: figure('total'),
      taxRate: z.number().nullish(),
    },
    ORDER_TEXTS.pricing,
  )
  .transform(({ subtotal, off, charges, tax, tip, total }) => ({
    subtotal,
    off: off ?? ZERO,
    charges: charges ?? ZERO,
    tax,
    tip: tip ?? ZERO,
    total,
  }))
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

const longText = (what: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => tooLongText(sayNow(what), most) })
    .nullish();
const { tableNumber: tableNumberMost } = TEXT_LIMITS;

const fields = {
  customerInfo: guest,
  items: orderItems(ORDER_TEXTS.items),
  ...whichLocation,
  orderType: z.enum(ORDER_TYPES, ORDER_TEXTS.orderType),
  deliveryInfo: z
    .object(
      {
        address: longText(say`Delivery address`, TEXT_LIMITS.address),
        instructions: longText(say`Delivery instructions`, TEXT_LIMITS.instructions),
        leaveAtDoor: z.boolean().nullish().openapi({
          description: 'Left at the door; absent: handed over. Not in cash: 400',
        }),
        postalCode: postalCode.nullish().openapi({
          description:
            'Where the place has delivery zones, they go by it; absent: the one that stands in the address. 409 `outside-delivery` outside every zone, `destination-needed` when more has to be said, `below-minimum`',
        }),
        point: point
          .nullish()
          .openapi({ description: 'Where the guest is, if they showed it: for zones that are drawn' }),
        zoneName: zoneName.nullish().openapi({
          description: 'At the till: the zone by its name, where neither postal code nor place tells it',
        }),
      },
      ORDER_TEXTS.address,
    )
    .nullish()
    .openapi({ description: 'Where a delivery goes; for delivery only' }),
  tableInfo: z
    .object(
      {
        tableNumber: z
          .union([z.string(), z.number()], say`Table number must be a text`)
          .transform((text) => String(text).trim())
          .refine((text) => text.length <= tableNumberMost, {
            error: () => tooLongText(say`Table number`, tableNumberMost),
          })
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
  vehicle: longText(say`Your car`, VEHICLE_MOST).openapi({
    description: 'What the car looks like that a pickup is brought out to, where the place does so',
  }),
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
  wantedFor: z.iso.datetime({ offset: true, error: 'wantedFor must be a time' }).nullish().openapi({
    description:
      'When it shall be ready: a quarter of an hour of `getReadyTimes`; absent: as soon as possible. 409 `time-unavailable` with the `nearest` ones when it cannot be had',
  }),
  cartId,
  welcomeCode: z.string().nullish().openapi({
    description:
      'the code of the welcome mail: each dish costs less on the first order. 409 `offer-over` when it cannot be used',
  }),
  contactCode: z.string().trim().max(20).nullish().openapi({
    description:
      'the six digits of `sendOrderCode`. In cash without an account, beside an order that is not paid yet, above 100.00 or for more than two hours ahead, 409 `code-needed` asks for it',
  }),
};

/** So many deeds of giving one order bears. */
const GIVEN_MOST = 20;

const tillFields = {
  ...fields,
  customerInfo: walkIn,
  items: tillItems(ORDER_TEXTS.items),
  given: z.array(staffDiscountRequest).max(GIVEN_MOST).nullish().openapi({
    description:
      'What the house takes off, and why; a `line` is the place among `items`, from 1. Beyond the limit of the house it takes a manager',
  }),
  sellAnyway,
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
  const refuse = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });

  if (isSound('locationInfo') && isSound('location') && isSound('locationId')) {
    const { id, name } = locationOf(where);
    if (id === '') refuse(ORDER_TEXTS.location, 'locationInfo', 'id');
    else if (name === '') refuse(ORDER_TEXTS.locationName, 'locationInfo', 'name');
  }
  if (goes('address') && isSound('deliveryInfo')) {
    const problem = addressProblem(deliveryInfo?.address ?? '');
    if (problem !== null) refuse(problem, 'deliveryInfo', 'address');
  }
  if (goes('table') && isSound('tableInfo') && !isPartySize(tableInfo?.partySize ?? 0)) {
    refuse(ORDER_TEXTS.partySize, 'tableInfo', 'partySize');
  }
  if (issues.length === 0) return;
  const reported = issues.filter((issue) => {
    const field = fieldOf(issue);
    // What belongs to another type of order is not read.
    return !(field in OWN_FIELDS) || goes(OWN_FIELDS[field as keyof typeof OWN_FIELDS]);
  });
  issues.splice(
    0,
    issues.length,
    ...reported.toSorted((a, b) => SEQUENCE.indexOf(fieldOf(a)) - SEQUENCE.indexOf(fieldOf(b))),
  );
}

const TOGETHER = {
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** An order as somebody asks for it, in our units. Its prices are only a claim. */
export type OrderRequest = ReturnType<typeof requestOf>;

function requestOf(provided: Given) {
  const { customerInfo, orderType, deliveryInfo, tableInfo, pricing, paymentMethod } = provided;
  const {
    address,
    instructions,
    leaveAtDoor,
    postalCode: typedCode,
    point: shown,
    zoneName: named,
  } = deliveryInfo ?? {};
  return {
    customer: {
      name: customerInfo.name,
      email: customerInfo.email ?? '',
      phone: normalisePhone(customerInfo.phone ?? '') ?? '',
      userId: customerInfo.firebaseId ?? null,
    } satisfies OrderCustomer,
    items: provided.items,
    location: locationOf(provided),
    orderType,
    paymentMethod: GUEST_PAYMENT_METHODS.find((existing) => existing === paymentMethod) ?? 'cash',
    tip: provided.tipAmount ?? pricing.tip,
    pricing,
    delivery: goesTo(orderType, 'address')
      ? {
          address: address ?? '',
          instructions: instructions ?? '',
          ...(leaveAtDoor && { leaveAtDoor }),
          postalCode: postalKey(typedCode ?? '') || postalIn(address ?? ''),
          point: shown ?? null,
          ...(named && { zoneName: named }),
        }
      : null,
    table: goesTo(orderType, 'table')
      ? { tableNumber: tableInfo?.tableNumber ?? '', partySize: tableInfo?.partySize ?? 0 }
      : null,
    vehicle: goesTo(orderType, 'counter') ? (provided.vehicle ?? '') : '',
    ...notesIn(provided),
    agreesToWait: provided.agreesToWait ?? false,
    wantedFor: provided.wantedFor == null ? null : new Date(provided.wantedFor),
    cartId: provided.cartId || null,
    welcomeCode: provided.welcomeCode ?? '',
    contactCode: provided.contactCode ?? '',
    given: provided.given ?? [],
    sellAnyway: provided.sellAnyway ?? [],
  };
}

/** The till counted what it was given; what is typed far away is held to what somebody may mean. */
function tipHeld({ tipAmount, pricing }: Pick<Given, 'tipAmount' | 'pricing'>, context: z.core.$RefinementCtx): void {
  if ((tipAmount ?? pricing.tip) <= mostGuestTip(pricing)) return;
  const path = tipAmount == null ? ['pricing', 'tip'] : ['tipAmount'];
  context.addIssue({ code: 'custom', message: ORDER_TEXTS.tipLarge, path });
}

/** The order a guest sends: a name, and an e-mail address or a phone number or both. */
export const orderPayload = z
  .object(fields, ORDER_TEXTS.body)
  .superRefine(together, TOGETHER)
  .superRefine(tipHeld)
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
  .transform((provided) => ({ ...requestOf(provided), finalTotal: provided.finalTotal }))
  .openapi('CashTillOrderPayload');
