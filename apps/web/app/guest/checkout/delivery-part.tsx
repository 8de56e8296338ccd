import { useState } from 'react';
import { MapPin } from 'lucide-react';
import { subtractCents, ZERO, type Cents, say } from '@tiffin/domain/core';
import { hasStreetNumber, amountUntilMinimum, type Point } from '@tiffin/domain/delivery';
import { TEXT_LIMITS } from '@tiffin/domain/order';
import type { Price } from '@tiffin/domain/pricing';
import { paths } from '../../paths.ts';
import { chooseOrderType } from '../../shared/cart/order-type.tsx';
import { DeliveryAnswer, deliveryProblem } from '../../shared/checkout/delivery-answer.tsx';
import type { Delivery, useDelivery } from '../../shared/checkout/use-delivery.ts';
import type { Location } from '../../shared/site/site.ts';
import { RadioCards } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { CheckoutTextField } from './checkout-fields.tsx';
import type { CheckoutDetails } from './use-details.ts';
import { api } from '../../shared/api/api.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';

/** The amount that the delivery fee depends on: the dishes minus offers. */
export function discountedSubtotal({ subtotal, discount }: Pick<Price, 'subtotal' | 'discount'>): Cents {
  return subtractCents(subtotal, discount);
}

/** The address of a delivery, whether we deliver there, and how the driver hands the order over. */
export function DeliveryPart({
  details,
  offersSavedAddresses,
  location,
  price,
  deliveryState: { delivery, point, setPoint, again },
  mayLeaveAtDoor,
}: {
  details: CheckoutDetails;
  /** True for a signed-in customer, who may have saved addresses. */
  offersSavedAddresses: boolean;
  location: Location;
  price: Price;
  deliveryState: ReturnType<typeof useDelivery>;
  /** True if the order is paid in advance, so that it can be left at the door. */
  mayLeaveAtDoor: boolean;
}) {
  const { address } = details.draft;
  return (
    <>
      {/* The current position does not apply to a saved address. */}
      {offersSavedAddresses && <SavedAddresses details={details} onChosen={() => setPoint(null)} />}
      <CheckoutTextField
        details={details}
        name="address"
        label={say`Delivery address`}
        hint={
          details.problems.address || address.trim() === '' || hasStreetNumber(address)
            ? undefined
            : say`No house number? Tell your driver below how to find it.`
        }
        required
        autoComplete="street-address"
        placeholder={say`Street and number, town`}
        maxLength={TEXT_LIMITS.address}
      />
      {location.delivers && (
        <CheckoutTextField
          details={details}
          name="postalCode"
          label={say`Postal code`}
          required={location.delivers.byPostalCode}
          autoComplete="postal-code"
          autoCapitalize="characters"
          maxLength={20}
        />
      )}
      <div role="status">
        <DeliveryAnswer
          delivery={delivery}
          food={discountedSubtotal(price)}
          onPickup={() => chooseOrderType('pickup')}
          onAgain={again}
          menu={<TextLink href={paths.menu(location.id)}>{say`Back to menu`}</TextLink>}
        />
      </div>
      {(point !== null || (delivery.is === 'unknown' && delivery.needsPosition)) && (
        <CurrentPosition point={point} onPoint={setPoint} />
      )}
      <CheckoutTextField
        details={details}
        name="deliveryInstructions"
        label={say`Delivery instructions`}
        autoComplete="off"
        placeholder={say`Buzzer, side door`}
        maxLength={TEXT_LIMITS.instructions}
      />
      {mayLeaveAtDoor && (
        <RadioCards<'hand' | 'leave'>
          legend={say`At the door`}
          value={details.draft.leaveAtDoor === '' ? 'hand' : 'leave'}
          onValue={(how) => details.change({ leaveAtDoor: how === 'leave' ? 'yes' : '' })}
          options={[
            { value: 'hand', label: say`Hand it to me`, hint: say`The driver rings and waits.` },
            { value: 'leave', label: say`Leave it at the door`, hint: say`Paid online, not in cash.` },
          ]}
        />
      )}
    </>
  );
}

/** Delivers to the position of the device, which is read only when the guest presses the button. */
function CurrentPosition({ point, onPoint }: { point: Point | null; onPoint: (point: Point | null) => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  if (point !== null) {
    return (
      <p className="hint">
        {say`We use your current position.`}{' '}
        <Button look="ghost" size="sm" onClick={() => onPoint(null)}>
          {say`Use the postal code`}
        </Button>
      </p>
    );
  }
  return (
    <div>
      <Button
        look="quiet"
        busy={state === 'asking'}
        onClick={() => {
          if (!('geolocation' in navigator)) return setState('failed');
          setState('asking');
          return navigator.geolocation.getCurrentPosition(
            ({ coords }) => {
              setState('idle');
              onPoint({ lat: coords.latitude, lng: coords.longitude });
            },
            () => setState('failed'),
            { timeout: POSITION_TIMEOUT_MS },
          );
        }}
      >
        <MapPin /> {say`Show where I am`}
      </Button>
      {state === 'failed' && (
        <p className="hint" role="alert">
          {say`Your device did not share its position. Please call us, or choose pickup.`}
        </p>
      )}
    </div>
  );
}

/** Why a delivery order cannot be sent yet, including a subtotal below the minimum. */
export function missingDeliveryDetails(delivery: Delivery, food: Cents): string | null {
  const missing = delivery.is === 'inside' ? amountUntilMinimum(delivery.terms, food) : ZERO;
  return missing > 0 ? say`${formatMoney(missing)} more to reach the minimum` : deliveryProblem(delivery);
}

const POSITION_TIMEOUT_MS = 15_000;
const MAX_OFFERED_ADDRESSES = 4;
const ANOTHER_ADDRESS = 'another';

function SavedAddresses({ details: { draft, change }, onChosen }: { details: CheckoutDetails; onChosen: () => void }) {
  // If they do not load, the guest types the address.
  const { answer } = useAnswer('addresses', (signal) => api('getMyAddresses', {}, { signal }));
  const savedAddresses = answer?.addresses.slice(0, MAX_OFFERED_ADDRESSES) ?? [];
  if (savedAddresses.length === 0) return null;
  const chosen = savedAddresses.findIndex(
    ({ address, postalCode }) => address === draft.address && postalCode === draft.postalCode,
  );
  return (
    <RadioCards
      legend={say`Where to?`}
      value={chosen === -1 ? ANOTHER_ADDRESS : String(chosen)}
      onValue={(value) => {
        const { address, postalCode, instructions } = savedAddresses[Number(value)] ?? {
          address: '',
          postalCode: '',
          instructions: '',
        };
        change({ address, postalCode, deliveryInstructions: instructions });
        onChosen();
      }}
      options={[
        ...savedAddresses.map(({ address, postalCode }, index) => ({
          value: String(index),
          label: address,
          hint: postalCode || undefined,
        })),
        { value: ANOTHER_ADDRESS, label: say`Another address` },
      ]}
    />
  );
}
