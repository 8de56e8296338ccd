import type { ReactNode } from 'react';
import { say, type Cents } from '@tiffin/domain/core';
import { deliveryFee, amountUntilFreeDelivery, amountUntilMinimum, type ZoneTerms } from '@tiffin/domain/delivery';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { formatMoney } from '../../ui/format.ts';
import type { Delivery } from './use-delivery.ts';

const feeText = (food: string, fee: string, more: string | null) =>
  more === null
    ? say`Your dishes cost ${food}, so the fee is ${fee}.`
    : say`Your dishes cost ${food}, so the fee is ${fee}. Add ${more} for free delivery.`;

interface DeliveryAnswerProps {
  delivery: Delivery;
  food: Cents;
  onPickup: () => void;
  onAgain: () => void;
  menu?: ReactNode;
}

/**
 * Whether the restaurant delivers there, and the fee. `menu` links to more dishes when the subtotal is below the
 * minimum.
 */
export function DeliveryAnswer({ delivery, food, onPickup, onAgain, menu = null }: DeliveryAnswerProps) {
  if (delivery.is === 'inside') return <Inside terms={delivery.terms} food={food} menu={menu} />;
  if (delivery.is === 'unknown')
    return delivery.needsPosition ? (
      <p className="hint">{say`The postal code alone does not tell us whether we deliver there.`}</p>
    ) : null;
  if (delivery.is === 'asking') return <p className="hint">{say`Checking whether we deliver there…`}</p>;
  if (delivery.is === 'failed') {
    return (
      <Banner tone="warn" action={<BannerButton label={say`Try Again`} onClick={onAgain} />}>
        {delivery.message}
      </Banner>
    );
  }
  if (delivery.is === 'not-needed') return null;
  return (
    <Banner tone="bad" action={<BannerButton label={say`Pick it up instead`} onClick={onPickup} />}>
      {delivery.message}
    </Banner>
  );
}

/** Fee, threshold for free delivery and minimum, and a sentence that applies them to this order. */
function Inside({ terms, food, menu }: { terms: ZoneTerms; food: Cents; menu: ReactNode }) {
  const missing = amountUntilMinimum(terms, food);
  const fee = deliveryFee(terms, food);
  const conditions: readonly (readonly [string, Cents | null])[] = [
    [say`Delivery fee`, fee],
    [say`Free from`, terms.freeOver],
    [say`Minimum`, terms.minimum === 0 ? null : terms.minimum],
  ];
  return (
    <Banner tone={missing > 0 ? 'warn' : 'ok'} title={say`We deliver there: ${terms.name}`}>
      <dl className="flex flex-wrap gap-16 above-8">
        {conditions.map(
          ([name, sum]) =>
            sum !== null && (
              <div key={name}>
                <dt className="text-xs">{name}</dt>
                <dd className="weight-600">{formatMoney(sum)}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="above-8">{appliedText(terms, food)}</p>
      {missing > 0 && menu}
    </Banner>
  );
}

function appliedText(terms: ZoneTerms, food: Cents): string {
  const missing = amountUntilMinimum(terms, food);
  if (missing > 0)
    return say`${formatMoney(missing)} more to reach the minimum. Your dishes cost ${formatMoney(food)}.`;
  const fee = deliveryFee(terms, food);
  if (fee === 0) return say`Delivery is free.`;
  const more = amountUntilFreeDelivery(terms, food);
  return feeText(formatMoney(food), formatMoney(fee), more === null ? null : formatMoney(more));
}

/** Why an order to this address cannot be sent; null if it can. */
export function deliveryProblem(delivery: Delivery): string | null {
  if (delivery.is === 'unknown')
    return delivery.needsPosition ? say`Enter the delivery address first` : say`Enter the postal code first`;
  if (delivery.is === 'asking') return say`Checking whether we deliver there…`;
  if (delivery.is === 'outside') return say`We do not deliver to this address`;
  return delivery.is === 'failed' ? delivery.message : null;
}
