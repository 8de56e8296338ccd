import { useSyncExternalStore } from 'react';
import { say } from '@tiffin/domain/core';
import { pointsWorth, usablePoints, type PointsTerms } from '@tiffin/domain/pricing';
import type { PricedCart } from '@tiffin/domain/cart';
import { storedTextInTab } from '../offline/text-storage.ts';
import { useMe, useSite } from '../site/site.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Stepper } from '../../ui/stepper.tsx';

const chosenPoints = storedTextInTab('tiffin_points');

/** The points chosen in the cart or at checkout, until the order is placed. */
export function useChosenPoints() {
  const wanted = useSyncExternalStore(
    chosenPoints.subscribe,
    () => Number(chosenPoints.read()) || 0,
    () => 0,
  );
  const terms = usePointsTerms();
  const balance = useMe()?.loyaltyPoints ?? 0;
  return { balance, points: terms && { wanted: Math.min(wanted, balance), terms } };
}

function choosePoints(points: number): void {
  chosenPoints.write(String(points));
}

export function forgetChosenPoints(): void {
  chosenPoints.write(null);
}

/** What points buy; null if they buy nothing. */
export function usePointsTerms(): PointsTerms | null {
  const { points } = useSite();
  return points ? { step: points.step, worth: centsOf(points.worth) } : null;
}

interface Props {
  balance: number;
  priced: Pick<PricedCart, 'food' | 'spent'>;
  onPoints?: (points: number) => void;
}

/** Spends points in steps, only as many as the guest chooses. */
export function PointsPart({ balance, priced: { food, spent }, onPoints = choosePoints }: Props) {
  const terms = usePointsTerms();
  if (!terms || balance <= 0) return null;
  const { step } = terms;
  const most = usablePoints(balance, food, terms);
  const [worth, taken] = [formatMoney(pointsWorth(step, terms)), formatMoney(pointsWorth(spent, terms))];
  const missing = step - balance;
  return (
    <div className="row between flex-wrap gap-8" role="group" aria-label={say`Points`}>
      <p className="text-sm">
        {say`You have ${balance} points. ${step} take ${worth} off.`}{' '}
        {missing > 0 ? say`${missing} more and you can use them.` : spent > 0 && say`${spent} used: ${taken} off.`}
      </p>
      {missing <= 0 && (
        <Stepper
          label={say`points`}
          value={spent}
          max={most}
          onValue={(next) => onPoints(Math.max(0, Math.min(most, next > spent ? spent + step : spent - step)))}
        />
      )}
    </div>
  );
}
