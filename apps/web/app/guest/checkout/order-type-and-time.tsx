import { useId, useState, type ReactNode } from 'react';
import { orderTypeAtLocationText, type OrderType, MAX_VEHICLE_LENGTH } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { chosenInstant, type OrderTime } from '../../shared/cart/order-time.ts';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import type { Location } from '../../shared/site/site.ts';
import styles from './checkout.module.css';
import { RadioCards } from '../../ui/boxes.tsx';
import { CheckoutTextField } from './checkout-fields.tsx';
import type { CheckoutDetails } from './use-details.ts';

interface Props {
  location: Location;
  type: OrderType;
  /** The address or how the order is handed over; empty if there is only one way. */
  where: string;
  isDelivery: boolean;
  when: OrderTime;
  /** The ready time of an order as soon as possible; null if unknown. */
  ready: string | null;
  isMissing: boolean;
  children: ReactNode;
}

/**
 * Order type, location and time in one sentence. The fields are open while something is missing, and stay open while
 * the guest types in them.
 */
export function OrderTypeAndTime({ location, type, where, isDelivery, when, ready, isMissing, children }: Props) {
  const [wasOpened, setOpened] = useState(false);
  const isOpen = isMissing || wasOpened;
  const id = useId();
  const chosen = chosenInstant(when);
  const isAsap = when === 'asap';
  const at = isAsap ? ready : chosen && formatTime(chosen, 'weekday-time', location.timeZone);
  return (
    <section className={styles.part}>
      <h2 className="sr-only">{say`When and where`}</h2>
      <div className={`row gap-16 round-md tinted ${styles.whenWhere}`}>
        <TypeIcon type={type} />
        <div className="grow">
          <p>
            {orderTypeAtLocationText(location.name, type)}
            {at !== null && (
              <>
                {isAsap
                  ? isDelivery
                    ? say`, arriving about `
                    : say`, ready about `
                  : isDelivery
                    ? say`, arriving `
                    : say`, ready `}
                <b className={`weight-600 ${styles.whole}`}>{at}</b>
              </>
            )}
          </p>
          <p className="text-sm soft">{[where, isAsap ? say`As soon as possible` : ''].filter(Boolean).join(' · ')}</p>
        </div>
        {!isMissing && (
          <Button look="quiet" size="sm" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpened(!isOpen)}>
            {isOpen ? say`Done` : say`Change`}
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen} className="stack gap-32" onFocus={() => setOpened(true)}>
        {children}
      </div>
    </section>
  );
}

/** Pickup at the counter or at the car, with the car's description. */
export function CurbsidePart({ details }: { details: CheckoutDetails }) {
  const { draft, change, clearProblems } = details;
  return (
    <>
      <RadioCards<'counter' | 'car'>
        legend={say`At the restaurant`}
        value={draft.curbside === '' ? 'counter' : 'car'}
        onValue={(where) => {
          change({ curbside: where === 'car' ? 'yes' : '' });
          clearProblems(['vehicle']);
        }}
        options={[
          { value: 'counter', label: say`I come in`, hint: say`At the counter, with your order number.` },
          {
            value: 'car',
            label: say`Bring it out to my car`,
            hint: say`Park, press “I’m here”, and we walk out. No charge.`,
          },
        ]}
      />
      {draft.curbside !== '' && (
        <CheckoutTextField
          details={details}
          name="vehicle"
          label={say`Your car`}
          hint={say`Colour and make are enough. We forget it with the order.`}
          required
          autoComplete="off"
          maxLength={MAX_VEHICLE_LENGTH}
        />
      )}
    </>
  );
}
