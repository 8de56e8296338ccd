import { z } from '@hono/zod-openapi';
import { say, ZERO } from '@tiffin/domain/core';
import { findPostalCode, normalisePostalCode, postalCodeProblem } from '@tiffin/domain/delivery';
import {
  addressProblem,
  customerEmailProblem,
  customerNameProblem,
  customerPhoneProblem,
  mapGuestNotes,
  orderTypeGoesTo,
  GUEST_NOTES,
  negativeText,
  pickGuestNotes,
  promoCodeOf,
  ORDER_DEFAULTS,
  ORDER_TEXTS,
  ORDER_TYPES,
  TEXT_LIMITS,
  tooLongText,
  totalProblem,
  MAX_VEHICLE_LENGTH,
  type OrderCustomer,
  type OrderLocation,
} from '@tiffin/domain/order';
import { PARTY_MAX, PARTY_MIN, PARTY_PROBLEM, isPartySize } from '@tiffin/domain/reservation';
import { GUEST_PAYMENT_METHODS } from '@tiffin/domain/payment';
import { normalisePhone } from '@tiffin/domain/people';
import { maxGuestTip, type PriceFigure } from '@tiffin/domain/pricing';
import { allergyNote, requestedAllergies } from './allergies.ts';
import { point, postalCode, zoneName } from '../delivery/delivery.ts';
import { checkOfflineSale, offlineFields, toOfflineSale } from './offline-sale.ts';
import { cartId } from './cart-id.ts';
import { chargeReasons, withoutCharges } from './charge-request.ts';
import { offerFields, welcomeCode } from './order-offers.ts';
import { staffDiscountRequest } from './staff-discounts.ts';
import { orderItems, quotedItems, sellAnyway, tillItems, optionalText } from './order-items.ts';
import { dollarsToCents, instantInput, locationId as requiredLocationId, moneyInput, toSchemaCheck } from '../wire.ts';

// The error messages are those of the specification and are returned in the order of the fields.

/** Skips the check for an empty text. */
const checkUnlessEmpty = (problem: (text: string) => string | null) =>
  toSchemaCheck((text: string) => (text === '' ? null : problem(text)));

const customerName = z.string(ORDER_TEXTS.name).trim().check(toSchemaCheck(customerNameProblem));
const email = z.string(ORDER_TEXTS.email).trim().toLowerCase();
const phone = z.string(ORDER_TEXTS.phone).trim();
const firebaseId = z.string(ORDER_TEXTS.firebaseId).trim().min(1, ORDER_TEXTS.firebaseId).nullish();

/** Requires an email address, a phone number or both. */
const guest = z
  .object(
    {
      name: customerName,
      email: email.check(toSchemaCheck(customerEmailProblem)).nullish(),
      phone: phone.check(toSchemaCheck(customerPhoneProblem)).nullish(),
      firebaseId,
    },
    ORDER_TEXTS.customer,
  )
  .superRefine((provided, context) => {
    if (provided.email != null || provided.phone != null) return;
    context.addIssue({ code: 'custom', message: ORDER_TEXTS.email, path: ['email'] });
    context.addIssue({ code: 'custom', message: ORDER_TEXTS.phone, path: ['phone'] });
  });

/** Staff need to enter only a name. */
const walkIn = z.object(
  {
    name: customerName,
    email: email.check(checkUnlessEmpty(customerEmailProblem)).nullish(),
    phone: phone.check(checkUnlessEmpty(customerPhoneProblem)).nullish(),
    firebaseId,
  },
  ORDER_TEXTS.customer,
);

const locationFields = z.object(
  {
    id: optionalText('Location id', TEXT_LIMITS.id),
    name: optionalText('Location name', TEXT_LIMITS.locationText),
    address: optionalText('Location address', TEXT_LIMITS.locationText),
    phone: optionalText('Location phone', TEXT_LIMITS.locationText),
    postalCode: optionalText('Location postalCode', TEXT_LIMITS.locationText),
  },
  ORDER_TEXTS.location,
);

/** The location: `locationInfo` is an object; `location` may be the same object or only an id. */
export const locationReference = {
  locationInfo: locationFields
    .nullish()
    .describe('The location. An order needs its `name` here or in `location`, and its id in any of the three fields'),
  location: z
    .union([locationFields, z.string()], ORDER_TEXTS.location)
    .nullish()
    .describe('The location with its fields, or only its id'),
  locationId: z.string().nullish(),
};

/** The location that a request names. Fields that are missing are empty. */
export function parseLocationReference({
  locationInfo,
  location,
  locationId,
}: z.output<z.ZodObject<typeof locationReference>>): OrderLocation {
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

export const pricingFigure = (name: PriceFigure | 'off' | 'charges') =>
  dollarsToCents((amount) => amount >= 0, negativeText(name));

const pricingFields = z
  .object(
    {
      subtotal: pricingFigure('subtotal'),
      off: pricingFigure('off')
        .nullish()
        .describe('Discounts given by staff: total = subtotal − off + charges + tax + tip'),
      charges: pricingFigure('charges').nullish().describe('Charges, for example the delivery fee'),
      tax: pricingFigure('tax'),
      tip: pricingFigure('tip').nullish(),
      total: pricingFigure('total'),
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
  .describe('Compared with the menu prices, which apply');

const fields = {
  customerInfo: guest.describe(
    'The guest. An email address or a phone number is required; for a delivery, the phone number',
  ),
  items: orderItems(ORDER_TEXTS.items),
  ...locationReference,
  orderType: z
    .enum(ORDER_TYPES, ORDER_TEXTS.orderType)
    .nullish()
    .transform((type) => type ?? ORDER_DEFAULTS.orderType)
    .describe(`Defaults to ${ORDER_DEFAULTS.orderType}`),
  deliveryInfo: z
    .object(
      {
        address: optionalText(say`Delivery address`, TEXT_LIMITS.address),
        instructions: optionalText(say`Delivery instructions`, TEXT_LIMITS.instructions),
        leaveAtDoor: z
          .boolean()
          .nullish()
          .describe('True to leave it at the door, false or absent to hand it over. Fails with 400 for cash'),
        postalCode: postalCode
          .nullish()
          .describe(
            'Decides the delivery zone. Defaults to the postal code in the address. Fails with 409 `outside-delivery` if no zone covers it, `destination-needed` if more information is needed, or `below-minimum`',
          ),
        point: point.nullish().describe('The guest’s position, if they shared it, for zones that are drawn on the map'),
        zoneName: zoneName
          .nullish()
          .describe('For orders by staff: the name of the zone, if neither postal code nor position tells it'),
      },
      ORDER_TEXTS.address,
    )
    .nullish()
    .describe('The address of a delivery. Required for `delivery`, ignored for other order types'),
  tableInfo: z
    .object(
      {
        tableNumber: z
          .union([z.string(), z.number()], say`Table number must be a text`)
          .transform((text) => String(text).trim())
          .refine((text) => text.length <= TEXT_LIMITS.tableNumber, {
            error: () => tooLongText(say`Table number`, TEXT_LIMITS.tableNumber),
          })
          .nullish(),
        partySize: z.number(PARTY_PROBLEM).nullish().describe(`A whole number from ${PARTY_MIN} to ${PARTY_MAX}`),
      },
      PARTY_PROBLEM,
    )
    .nullish()
    .describe('The table and the number of guests, for dine-in only'),
  vehicle: optionalText(say`Your car`, MAX_VEHICLE_LENGTH).describe(
    'A description of the car, if the location brings pickup orders to cars',
  ),
  paymentMethod: z.enum(GUEST_PAYMENT_METHODS, ORDER_TEXTS.paymentMethod).nullish().describe('Defaults to cash'),
  pricing: pricingFields,
  tipAmount: pricingFigure('tip').nullish().describe('Defaults to the tip in `pricing`'),
  ...mapGuestNotes((note) => optionalText(GUEST_NOTES[note].name, GUEST_NOTES[note].most)),
  allergies: requestedAllergies.nullish().describe('The allergies of everybody the order is for'),
  allergyNote: allergyNote.nullish().describe('What the kitchen should know about the allergies'),
  agreesToWait: z
    .boolean()
    .nullish()
    .describe(
      'If true, the order may wait until the location opens. Otherwise a closed location fails with 409 `location-closed` and `nextOpening`',
    ),
  wantedFor: instantInput('wantedFor must be a time')
    .nullish()
    .describe(
      'The time at which the order should be ready, from `getReadyTimes`. Leave out for as soon as possible. Fails with 409 `time-unavailable` and the `nearest` times if it is not available',
    ),
  shownReadyBy: instantInput('shownReadyBy must be a time')
    .nullish()
    .describe(
      'For an order as soon as possible: the `to` of `getReadyTimes` that the guest read. Fails with 409 `time-later` and the new `from` and `to` if the order would be ready much later',
    ),
  cartId,
  withoutCharges,
  welcomeCode,
  ...offerFields,
  contactCode: z
    .string()
    .trim()
    .max(20)
    .nullish()
    .describe(
      'The six digits sent by `sendOrderCode`. Cash orders without an account fail with 409 `code-needed` if the guest has an unpaid order, if the total is above 100.00, or if the order is more than two hours ahead',
    ),
};

/** The highest number of discounts on one order. */
const MAX_STAFF_DISCOUNTS = 20;

const tillFields = {
  ...fields,
  customerInfo: walkIn,
  items: tillItems(ORDER_TEXTS.items),
  given: z
    .array(staffDiscountRequest)
    .max(MAX_STAFF_DISCOUNTS)
    .nullish()
    .describe(
      'Discounts given by staff, with reasons. `line` is the position in `items`, starting at 1. Discounts above the limit need a manager',
    ),
  chargeReasons,
  sellAnyway,
  paymentMethod: z.string().nullish().describe('Ignored. The call decides how the order is paid'),
};
const counterFields = { ...tillFields, ...offlineFields };
const cashFields = {
  ...counterFields,
  cashConfirmed: z.literal(true, 'cashConfirmed is required: the cash has to be counted first'),
  finalTotal: moneyInput.optional().describe('The amount charged at the counter, in dollars'),
};
type ParsedOrder = z.output<z.ZodObject<typeof tillFields>>;

/** Fields that belong to one order type. */
const ORDER_TYPE_FIELDS = { deliveryInfo: 'address', tableInfo: 'table' } as const;
const FIELD_ORDER = Object.keys(cashFields);

/**
 * Checks that involve several fields. They also run if some fields are invalid, so that all errors are returned at
 * once, in the order of the fields.
 */
function checkRelatedFields(
  { orderType, deliveryInfo, tableInfo, ...where }: ParsedOrder,
  context: z.core.$RefinementCtx<ParsedOrder>,
): void {
  const { issues } = context;
  const fieldOf = ({ path }: (typeof issues)[number]) => String(path?.[0]);
  const belongsTo = (to: 'address' | 'table') => isValid('orderType') && orderTypeGoesTo(orderType, to);
  const isValid = (field: keyof ParsedOrder) => !issues.some((issue) => fieldOf(issue) === field);
  const refuse = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });

  if (isValid('locationInfo') && isValid('location') && isValid('locationId')) {
    const { id, name } = parseLocationReference(where);
    if (id === '') refuse(ORDER_TEXTS.location, 'locationInfo', 'id');
    else if (name === '') refuse(ORDER_TEXTS.locationName, 'locationInfo', 'name');
  }
  if (belongsTo('address') && isValid('deliveryInfo')) {
    const address = deliveryInfo?.address ?? '';
    const problem = addressProblem(address) ?? postalCodeProblem(deliveryInfo?.postalCode ?? '', address);
    if (problem !== null) refuse(problem, 'deliveryInfo', 'address');
  }
  if (belongsTo('table') && isValid('tableInfo') && !isPartySize(tableInfo?.partySize ?? 0)) {
    refuse(PARTY_PROBLEM, 'tableInfo', 'partySize');
  }
  if (issues.length === 0) return;
  const relevantIssues = issues.filter((issue) => {
    const field = fieldOf(issue);
    // Fields of another order type are ignored.
    return !(field in ORDER_TYPE_FIELDS) || belongsTo(ORDER_TYPE_FIELDS[field as keyof typeof ORDER_TYPE_FIELDS]);
  });
  issues.splice(
    0,
    issues.length,
    ...relevantIssues.toSorted((a, b) => FIELD_ORDER.indexOf(fieldOf(a)) - FIELD_ORDER.indexOf(fieldOf(b))),
  );
}

/** Runs a check for every object, also if some of its fields are invalid. */
const WHEN_OBJECT = {
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** A requested order in internal units. Its prices are not trusted. */
export type OrderRequest = ReturnType<typeof toOrderRequest>;

function toOrderRequest(provided: ParsedOrder) {
  const { customerInfo, orderType, deliveryInfo, tableInfo, pricing, paymentMethod } = provided;
  const { address, instructions, leaveAtDoor, ...destination } = deliveryInfo ?? {};
  return {
    customer: {
      name: customerInfo.name,
      email: customerInfo.email ?? '',
      phone: normalisePhone(customerInfo.phone ?? '') ?? '',
      userId: customerInfo.firebaseId ?? null,
    } satisfies OrderCustomer,
    items: provided.items,
    location: parseLocationReference(provided),
    orderType,
    paymentMethod: GUEST_PAYMENT_METHODS.find((each) => each === paymentMethod) ?? 'cash',
    tip: provided.tipAmount ?? pricing.tip,
    pricing,
    delivery: orderTypeGoesTo(orderType, 'address')
      ? {
          address: address ?? '',
          instructions: instructions ?? '',
          leaveAtDoor: leaveAtDoor || undefined,
          postalCode: normalisePostalCode(destination.postalCode ?? '') || findPostalCode(address ?? ''),
          point: destination.point ?? null,
          zoneName: destination.zoneName || undefined,
        }
      : null,
    table: orderTypeGoesTo(orderType, 'table')
      ? { tableNumber: tableInfo?.tableNumber ?? '', partySize: tableInfo?.partySize ?? 0 }
      : null,
    vehicle: orderTypeGoesTo(orderType, 'counter') ? (provided.vehicle ?? '') : '',
    ...pickGuestNotes(provided),
    allergies: provided.allergies ?? [],
    allergyNote: provided.allergyNote ?? '',
    agreesToWait: provided.agreesToWait ?? false,
    wantedFor: provided.wantedFor == null ? null : new Date(provided.wantedFor),
    shownReadyBy: provided.shownReadyBy == null ? null : new Date(provided.shownReadyBy),
    cartId: provided.cartId || null,
    withoutCharges: provided.withoutCharges ?? [],
    chargeReasons: provided.chargeReasons ?? {},
    welcomeCode: promoCodeOf(provided.welcomeCode ?? ''),
    promoCode: promoCodeOf(provided.promoCode ?? ''),
    points: provided.points ?? 0,
    giftCardCode: provided.giftCardCode ?? '',
    contactCode: provided.contactCode ?? '',
    given: provided.given ?? [],
    sellAnyway: provided.sellAnyway ?? [],
  };
}

/** Limits the tip of online orders. At the counter, staff count the money. */
function checkGuestTip(
  { tipAmount, pricing }: Pick<ParsedOrder, 'tipAmount' | 'pricing'>,
  context: z.core.$RefinementCtx,
): void {
  const isPriceInvalid = context.issues.some(({ path: [field] = [] }) => field === 'pricing' || field === 'tipAmount');
  if (isPriceInvalid || (tipAmount ?? pricing.tip) <= maxGuestTip(pricing)) return;
  const path = tipAmount == null ? ['pricing', 'tip'] : ['tipAmount'];
  context.addIssue({ code: 'custom', message: ORDER_TEXTS.tipLarge, path });
}

/** An order by a guest. */
export const orderPayload = z
  .object(fields, ORDER_TEXTS.body)
  .superRefine(checkRelatedFields, WHEN_OBJECT)
  .superRefine(checkGuestTip)
  .transform(toOrderRequest)
  .openapi('OrderPayload');

const NO_FIGURES = { subtotal: ZERO, off: ZERO, charges: ZERO, tax: ZERO, tip: ZERO, total: ZERO };

/** A cart that is priced without being ordered. It has no guest and no figures to compare. */
export const quotePayload = z
  .object(
    {
      locationId: requiredLocationId,
      items: quotedItems(ORDER_TEXTS.items),
      orderType: fields.orderType,
      tipAmount: fields.tipAmount,
      wantedFor: fields.wantedFor,
      agreesToWait: fields.agreesToWait,
      postalCode: postalCode
        .nullish()
        .describe('The destination of a delivery, which decides the zone, its fee and its minimum'),
      tableInfo: fields.tableInfo,
      withoutCharges,
      ...offerFields,
      offerCode: z
        .string()
        .trim()
        .max(TEXT_LIMITS.id)
        .nullish()
        .describe('The code of an offer. Fails with 409 `offer-over` and a `reason` if the caller cannot use it'),
    },
    ORDER_TEXTS.body,
  )
  .transform(({ postalCode: destination, offerCode, ...provided }) =>
    toOrderRequest({
      ...provided,
      customerInfo: { name: '' },
      deliveryInfo: { postalCode: destination },
      pricing: NO_FIGURES,
      welcomeCode: offerCode,
    }),
  )
  .openapi('QuotePayload');

/** An order entered by staff. */
export const tillPayload = z
  .object(tillFields, ORDER_TEXTS.body)
  .superRefine(checkRelatedFields, WHEN_OBJECT)
  .transform(toOrderRequest)
  .openapi('TillOrderPayload');

/** An order at the counter, which may have been taken without a connection. */
export const counterPayload = z
  .object(counterFields, ORDER_TEXTS.body)
  .superRefine(checkRelatedFields, WHEN_OBJECT)
  .superRefine(checkOfflineSale)
  .transform((provided) => ({ ...toOrderRequest(provided), offline: toOfflineSale(provided) }))
  .openapi('CounterOrderPayload');

/** The same, whose cash was counted. */
export const cashTillPayload = z
  .object(cashFields, ORDER_TEXTS.body)
  .superRefine(checkRelatedFields, WHEN_OBJECT)
  .superRefine(checkOfflineSale)
  .transform((order) => ({ ...toOrderRequest(order), offline: toOfflineSale(order), finalTotal: order.finalTotal }))
  .openapi('CashTillOrderPayload');
