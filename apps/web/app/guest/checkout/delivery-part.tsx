import { useState, useEffect } from 'react';
import { MapPin } from 'lucide-react';
import { subtractCents, ZERO, type Cents } from '@tiffin/domain/core';
import { hasStreetNumber, missingToMinimum, type Point } from '@tiffin/domain/delivery';
import { TEXT_LIMITS } from '@tiffin/domain/order';
import type { Price } from '@tiffin/domain/pricing';
import { paths } from '../../paths.ts';
import { chooseOrderType } from '../../shared/cart/order-type.tsx';
import { DeliveryAnswer, deliveryProblem } from '../../shared/order/delivery-answer.tsx';
import { deliveryTexts } from '../../shared/order/delivery-answer-texts.ts';
import type { Delivery, useDelivery } from '../../shared/order/use-delivery.ts';
import type { Location } from '../../shared/site/site.ts';
import { RadioCards } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { TextField } from './checkout-fields.tsx';
import { texts } from './texts.ts';
import type { Details } from './use-details.ts';
import { api, type Answer } from '../../shared/api/api.ts';

/** What bringing it is reckoned on: the dishes, offers taken off. */
export function foodOf({ subtotal, discount }: Pick<Price, 'subtotal' | 'discount'>): Cents {
  return subtractCents(subtotal, discount);
}

/** Where it goes, and beside it at once whether we bring it there and for how much. */
export function DeliveryPart({
  details,
  isKnown: exists,
  location,
  price,
  brought: { delivery, point, show, again },
  mayLeave,
}: {
  details: Details;
  /** They are signed in: they may have had food brought before. */
  isKnown: boolean;
  location: Location;
  price: Price;
  brought: ReturnType<typeof useDelivery>;
  /** It can be paid before it comes: nobody has to open. */
  mayLeave: boolean;
}) {
  const { address } = details.draft;
  return (
    <>
      {/* Where one stands now is not where that address is. */}
      {exists && <KnownAddresses details={details} onChosen={() => show(null)} />}
      <TextField
        details={details}
        name="address"
        label={texts.address}
        hint={
          details.problems.address || address.trim() === '' || hasStreetNumber(address) ? undefined : texts.noNumber
        }
        required
        autoComplete="street-address"
        placeholder={texts.addressPlaceholder}
        maxLength={TEXT_LIMITS.address}
      />
      {location.delivers && (
        <TextField
          details={details}
          name="postalCode"
          label={texts.postalCode}
          required={location.delivers.byPostalCode}
          autoComplete="postal-code"
          autoCapitalize="characters"
          maxLength={20}
        />
      )}
      <div role="status">
        <DeliveryAnswer
          delivery={delivery}
          food={foodOf(price)}
          onPickup={() => chooseOrderType('pickup')}
          onAgain={again}
          menu={<TextLink href={paths.menu(location.id)}>{texts.back}</TextLink>}
        />
      </div>
      {(delivery.is === 'unknown' || point !== null) &&
        (point !== null || delivery.is !== 'unknown' || delivery.asksPoint) && (
          <ShowPlace point={point} onShow={show} />
        )}
      <TextField
        details={details}
        name="deliveryInstructions"
        label={texts.deliveryInstructions}
        autoComplete="off"
        placeholder={texts.deliveryPlaceholder}
        maxLength={TEXT_LIMITS.instructions}
      />
      {mayLeave && (
        <RadioCards<'hand' | 'leave'>
          legend={texts.door.legend}
          value={details.draft.leaveAtDoor === '' ? 'hand' : 'leave'}
          onValue={(how) => details.change({ leaveAtDoor: how === 'leave' ? 'yes' : '' })}
          options={[
            { value: 'hand', label: texts.door.hand, hint: texts.door.handHint },
            { value: 'leave', label: texts.door.leave, hint: texts.door.leaveHint },
          ]}
        />
      )}
    </>
  );
}

/** Only pressed it asks the device where it is. */
function ShowPlace({ point, onShow }: { point: Point | null; onShow: (point: Point | null) => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  if (point !== null) {
    return (
      <p className="hint">
        {texts.delivery.shown}{' '}
        <Button look="ghost" size="sm" onClick={() => onShow(null)}>
          {texts.delivery.forget}
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
              onShow({ lat: coords.latitude, lng: coords.longitude });
            },
            () => setState('failed'),
            { timeout: 15_000 },
          );
        }}
      >
        <MapPin aria-hidden="true" /> {texts.delivery.show}
      </Button>
      {state === 'failed' && (
        <p className="hint" role="alert">
          {texts.delivery.notShown}
        </p>
      )}
    </div>
  );
}

/** Why an order for there is not sent yet: too few dishes, too. */
export function missingDeliveryDetails(delivery: Delivery, food: Cents): string | null {
  const missing = delivery.is === 'inside' ? missingToMinimum(delivery.terms, food) : ZERO;
  return missing > 0 ? deliveryTexts.missing(formatMoney(missing)) : deliveryProblem(delivery);
}

type Address = Answer<'getMyAddresses'>['addresses'][number];

/** So many are read at a glance. */
const SHOWN = 4;
const ANOTHER = 'another';

/** Where it was brought before: one press in place of three fields. */
function KnownAddresses({ details: { draft, change }, onChosen }: { details: Details; onChosen: () => void }) {
  const [known, setKnown] = useState<readonly Address[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    // Whoever cannot have them types the address, as ever.
    api('getMyAddresses', {}, { signal: controller.signal }).then(
      ({ addresses }) => setKnown(addresses.slice(0, SHOWN)),
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  if (known.length === 0) return null;
  const chosen = known.findIndex(
    ({ address, postalCode }) => address === draft.address && postalCode === draft.postalCode,
  );
  return (
    <RadioCards
      legend={texts.knownAddresses}
      value={chosen === -1 ? ANOTHER : String(chosen)}
      onValue={(value) => {
        const { address, postalCode, instructions } = known[Number(value)] ?? {
          address: '',
          postalCode: '',
          instructions: '',
        };
        change({ address, postalCode, deliveryInstructions: instructions });
        onChosen();
      }}
      options={[
        ...known.map(({ address, postalCode }, index) => ({
          value: String(index),
          label: address,
          ...(postalCode && { hint: postalCode }),
        })),
        { value: ANOTHER, label: texts.anotherAddress },
      ]}
    />
  );
}
