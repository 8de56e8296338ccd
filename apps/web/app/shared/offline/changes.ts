import type { Calls, InputOf } from '@tiffin/contract';
import type { KitchenOrder } from '@tiffin/domain/printing';
import type { ReceiptSource } from '@tiffin/domain/receipt';
import type { QueueKind, Waiting } from './queue-rules.ts';
import type { Answer } from '../api/api.ts';

type Body<C extends QueuedCall> = InputOf<C>['body'];

interface Rule<C extends keyof Calls> {
  /** How failures are treated. `order` is all work during service, which stops for a person if it keeps failing. */
  readonly kind: QueueKind;
  /** The records that it changes. Changes with a common subject are sent in order. */
  readonly subjects: (body: InputOf<C>['body']) => readonly string[];
  /** The version after the change, for later changes based on the same version. */
  readonly version?: (answer: Answer<C>) => number;
}

const order = ({ orderId }: { orderId: string }) => [`order ${orderId}`];
const dish = ({ locationId, itemId }: { locationId: string; itemId: string }) => [`dish ${locationId}/${itemId}`];
const sitting = ({ sittingId }: { sittingId: string }) => [`sitting ${sittingId}`];
const drawer = ({ drawerId }: { drawerId: string }) => [`drawer ${drawerId}`];
/** The tables of a party that is to sit there. */
export const tableIdsOf = ({
  tableId,
  tableIds,
}: {
  tableId?: string | undefined;
  tableIds?: readonly string[] | undefined;
}) => tableIds ?? (tableId === undefined ? [] : [tableId]);
const location = ({ locationId }: { locationId: string }) => [`location ${locationId}`];

/** Changes that may wait for a connection. */
const RULES = {
  updateOrderStatus: { kind: 'order', subjects: order },
  strikeOrderItem: { kind: 'order', subjects: order },
  bumpLines: { kind: 'order', subjects: order },
  recallTicket: { kind: 'order', subjects: order },
  confirmAllergies: { kind: 'order', subjects: order },
  stepDelivery: { kind: 'order', subjects: order },
  handOverDelivery: { kind: 'order', subjects: order },
  // A question about money, which may be answered later, does not delay the kitchen.
  processOrderPayment: { kind: 'order', subjects: ({ orderId }) => [`payment of ${orderId}`] },
  seatParty: {
    kind: 'floor',
    subjects: ({ sittingId, ...to }) => [
      ...tableIdsOf(to).map((tableId) => `table ${tableId}`),
      ...(sittingId === undefined ? [] : [`sitting ${sittingId}`]),
    ],
  },
  moveSitting: { kind: 'floor', subjects: sitting },
  endSitting: { kind: 'floor', subjects: sitting },
  openDrawer: { kind: 'order', subjects: drawer },
  addDrawerEntry: { kind: 'order', subjects: drawer },
  closeDrawer: { kind: 'order', subjects: drawer },
  // One subject for everyone on this device, so that times are sent as they were recorded.
  clockIn: { kind: 'order', subjects: () => ['hours'] },
  clockOut: { kind: 'order', subjects: () => ['hours'] },
  addPayment: { kind: 'order', subjects: ({ billId }) => [`payment of ${billId}`] },
  // A round has the sitting of its party as its subject where this device knows it, otherwise the table or the tab. So
  // it is sent after the party was seated or moved, and no other party gets it on its bill.
  addRound: {
    kind: 'order',
    subjects: ({ billId, sittingId, tableId, label }) => [
      sittingId ? `sitting ${sittingId}` : tableId ? `table ${tableId}` : `tab ${billId ?? label}`,
    ],
  },
  fireCourse: { kind: 'order', subjects: ({ billId }) => [`tab ${billId}`] },
  // Only orders that were taken without the server wait here, with their number.
  createAdminOrderCash: { kind: 'order', subjects: () => [] },
  createAdminOrderUnpaid: { kind: 'order', subjects: () => [] },
  addMenuItem: { kind: 'menu', subjects: () => [] },
  updateMenuItem: { kind: 'menu', subjects: dish, version: (answer) => answer.item.version },
  deleteMenuItem: { kind: 'menu', subjects: dish },
  duplicateMenuItem: { kind: 'menu', subjects: dish },
  setMenuAvailability: {
    kind: 'menu',
    subjects: ({ locationId, itemIds }) => itemIds.flatMap((itemId) => dish({ locationId, itemId })),
  },
  // Here `order of` means a sequence, of dishes and of categories. Stored changes contain it, so it stays.
  reorderMenuItems: { kind: 'menu', subjects: ({ locationId, category }) => [`order of ${locationId}/${category}`] },
  reorderCategories: { kind: 'menu', subjects: () => ['order of categories'] },
  addLocation: { kind: 'location', subjects: ({ location: added }) => location({ locationId: added.id }) },
  updateLocation: { kind: 'location', subjects: location, version: (answer) => answer.location.version },
  toggleLocationStatus: { kind: 'location', subjects: location },
  deleteLocation: { kind: 'location', subjects: location },
  createReservation: { kind: 'reservation', subjects: () => [] },
  addReservationByPhone: { kind: 'reservation', subjects: () => [] },
  cancelReservation: { kind: 'reservation', subjects: ({ reservationId }) => [`reservation ${reservationId}`] },
} satisfies { [C in keyof Calls]?: Rule<C> };

export type QueuedCall = keyof typeof RULES;
export const QUEUED_CALLS = Object.keys(RULES) as readonly QueuedCall[];

export type Change<C extends QueuedCall = QueuedCall> = {
  [N in C]: { readonly call: N; readonly body: Body<N> };
}[C];

/** The last refusal of the server. It is stored in browsers, so its fields keep their names. */
export interface Problem {
  readonly code: string;
  /** The text for the person. */
  readonly words: string;
  /** The details of the refusal. After a conflict they contain the current record. */
  readonly truth: Readonly<Record<string, unknown>>;
}

/** A waiting change. Its id is the idempotency key of all its attempts. */
export type QueuedChange = Change &
  Waiting & {
    /** Its position in the queue. */
    readonly place: number;
    readonly id: string;
    /** A description for the person who looks at the queue. */
    readonly about: string;
    /** The person who made the change; only their session may send it. */
    readonly by: string | null;
    readonly madeAt: number;
    readonly problem: Problem | null;
    /** The cash drawer of a sale; absent for changes that use the drawer of the device that sends them. */
    readonly drawerId?: string | null;
    /** What a sale is printed from; absent for those that an earlier version stored. */
    readonly receipt?: SaleReceipt | undefined;
  };

/** An order that the server does not know yet. */
export type SaleReceipt = ReceiptSource & { readonly order: KitchenOrder };

/** An order at the counter that was taken without the server. */
export type SaleChange = Change<'createAdminOrderCash' | 'createAdminOrderUnpaid'>;
export type QueuedSale = QueuedChange & Pick<SaleChange, 'call' | 'body'>;

export function isSale(change: QueuedChange): change is QueuedSale {
  return change.call === 'createAdminOrderCash' || change.call === 'createAdminOrderUnpaid';
}

/** TypeScript does not pair a call with its own body and answer here, so the callers cast them to `never`. */
function ruleOf(call: QueuedCall): Rule<never> {
  return RULES[call];
}

export function kindOf({ call }: Change): QueueKind {
  return RULES[call].kind;
}

export function subjectsOf({ call, body }: Change): readonly string[] {
  return ruleOf(call).subjects(body as never);
}

/**
 * Updates the queue after a change was sent: later changes based on the same version of the record now use the new one.
 * This overwrites nobody's edit: after an edit by someone else, the server would have refused the change that was sent.
 */
export function rebaseLaterChange(done: QueuedChange, answer: Answer<QueuedCall>, later: QueuedChange): QueuedChange {
  const version = ruleOf(done.call).version?.(answer as never);
  if (version === undefined || later.call !== done.call || !sameSubjects(done, later)) return later;
  return withVersion(later, versionOf(done), version);
}

function sameSubjects(one: Waiting, other: Waiting): boolean {
  return one.subjects.join('\n') === other.subjects.join('\n');
}

function versionOf({ body }: Change): unknown {
  return 'version' in body ? body.version : undefined;
}

function withVersion(change: QueuedChange, from: unknown, to: number): QueuedChange {
  if (versionOf(change) === undefined || versionOf(change) !== from) return change;
  // Only the version changes, so the type stays.
  return { ...change, body: { ...change.body, version: to } } as QueuedChange;
}

/** The same change on the current version: the person has seen the other edit and wants to overwrite it. */
export function rebaseChange(change: QueuedChange): QueuedChange {
  // The call decides under which name the details contain the record. It is the only value with a version.
  const currentRecord = Object.values(change.problem?.truth ?? {}).find(
    (value): value is { version: number } =>
      typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number',
  );
  return currentRecord ? withVersion(change, versionOf(change), currentRecord.version) : change;
}

/** True if the change conflicts with another version, which the person may overwrite. */
export function isConflict({ call, problem }: QueuedChange): boolean {
  // Changed dishes must be checked again, so their confirmation cannot be moved to the new version.
  return problem?.code === 'conflict' && call !== 'confirmAllergies';
}
