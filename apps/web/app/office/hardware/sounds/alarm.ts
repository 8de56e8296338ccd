import type { Urgency } from '@tiffin/domain/order';
import { DEFAULT_SOUND_SETTINGS, type SoundSettings, clampVolume, type Sound } from './sound-settings.ts';

const REMINDER_MS = 20_000;
/** How much louder each reminder is than the one before. */
const REMINDER_LOUDER = 0.2;
/** How often the sound is repeated while an order is in the popup. */
export const POPUP_SOUND_MS = 2000;
const POPUP_VOLUME = 0.9;
/** How long one order is shown before the next in the queue moves to the front. */
const POPUP_TURN_MS = 15_000;
/** The minimum time between two sounds of any kind. */
const SOUND_INTERVAL_MS = 1000;

/** An order of high urgency has a sound of its own. */
export function orderSound(urgency: Urgency): Sound {
  return urgency === 'high' ? 'urgent-order' : 'new-order';
}

/** The configured volume first, then louder each time. */
export function reminderVolume(volume: number, timesBefore: number): number {
  // Rounded to hundredths, so that 0.8 + 0.2 is exactly 1.
  return clampVolume(Math.round((volume + timesBefore * REMINDER_LOUDER) * 100) / 100);
}

export interface AlertOrder {
  readonly id: string;
  readonly status: string;
  readonly urgency: Urgency;
  /** Somebody has accepted it already, so it does not ring. */
  readonly isAccepted?: boolean;
}

export interface AlertReservation {
  readonly id: string;
  readonly isUrgent: boolean;
}

/** A pending order that nobody accepted yet. It sounds again at `alertAt`. */
interface Waiting {
  readonly id: string;
  readonly sound: Sound;
  readonly timesAlerted: number;
  readonly alertAt: number;
}

export interface AlertState {
  /** The source of the orders: a location, or all. Another source counts as a first load. */
  readonly list: string | null;
  readonly loadedOrders: readonly string[];
  readonly waiting: readonly Waiting[];
  readonly accepted: readonly string[];
  /** Orders in the popup, the one in front first. */
  readonly popup: readonly string[];
  readonly popupTurnAt: number;
  readonly popupSoundAt: number;
  readonly loadedReservations: readonly string[] | null;
  readonly reservationsToSound: readonly AlertReservation[];
  /** A dish in preparation was refunded or restored, and no sound was played for it. */
  readonly kitchenChanged: boolean;
  readonly lastSoundAt: number | null;
  readonly settings: SoundSettings;
  /** The workplace is open and the browser allows sound. */
  readonly canPlay: boolean;
}

export type AlertInput =
  | { readonly type: 'orders'; readonly list: string; readonly orders: readonly AlertOrder[] }
  | { readonly type: 'reservations'; readonly reservations: readonly AlertReservation[] }
  | { readonly type: 'accept'; readonly orderId: string }
  | { readonly type: 'kitchen-change' }
  | { readonly type: 'settings'; readonly settings: SoundSettings }
  | { readonly type: 'sound-permission'; readonly canPlay: boolean }
  | { readonly type: 'tick' };

export interface SoundEffect {
  readonly type: 'play';
  readonly sound: Sound;
  readonly volume: number;
  /** The custom sound; null for the default. */
  readonly url: string | null;
  readonly isUrgent: boolean;
}

export const INITIAL_ALERT_STATE: AlertState = {
  list: null,
  loadedOrders: [],
  waiting: [],
  accepted: [],
  popup: [],
  popupTurnAt: 0,
  popupSoundAt: 0,
  loadedReservations: null,
  reservationsToSound: [],
  kitchenChanged: false,
  lastSoundAt: null,
  settings: DEFAULT_SOUND_SETTINGS,
  canPlay: false,
};

export interface AlertStep {
  readonly state: AlertState;
  readonly effects: readonly SoundEffect[];
}

/**
 * Decides which sounds and popups new orders and reservations cause, as a pure function over time. The browser passes
 * inputs with the milliseconds of a steady clock, runs the returned effects, and calls again at `nextWakeAt`.
 */
export function alertStep(state: AlertState, input: AlertInput, now: number): AlertStep {
  return playDueSound(turnPopup(applyInput(state, input, now), now), now);
}

/** Limits the list of accepted orders, because a till runs for weeks. */
export const MAX_STORED_ACCEPTED = 500;

function applyInput(state: AlertState, input: AlertInput, now: number): AlertState {
  switch (input.type) {
    case 'orders':
      return withOrders(state, input.list, input.orders, now);
    case 'reservations':
      return withReservations(state, input.reservations);
    case 'accept':
      return withPopup(
        { ...state, accepted: [...new Set([...state.accepted, input.orderId])].slice(-MAX_STORED_ACCEPTED) },
        state.popup.filter((id) => id !== input.orderId),
        now,
      );
    case 'kitchen-change':
      return { ...state, kitchenChanged: true };
    case 'settings':
      return { ...state, settings: input.settings };
    case 'sound-permission':
      return { ...state, canPlay: input.canPlay };
    case 'tick':
      break;
  }
  return state;
}

/** The first load plays no sound. Its pending orders appear oldest first and trigger reminders. */
function withOrders(state: AlertState, list: string, orders: readonly AlertOrder[], now: number): AlertState {
  const isFirstLoad = state.list !== list;
  const earlierIds = new Set(state.loadedOrders);
  const before = new Map(isFirstLoad ? [] : state.waiting.map((order) => [order.id, order]));
  const pending = orders.filter((order) => order.status === 'pending' && !order.isAccepted);
  const arrived = new Set(isFirstLoad ? [] : pending.map((order) => order.id).filter((id) => !earlierIds.has(id)));
  const waiting = pending.map(({ id, urgency }): Waiting => ({
    id,
    sound: orderSound(urgency),
    // An order of the first load counts as alerted, so its first sound is a reminder.
    timesAlerted: before.get(id)?.timesAlerted ?? (arrived.has(id) ? 0 : 1),
    alertAt: before.get(id)?.alertAt ?? (arrived.has(id) ? now : now + REMINDER_MS),
  }));
  const stillPending = new Set(waiting.map((order) => order.id));
  const remaining = isFirstLoad ? [] : state.popup.filter((id) => stillPending.has(id));
  const joining = [...stillPending].filter((id) => !state.accepted.includes(id) && !remaining.includes(id));
  return withPopup(
    { ...state, list, loadedOrders: orders.map((order) => order.id), waiting },
    [...remaining, ...joining],
    now,
  );
}

function withReservations(state: AlertState, reservations: readonly AlertReservation[]): AlertState {
  const earlierIds = state.loadedReservations;
  const arrived = reservations.filter(({ id }) => earlierIds !== null && !earlierIds.includes(id));
  return {
    ...state,
    loadedReservations: reservations.map((reservation) => reservation.id),
    reservationsToSound: [...state.reservationsToSound, ...arrived],
  };
}

/** An order that moves to the front starts its turn; a popup that opens repeats its sound after a pause. */
function withPopup(state: AlertState, popup: readonly string[], now: number): AlertState {
  const isNewFront = popup[0] !== state.popup[0];
  const opens = state.popup.length === 0 && popup.length > 0;
  return {
    ...state,
    popup,
    popupTurnAt: isNewFront ? now + POPUP_TURN_MS : state.popupTurnAt,
    popupSoundAt: opens ? now + POPUP_SOUND_MS : state.popupSoundAt,
  };
}

function turnPopup(state: AlertState, now: number): AlertState {
  const [front, ...others] = state.popup;
  if (front === undefined || others.length === 0 || now < state.popupTurnAt) return state;
  return { ...state, popup: [...others, front], popupTurnAt: now + POPUP_TURN_MS };
}

/** Plays at most one sound: orders first, then kitchen changes, reservations, and last the popup's repeated sound. */
function playDueSound(state: AlertState, now: number): AlertStep {
  if (now < quietUntil(state)) return { state, effects: [] };
  const due = state.waiting.filter((order) => order.alertAt <= now);
  if (due.length > 0) return soundOrders(state, due, now);
  if (state.kitchenChanged) return soundKitchenChange(state, now);
  if (state.reservationsToSound.length > 0) return soundReservations(state, now);
  if (state.popup.length > 0 && state.popupSoundAt <= now) return soundPopup(state, now);
  return { state, effects: [] };
}

function soundOrders(state: AlertState, due: readonly Waiting[], now: number): AlertStep {
  const dueIds = new Set(due.map((order) => order.id));
  const times = Math.max(...due.map((order) => order.timesAlerted));
  const after: AlertState = {
    ...state,
    waiting: state.waiting.map((order) =>
      dueIds.has(order.id) ? { ...order, timesAlerted: order.timesAlerted + 1, alertAt: now + REMINDER_MS } : order,
    ),
    popupSoundAt: now + POPUP_SOUND_MS,
  };
  const { orderSounds, orderVolume } = state.settings;
  const volume = reminderVolume(orderVolume, times);
  return withSound(after, now, { isOn: orderSounds, sound: mostUrgentSound(due), volume });
}

function soundKitchenChange(state: AlertState, now: number): AlertStep {
  const { orderSounds, orderVolume } = state.settings;
  const after: AlertState = { ...state, kitchenChanged: false };
  return withSound(after, now, { isOn: orderSounds, sound: 'urgent-order', volume: orderVolume });
}

function soundReservations(state: AlertState, now: number): AlertStep {
  const isUrgent = state.reservationsToSound.some((reservation) => reservation.isUrgent);
  const after: AlertState = { ...state, reservationsToSound: [] };
  const { reservationSounds: isOn, reservationVolume: volume } = state.settings;
  return withSound(after, now, { isOn, sound: 'new-reservation', volume, isUrgent });
}

function soundPopup(state: AlertState, now: number): AlertStep {
  const front = state.waiting.filter((order) => order.id === state.popup[0]);
  const after: AlertState = { ...state, popupSoundAt: now + POPUP_SOUND_MS };
  const { orderSounds } = state.settings;
  return withSound(after, now, { isOn: orderSounds, sound: mostUrgentSound(front), volume: POPUP_VOLUME });
}

function mostUrgentSound(orders: readonly Waiting[]): Sound {
  return orders.some((order) => order.sound === 'urgent-order') ? 'urgent-order' : 'new-order';
}

type RequestedSound = Pick<SoundEffect, 'sound' | 'volume'> & { readonly isOn: boolean; readonly isUrgent?: boolean };

/** Plays the sound, unless it is turned off or the browser does not allow it. */
function withSound(
  state: AlertState,
  now: number,
  { isOn, sound, volume, isUrgent = sound === 'urgent-order' }: RequestedSound,
): AlertStep {
  if (!isOn || !state.canPlay) return { state, effects: [] };
  const effect: SoundEffect = { type: 'play', sound, volume, url: state.settings.custom[sound], isUrgent };
  return { state: { ...state, lastSoundAt: now }, effects: [effect] };
}

function quietUntil(state: AlertState): number {
  return state.lastSoundAt === null ? Number.NEGATIVE_INFINITY : state.lastSoundAt + SOUND_INTERVAL_MS;
}

/** When the next effect is due, so that the browser can sleep until then; null when none is. */
export function nextWakeAt(state: AlertState): number | null {
  const sounds = state.waiting.map((order) => order.alertAt);
  if (state.popup.length > 0) sounds.push(state.popupSoundAt);
  if (state.kitchenChanged || state.reservationsToSound.length > 0) sounds.push(quietUntil(state));
  const next = Math.max(Math.min(...sounds), quietUntil(state));
  const turn = state.popup.length > 1 ? state.popupTurnAt : Number.POSITIVE_INFINITY;
  const wake = Math.min(next, turn);
  return Number.isFinite(wake) ? wake : null;
}
