import type { Calls, InputOf } from '@tiffin/contract';
import type { QueueKind, Waiting } from './queue-rules.ts';
import type { Answer } from '../api/api.ts';

type Body<C extends QueuedCall> = InputOf<Calls[C]>['body'];

interface Rule<C extends keyof Calls> {
  readonly kind: QueueKind;
  /** What it changes. */
  readonly subjects: (body: InputOf<Calls[C]>['body']) => readonly string[];
  /** The version it leaves behind, for later changes that were made on the same one. */
  readonly version?: (answer: Answer<C>) => number;
}

function rule<C extends keyof Calls>(of: Rule<C>): Rule<C> {
  return of;
}

const order = ({ orderId }: { orderId: string }) => [`order ${orderId}`];
const dish = ({ locationId, itemId }: { locationId: string; itemId: string }) => [`dish ${locationId}/${itemId}`];
const place = ({ locationId }: { locationId: string }) => [`location ${locationId}`];

/** The changes that may wait for a connection. */
const RULES = {
  updateOrderStatus: rule<'updateOrderStatus'>({ kind: 'order', subjects: order }),
  strikeOrderItem: rule<'strikeOrderItem'>({ kind: 'order', subjects: order }),
  stepDelivery: rule<'stepDelivery'>({ kind: 'order', subjects: order }),
  processOrderPayment: rule<'processOrderPayment'>({ kind: 'order', subjects: order }),
  addMenuItem: rule<'addMenuItem'>({ kind: 'menu', subjects: () => [] }),
  updateMenuItem: rule<'updateMenuItem'>({
    kind: 'menu',
    subjects: dish,
    version: (answer) => answer.item.version,
  }),
  deleteMenuItem: rule<'deleteMenuItem'>({ kind: 'menu', subjects: dish }),
  duplicateMenuItem: rule<'duplicateMenuItem'>({ kind: 'menu', subjects: dish }),
  setMenuAvailability: rule<'setMenuAvailability'>({
    kind: 'menu',
    subjects: ({ locationId, itemIds }) => itemIds.flatMap((itemId) => dish({ locationId, itemId })),
  }),
  reorderMenuItems: rule<'reorderMenuItems'>({
    kind: 'menu',
    subjects: ({ locationId, category }) => [`order of ${locationId}/${category}`],
  }),
  addLocation: rule<'addLocation'>({
    kind: 'location',
    subjects: ({ location }) => place({ locationId: location.id }),
  }),
  updateLocation: rule<'updateLocation'>({
    kind: 'location',
    subjects: place,
    version: (answer) => answer.location.version,
  }),
  toggleLocationStatus: rule<'toggleLocationStatus'>({ kind: 'location', subjects: place }),
  deleteLocation: rule<'deleteLocation'>({ kind: 'location', subjects: place }),
  createReservation: rule<'createReservation'>({ kind: 'reservation', subjects: () => [] }),
  addReservationByPhone: rule<'addReservationByPhone'>({ kind: 'reservation', subjects: () => [] }),
  cancelReservation: rule<'cancelReservation'>({
    kind: 'reservation',
    subjects: ({ reservationId }) => [`reservation ${reservationId}`],
  }),
};

export type QueuedCall = keyof typeof RULES;

/** A change as it is asked for. */
export type Change<C extends QueuedCall = QueuedCall> = {
  [N in C]: { readonly call: N; readonly body: Body<N> };
}[C];

/** What the server said when it last said no. */
export interface Problem {
  readonly code: string;
  readonly words: string;
  /** The thing as it is now, where the refusal told. */
  readonly truth: Readonly<Record<string, unknown>>;
}

/** A change that waits. Its id is the key that makes it happen once, from its first try to its last. */
export type QueuedChange = Change &
  Waiting & {
    /** Its place in the line. */
    readonly place: number;
    readonly id: string;
    /** In words, for whoever looks at the queue. */
    readonly about: string;
    /** Whose change it is: nobody else's session may send it. */
    readonly by: string | null;
    readonly madeAt: number;
    readonly problem: Problem | null;
  };

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
 * The queue after one of its changes went through: those made on the same version of the same thing
 * now stand on the one it left behind. Nobody else is overwritten by that: had they changed it in
 * between, this one would have been refused.
 */
export function following(done: QueuedChange, answer: Answer<QueuedCall>, later: QueuedChange): QueuedChange {
  const version = ruleOf(done.call).version?.(answer as never);
  if (version === undefined || later.call !== done.call || !sameSubjects(done, later)) return later;
  return onVersion(later, versionOf(done), version);
}

function sameSubjects(one: Waiting, other: Waiting): boolean {
  return one.subjects.join('\n') === other.subjects.join('\n');
}

function versionOf({ body }: Change): unknown {
  return 'version' in body ? body.version : undefined;
}

function onVersion(change: QueuedChange, from: unknown, to: number): QueuedChange {
  if (versionOf(change) === undefined || versionOf(change) !== from) return change;
  // Only the number differs: the body keeps its shape.
  return { ...change, body: { ...change.body, version: to } } as QueuedChange;
}

/** The same wish on the thing as it is now: somebody has seen what others made of it, and wants theirs all the same. */
export function rebaseChange(change: QueuedChange): QueuedChange {
  const now = Object.values(change.problem?.truth ?? {}).find(
    (value): value is { version: number } =>
      typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number',
  );
  return now ? onVersion(change, versionOf(change), now.version) : change;
}

/** Whether another version stands in the way, which one may overrule. */
export function isOverruled({ problem }: QueuedChange): boolean {
  return problem?.code === 'conflict';
}
