import { useEffect, useRef } from 'react';
import { playAllergyAlarm, playSound } from '../hardware/sounds/sound-engine.ts';
import { soundState } from '../hardware/sounds/sound-store.ts';
import { dishesToDecide } from '../board/allergy-check.tsx';
import type { KitchenView } from './kitchen-view.ts';

/**
 * Plays a sound once for an order that was accepted elsewhere, such as at the till, and another one for a dish that
 * contains a stated allergen. The tickets that a screen shows first are silent.
 */
export function useKitchenSounds(views: readonly KitchenView[], screen: string): void {
  const known = useRef({ screen: '', arrived: new Set<string>(), alarming: new Set<string>() });
  useEffect(() => {
    const before = known.current;
    const arrived = idsOf(views.filter(({ order }) => order.status === 'pending'));
    const alarming = idsOf(views.filter((view) => dishesToDecide(view).length > 0));
    known.current = { screen, arrived, alarming };
    const { canPlay, settings } = soundState();
    if (before.screen !== screen || !canPlay || !settings.orderSounds) return;
    if (isAnyNew(alarming, before.alarming)) playAllergyAlarm(settings.orderVolume);
    else if (isAnyNew(arrived, before.arrived))
      void playSound('new-order', settings.orderVolume, settings.custom['new-order']);
  }, [views, screen]);
}

function isAnyNew(now: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
  return [...now].some((id) => !before.has(id));
}

function idsOf(views: readonly KitchenView[]): Set<string> {
  return new Set(views.map(({ order }) => order.id));
}
