import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  alertStep,
  nextWakeAt,
  INITIAL_ALERT_STATE,
  type AlertInput,
  type AlertOrder,
  type AlertReservation,
} from './alarm.ts';
import { asRecord } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { isUrgent } from '@tiffin/domain/reservation';
import { useLocations, useSite } from '../../../shared/site/site.ts';
import { useLiveEvents } from '../../../shared/live/live-events.ts';
import { serverNow } from '../../../shared/live/server-clock.ts';
import { playSound } from './sound-engine.ts';
import { soundState, watchSounds } from './sound-store.ts';

const SHORTEST_SLEEP_MS = 50;
/** Reservations that may still wait for their sound. */
const MAX_RESERVATIONS = 100;

/**
 * Connects the alarm to this browser: passes inputs to it, plays its sounds and sleeps until the next is due. Returns
 * the orders in the popup, the front one first; `accept` takes one out, and `ring` announces a change in the kitchen.
 */
export function useAlerts(list: string, orders: readonly AlertOrder[] | null) {
  const state = useRef(INITIAL_ALERT_STATE);
  /** A new object after every step, so that the effect runs again for the same time. */
  const [wake, setWake] = useState<{ readonly at: number | null }>({ at: null });
  const [popup, setPopup] = useState<readonly string[]>([]);

  const passInput = useEffectEvent((input: AlertInput) => {
    const { state: next, effects } = alertStep(state.current, input, performance.now());
    state.current = next;
    for (const effect of effects) void playSound(effect.sound, effect.volume, effect.url);
    setPopup((before) => (before.join() === next.popup.join() ? before : next.popup));
    setWake({ at: nextWakeAt(next) });
  });

  useEffect(() => {
    if (wake.at === null) return undefined;
    const timer = setTimeout(
      () => passInput({ type: 'tick' }),
      Math.max(SHORTEST_SLEEP_MS, wake.at - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [wake]);

  useEffect(() => {
    if (orders) passInput({ type: 'orders', list, orders });
  }, [list, orders]);

  const locations = useLocations();
  const site = useSite();
  const booked = useRef<readonly AlertReservation[]>([]);
  // The first load plays no sound. Without an empty one, the first new reservation would be silent.
  useEffect(() => passInput({ type: 'reservations', reservations: [] }), []);
  useLiveEvents(['reservation.created'], ({ data, locationId }) => {
    const zone = locations.find(({ id }) => id === locationId)?.timeZone ?? site.timeZone;
    const reservation = alertReservation(data['reservation'], zone);
    if (!reservation || (list !== ALL_LOCATIONS && locationId !== list)) return;
    booked.current = [...booked.current, reservation].slice(-MAX_RESERVATIONS);
    passInput({ type: 'reservations', reservations: booked.current });
  });

  useEffect(() => {
    const follow = () => {
      const { settings, canPlay } = soundState();
      if (settings !== state.current.settings) passInput({ type: 'settings', settings });
      if (canPlay !== state.current.canPlay) passInput({ type: 'sound-permission', canPlay });
    };
    const stop = watchSounds(follow);
    follow();
    return stop;
  }, []);

  return {
    waiting: popup,
    accept: (orderId: string) => passInput({ type: 'accept', orderId }),
    ring: () => passInput({ type: 'kitchen-change' }),
  };
}

/** Reads a reservation from an event, in its location's time zone. Missing fields count as not urgent. */
function alertReservation(stored: unknown, zone: string): AlertReservation | null {
  const reservation = asRecord(stored);
  const details = asRecord(reservation?.['reservationDetails']);
  const { id } = reservation ?? {};
  if (typeof id !== 'string' || !details) return null;
  const { date, time, partySize, specialRequests } = details;
  return {
    id,
    isUrgent: isUrgent(
      {
        date: typeof date === 'string' ? date : '',
        time: typeof time === 'string' ? time : '',
        partySize: typeof partySize === 'number' ? partySize : 0,
        specialRequests: typeof specialRequests === 'string' ? specialRequests : null,
      },
      serverNow(),
      zone,
    ),
  };
}
