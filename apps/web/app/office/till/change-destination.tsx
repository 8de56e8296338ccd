import { useState } from 'react';
import { orderTypeGoesTo, orderTypeLabel, addressProblem, TEXT_LIMITS, type OrderType } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { DeliveryAnswer } from '../../shared/checkout/delivery-answer.tsx';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { useDelivery } from '../../shared/checkout/use-delivery.ts';
import type { ChangeableOrder, OrderChange } from '../../shared/order/use-change.ts';
import { useRootData, type Location } from '../../shared/site/site.ts';
import { Segmented } from '../../ui/choices.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { centsOf } from '../../ui/format.ts';

/** Pickup and delivery can be exchanged; an order at a table stays there. */
const TYPES = ['pickup', 'delivery'] as const satisfies readonly OrderType[];

interface ChangeDestinationProps {
  order: ChangeableOrder;
  change: OrderChange;
}

/** The order type and the address of a placed order. */
export function ChangeDestination(props: ChangeDestinationProps) {
  const { locations } = useRootData();
  const location = locations.find(({ id }) => id === props.order.location);
  if (!location || props.order.tableInfo) return null;
  return <DestinationFields {...props} location={location} />;
}

function DestinationFields({ order, change, location }: ChangeDestinationProps & { location: Location }) {
  const [type, setType] = useState<OrderType>(order.orderType);
  const [typed, setTyped] = useState({
    address: order.deliveryInfo?.address ?? '',
    postalCode: order.deliveryInfo?.postalCode ?? '',
    instructions: order.deliveryInfo?.instructions ?? '',
  });
  const { delivery, again } = useDelivery(location, type, typed);
  const isDelivery = orderTypeGoesTo(type, 'address');

  function choose(next: OrderType, to = typed) {
    setType(next);
    setTyped(to);
    const needsAddress = orderTypeGoesTo(next, 'address');
    const hasAddress = needsAddress && addressProblem(to.address) === null;
    const isChanged =
      next !== order.orderType ||
      to.address !== order.deliveryInfo?.address ||
      to.postalCode !== (order.deliveryInfo.postalCode ?? '') ||
      to.instructions !== order.deliveryInfo.instructions;
    // A delivery without a complete address has no price yet.
    const isComplete = !needsAddress || hasAddress;
    change.edit({ orderType: isComplete ? next : undefined, deliveryInfo: hasAddress && isChanged ? to : undefined });
  }

  return (
    <div className="stack gap-12">
      <Segmented
        legend={say`Order Type`}
        value={type}
        onValue={(next) => choose(next)}
        options={TYPES.map((value) => ({
          value,
          disabled: value !== order.orderType && !location.services.includes(value),
          label: (
            <span className="inline-row gap-8 icon-20">
              <TypeIcon type={value} />
              {orderTypeLabel(value)}
            </span>
          ),
        }))}
      />
      {isDelivery && (
        <>
          <TextField
            label={say`Address`}
            error={typed.address === '' ? null : addressProblem(typed.address)}
            required
            maxLength={TEXT_LIMITS.address}
            value={typed.address}
            onValue={(address) => choose(type, { ...typed, address })}
          />
          <TextField
            label={say`Postal code`}
            autoCapitalize="characters"
            maxLength={20}
            value={typed.postalCode}
            onValue={(postalCode) => choose(type, { ...typed, postalCode })}
          />
          <TextField
            label={say`Instructions`}
            maxLength={TEXT_LIMITS.instructions}
            value={typed.instructions}
            onValue={(instructions) => choose(type, { ...typed, instructions })}
          />
          <div role="status">
            <DeliveryAnswer
              delivery={delivery}
              food={centsOf(change.answer?.change.now.subtotal ?? order.pricing.subtotal)}
              onPickup={() => choose('pickup')}
              onAgain={again}
            />
          </div>
        </>
      )}
    </div>
  );
}
