import { readCarts, writeCarts } from '../../shared/cart/cart-storage.ts';
import { asNumber, asText, cents, parseJsonFields, asRecord } from '@tiffin/domain/core';
import { storedNotes, ORDER_TYPES } from '@tiffin/domain/order';
import { STAFF_DISCOUNT_KINDS, DISCOUNT_REASONS } from '@tiffin/domain/pricing';
import { readAllergies, withLineAllergies } from '../../shared/cart/stated-allergies.ts';
import type { OrderTime } from '../../shared/cart/order-time.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import type { TabTarget } from '../../shared/tabs/tabs.ts';
import { emptyTill, type KnownCustomer, type Till, type TillDiscount, type TipPick } from './till.ts';
import { TILL_PAYMENTS, type TillPayment } from './till-payments.ts';

/** The steps on a phone, which has room for one at a time. */
const STEPS = ['menu', 'details', 'ticket'] as const;
export type Step = (typeof STEPS)[number];

const CALLS = [
  'createAdminOrderCash',
  'createAdminPaymentLink',
  'createAdminOrderOnline',
  'createAdminOrderUnpaid',
  'addRound',
] as const;
export type TillCall = (typeof CALLS)[number];

/**
 * The Idempotency-Key of the current order. It is created with the order and replaced once a response has arrived, so
 * everything sent under it creates at most one order.
 */
export interface SentRequests {
  readonly key: string;
  /** What was sent under the key and may have arrived. */
  readonly sent: { readonly call: TillCall; readonly bodies: readonly string[] } | null;
}

/** An order whose payment link the guest has. It becomes an order once it is paid; until then it is a draft here. */
export interface OpenPaymentLink {
  readonly sessionId: string;
  readonly paymentUrl: string | null;
  readonly total: number;
  readonly till: Till;
}

/** A draft and its key, always stored together. */
export interface StoredOrder extends SentRequests {
  readonly till: Till;
  readonly step: Step;
  readonly linksOut: readonly OpenPaymentLink[];
}

/** Adds a body to those sent without a response. */
export function withSent({ key, sent }: SentRequests, call: TillCall, body: string): SentRequests {
  const before = sent?.call === call ? sent.bodies.filter((each) => each !== body) : [];
  return { key, sent: { call, bodies: [...before, body] } };
}

/** True if anything was chosen or typed. A location or a table alone does not count. */
export function isStarted(till: Till): boolean {
  return typed({ ...till, locationId: '', tab: null, seat: 0, course: 0 }) !== typed(emptyTill(''));
}

/** What staff typed, without the data that was looked up. */
function typed(till: Till): string {
  const lookedUp = { regular: null, found: [], lookup: 'idle', allergiesOfGuest: [] };
  // An empty order first, because the text depends on the order of the fields.
  return JSON.stringify({ ...emptyTill(''), ...till, carts: writeCarts(till.carts), ...lookedUp });
}

/** A draft older than this belongs to an earlier shift. */
const SHIFT_MS = 12 * 3_600_000;

export function storedOrderText(uid: string, at: number, { till, linksOut, ...rest }: StoredOrder): string {
  const links = linksOut.map((link) => ({ ...link, till: tillText(link.till) }));
  return JSON.stringify({ uid, at, ...rest, till: tillText(till), linksOut: links });
}

function tillText(till: Till): object {
  return { ...till, carts: writeCarts(till.carts) };
}

export interface ReadContext {
  readonly uid: string;
  readonly now: number;
  /** The locations this person takes orders for; `home` is the first one shown. */
  readonly locationIds: readonly string[];
  readonly home: string;
}

/**
 * Reads the stored draft if it belongs to this person and this shift. The draft of a location they take no orders for
 * is discarded, but its key stays, because it may have been sent.
 */
export function readStoredOrder(
  stored: string | null,
  { uid, now, locationIds, home }: ReadContext,
): StoredOrder | null {
  const fields = parseJsonFields(stored);
  const { at, key } = fields;
  if (fields['uid'] !== uid || typeof at !== 'number' || now - at > SHIFT_MS) return null;
  if (typeof key !== 'string' || key === '') return null;
  const till = readTill(asRecord(fields['till']) ?? {});
  const isHere = locationIds.includes(till.locationId);
  return {
    key,
    sent: readSent(asRecord(fields['sent'])),
    till: isHere ? till : emptyTill(home),
    step: (isHere && isStarted(till) && STEPS.find((step) => step === fields['step'])) || 'menu',
    linksOut: readLinks(fields['linksOut']).filter((link) => locationIds.includes(link.till.locationId)),
  };
}

function readSent(fields: Fields | null): SentRequests['sent'] {
  const call = CALLS.find((each) => each === fields?.['call']);
  const bodies = fields?.['bodies'];
  if (!call || !Array.isArray(bodies)) return null;
  return { call, bodies: bodies.filter((body) => typeof body === 'string') };
}

function readLinks(stored: unknown): OpenPaymentLink[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each): OpenPaymentLink[] => {
    const { sessionId, paymentUrl, total, till } = asRecord(each) ?? {};
    const fields = asRecord(till);
    if (typeof sessionId !== 'string' || typeof total !== 'number' || !fields) return [];
    return [
      { sessionId, paymentUrl: typeof paymentUrl === 'string' ? paymentUrl : null, total, till: readTill(fields) },
    ];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function readTill(fields: Fields): Till {
  const empty = emptyTill('');
  const or = (name: keyof Till) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  const regular = regularIn(fields, 'regular');
  const people = Array.isArray(fields['found']) ? fields['found'] : [];
  return {
    locationId: or('locationId'),
    carts: readTillCarts(fields),
    wantedType: ORDER_TYPES.find((type) => type === fields['wantedType']) ?? empty.wantedType,
    phone: or('phone'),
    name: or('name'),
    email: or('email'),
    regular,
    found: people.flatMap((person) => regularIn({ person }, 'person') ?? []),
    lookup: fields['lookup'] === 'searching' || fields['lookup'] === 'done' ? fields['lookup'] : 'idle',
    address: or('address'),
    deliveryInstructions: or('deliveryInstructions'),
    leaveAtDoor: fields['leaveAtDoor'] === true,
    postalCode: or('postalCode'),
    zoneName: or('zoneName'),
    tableNumber: or('tableNumber'),
    noTable: fields['noTable'] === true,
    partySize: or('partySize'),
    ...storedNotes(fields),
    tip: readTip(asRecord(fields['tip'])),
    payment: readPayment(fields),
    promoCode: or('promoCode'),
    points: Number(fields['points']) || 0,
    given: readDiscounts(fields['given']),
    sellAnyway: idsIn(fields['sellAnyway']),
    wantedTime: readTime(fields['wantedTime']),
    allergiesOfGuest: readAllergies(fields['allergiesOfGuest']),
    allergies: readAllergies(fields['allergies']),
    tab: eventPayload<TabTarget>(fields, 'tab', 'billId', 'tableId', 'name', 'guests'),
    seat: asNumber(fields['seat']) ?? 0,
    course: asNumber(fields['course']) ?? 0,
  };
}

/** Older drafts store the allergies of a line apart from it. */
function readTillCarts({ carts, lineAllergies }: Fields): Till['carts'] {
  const read = Object.entries(readCarts(asText(carts) || null).carts);
  return Object.fromEntries(read.map(([id, cart]) => [id, withLineAllergies(cart, lineAllergies)]));
}

/** Older drafts call a link `card`, and a link for an order that is cooked before it is paid `account`. */
function readPayment({ payment, allergiesOfGuest }: Fields): TillPayment {
  if (payment === 'card') return 'link';
  if (payment === 'account' && allergiesOfGuest === undefined) return 'link-later';
  return TILL_PAYMENTS.find((way) => way === payment) ?? 'cash';
}

function readTime(stored: unknown): OrderTime {
  return typeof stored === 'string' && (stored === 'unchosen' || !Number.isNaN(Date.parse(stored)))
    ? (stored as OrderTime)
    : 'asap';
}

function regularIn(fields: Fields, name: string): KnownCustomer | null {
  return eventPayload<KnownCustomer>(fields, name, 'id', 'firebaseId', 'name', 'email', 'totalOrders', 'totalSpent');
}

/** Invalid discounts are dropped. Staff notice at once, because the total differs. */
function readDiscounts(stored: unknown): TillDiscount[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each): TillDiscount[] => {
    const { id, cartKey, kind, reason, percent, amount, price, note } = asRecord(each) ?? {};
    const discountChoice = {
      kind: STAFF_DISCOUNT_KINDS.find((one) => one === kind),
      reason: DISCOUNT_REASONS.find((one) => one === reason),
    };
    if (!discountChoice.kind || !discountChoice.reason || typeof id !== 'string') return [];
    const sum = (value: unknown) => (Number.isSafeInteger(value) ? cents(Number(value)) : null);
    return [
      {
        id,
        kind: discountChoice.kind,
        reason: discountChoice.reason,
        cartKey: typeof cartKey === 'string' ? cartKey : null,
        percent: typeof percent === 'number' ? percent : null,
        amount: sum(amount),
        price: sum(price),
        note: typeof note === 'string' ? note : '',
      },
    ];
  });
}

function idsIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
}

function readTip(tip: Fields | null): TipPick {
  const { kind, percent, dollars } = tip ?? {};
  if (kind === 'percent' && typeof percent === 'number') return { kind, percent };
  if (kind === 'other' && typeof dollars === 'string') return { kind, dollars };
  return { kind: 'none' };
}
