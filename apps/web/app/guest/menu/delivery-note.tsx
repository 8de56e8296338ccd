import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { asPricedLines, cartQuantity } from '@tiffin/domain/cart';
import {
  amountUntilMinimum,
  deliveryFee,
  formatPostalCode,
  termsFromWire,
  type ZoneTerms,
} from '@tiffin/domain/delivery';
import { subtotalOf } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import { useCart } from '../../shared/cart/carts.ts';
import { chooseOrderType } from '../../shared/cart/order-type.tsx';
import { deliveryMissingText } from '../../shared/checkout/delivery-missing.ts';
import { storeDeliveryPlace, useDeliveryCode } from '../../shared/checkout/delivery-place.ts';
import { useSoonestTime } from '../../shared/checkout/soonest.tsx';
import { useDelivery } from '../../shared/checkout/use-delivery.ts';
import { useNow } from '../../shared/page/now.ts';
import type { Location } from '../../shared/site/site.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney, joinNames } from '../../ui/format.ts';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './menu.module.css';

/** Where to deliver, what it costs, and what is missing, before a dish is chosen. */
export function DeliveryNote({ location }: { location: Location }) {
  const code = useDeliveryCode();
  const { delivery, again } = useDelivery(location, 'delivery', { address: '', postalCode: code });
  const zone = delivery.is === 'inside' ? delivery.terms.id : null;
  const isKnown = code !== '' && (delivery.is === 'inside' || delivery.is === 'outside');
  useEffect(() => {
    if (isKnown) storeDeliveryPlace({ postalCode: code, locationId: location.id, zone });
  }, [isKnown, code, location.id, zone]);
  const change = () => storeDeliveryPlace(null);
  const changeButton = <BannerButton label={say`Change`} onClick={change} />;
  if (delivery.is === 'inside')
    return <Inside location={location} code={code} terms={delivery.terms} action={changeButton} />;
  if (delivery.is === 'outside')
    return <Outside location={location} code={code} message={delivery.message} onChange={change} />;
  if (delivery.is === 'asking') return <Banner announce="status">{say`Checking whether we deliver there…`}</Banner>;
  if (delivery.is === 'failed') {
    return (
      <Banner tone="warn" announce="alert" action={<BannerButton label={say`Try Again`} onClick={again} />}>
        {delivery.message}
      </Banner>
    );
  }
  // The postal code alone does not decide; the checkout asks for the position.
  if (code !== '') {
    return (
      <Banner title={say`To ${formatPostalCode(code)}`} action={changeButton}>
        {say`The postal code alone does not tell us whether we deliver there.`}
      </Banner>
    );
  }
  return <AskPostalCode location={location} />;
}

function AskPostalCode({ location }: { location: Location }) {
  const [typed, setTyped] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    const postalCode = typed.trim();
    if (postalCode !== '') storeDeliveryPlace({ postalCode, locationId: location.id, zone: null });
  }
  return (
    <section className={`stack gap-12 round-md tinted ${styles.delivery}`}>
      <div>
        <h2 className="text-lg">{say`Where should we deliver?`}</h2>
        <p className="text-sm soft">{say`Your postal code is enough to see the fee.`}</p>
      </div>
      <form className="flex flex-wrap gap-8 align-end" onSubmit={submit}>
        <Field label={say`Postal code`}>
          <TextInput
            value={typed}
            maxLength={12}
            placeholder="B2N 5A9"
            autoComplete="postal-code"
            autoCapitalize="characters"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit">{say`Show the fee`}</Button>
      </form>
      <Areas location={location} />
    </section>
  );
}

function Areas({ location }: { location: Location }) {
  const zones = location.delivers?.zones ?? [];
  return (
    <ul className="ruled text-sm" aria-label={say`Delivery areas`}>
      {zones.map((zone) => {
        const terms = termsFromWire(zone);
        const { minimum, freeOver } = terms;
        const facts = [
          ...(minimum > 0 ? [say`From ${formatMoney(minimum)}`] : []),
          ...(freeOver === null ? [] : [say`free over ${formatMoney(freeOver)}`]),
        ].join(', ');
        return (
          <li key={zone.id} className={styles.area}>
            <span className="flex between gap-16">
              <b className="weight-600">{zone.name}</b>
              <span className="digits">{formatMoney(deliveryFee(terms, minimum))}</span>
            </span>
            <small className="block text-xs soft">
              {[zone.prefixes?.join(', '), facts].filter(Boolean).join('. ')}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

interface InsideProps {
  location: Location;
  code: string;
  terms: ZoneTerms;
  action: ReactNode;
}

function Inside({ location, code, terms, action }: InsideProps) {
  const cart = useCart(location.id);
  const now = useNow();
  const time = useSoonestTime(
    location,
    {
      orderType: 'delivery',
      dishes: cartQuantity(cart),
      wayMinutes: terms.extraMinutes,
      isEnabled: location.isOpen && cart.length > 0,
    },
    now,
  );
  const food = subtotalOf(asPricedLines(cart));
  const missing = deliveryMissingText(terms, food);
  const fee = deliveryFee(terms, food);
  const place = formatPostalCode(code);
  const isBelowMinimum = amountUntilMinimum(terms, food) > 0;
  return (
    <Banner
      tone={isBelowMinimum && cart.length > 0 ? 'warn' : fee === 0 ? 'ok' : 'info'}
      announce="status"
      title={time === null ? say`To ${place}` : say`To ${place}, with you ${time}`}
      action={action}
    >
      {fee > 0 && `${say`Delivery ${formatMoney(fee)}`}. `}
      {missing}
    </Banner>
  );
}

interface OutsideProps {
  location: Location;
  code: string;
  message: string;
  onChange: () => void;
}

function Outside({ location, code, message, onChange }: OutsideProps) {
  const zones = location.delivers?.zones ?? [];
  const prefixes = zones.flatMap((zone) => zone.prefixes ?? []);
  const isByCode = zones.every((zone) => zone.prefixes !== undefined);
  return (
    <Banner tone="bad" announce="alert" title={say`We do not deliver to ${formatPostalCode(code)}`}>
      <p>
        {isByCode
          ? say`We deliver to postal codes that begin with ${joinNames(prefixes)}. Your dishes are kept.`
          : message}
      </p>
      <div className="flex flex-wrap gap-8 above-8">
        <Button size="sm" onClick={() => chooseOrderType('pickup')}>
          {say`Pick it up instead`}
        </Button>
        <BannerButton label={say`Another address`} onClick={onChange} />
      </div>
    </Banner>
  );
}
