import { readCarts, writeCarts } from '../../shared/cart/cart-storage.ts';
import { parseJsonFields } from '@tiffin/domain/core';
import { emptyTill, type Till } from './till.ts';

/** The steps on a phone, which has room for one at a time; 'ticket' is the order, under its name in stored drafts. */
export type Step = 'menu' | 'details' | 'ticket';

export type TillCall =
  | 'createAdminOrderCash'
  | 'createAdminPaymentLink'
  | 'createAdminOrderOnline'
  | 'createAdminOrderUnpaid'
  | 'addRound';

/** The idempotency key of the order until a response arrives. What is sent under it makes at most one order. */
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
  return typedJson({ ...till, locationId: '', tab: null, seat: 0, course: 0 }) !== typedJson(emptyTill(''));
}

/** What staff typed, without the data that was looked up. */
function typedJson(till: Till): string {
  const lookedUp = { regular: null, found: [], lookup: 'idle', allergiesOfGuest: [] };
  // An empty order first, because the text depends on the order of the fields.
  return JSON.stringify({ ...emptyTill(''), ...till, carts: writeCarts(till.carts), ...lookedUp });
}

/** An older draft belongs to an earlier shift and is dropped. */
const MAX_DRAFT_AGE_MS = 12 * 3_600_000;
/** Raise it when a field of `Till` gets another meaning, so that drafts from before are dropped. */
const FORMAT = 1;

/** The text of a draft for the storage, with its owner and its time. */
export function storedOrderText(uid: string, at: number, { till, linksOut, ...rest }: StoredOrder): string {
  const links = linksOut.map((link) => ({ ...link, till: toStoredTill(link.till) }));
  return JSON.stringify({ uid, at, format: FORMAT, ...rest, till: toStoredTill(till), linksOut: links });
}

interface StoredTill extends Omit<Till, 'carts'> {
  readonly carts: string | null;
}

function toStoredTill(till: Till): StoredTill {
  return { ...till, carts: writeCarts(till.carts) };
}

/** What is stored besides its owner and its time. */
interface StoredFields extends SentRequests {
  readonly till: StoredTill;
  readonly step: Step;
  readonly linksOut: readonly (Omit<OpenPaymentLink, 'till'> & { readonly till: StoredTill })[];
}

/** A draft of an earlier version lacks the newer fields, which start empty. */
function fromStoredTill(till: StoredTill): Till {
  return { ...emptyTill(''), ...till, carts: readCarts(till.carts).carts };
}

export interface ReadContext {
  readonly uid: string;
  readonly now: number;
  /** The locations this person takes orders for; `home` is the first one shown. */
  readonly locationIds: readonly string[];
  readonly home: string;
}

/**
 * Reads the stored draft if it belongs to this person and this shift. The draft of another format, or of a location they
 * take no orders for, is discarded, but its key stays, because it may have been sent.
 */
export function readStoredOrder(
  stored: string | null,
  { uid, now, locationIds, home }: ReadContext,
): StoredOrder | null {
  const { uid: owner, at, format, ...fields } = parseJsonFields(stored);
  if (owner !== uid || typeof at !== 'number' || now - at > MAX_DRAFT_AGE_MS) return null;
  // Only this file writes it, and only in this tab.
  const { key, sent, step, ...draft } = fields as unknown as StoredFields;
  const emptyOrder = { key, sent, step: 'menu', till: emptyTill(home), linksOut: [] } as const;
  if (format !== FORMAT) return emptyOrder;
  const till = fromStoredTill(draft.till);
  const linksOut = draft.linksOut
    .map((link) => ({ ...link, till: fromStoredTill(link.till) }))
    .filter((link) => locationIds.includes(link.till.locationId));
  if (!locationIds.includes(till.locationId)) return { ...emptyOrder, linksOut };
  return { key, sent, step: isStarted(till) ? step : 'menu', till, linksOut };
}
