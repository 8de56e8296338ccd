import { useState } from 'react';
import { UserCheck } from 'lucide-react';
import { cartQuantity } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { lookupHints, phoneLookupStep } from '@tiffin/domain/people';
import {
  orderTypeGoesTo,
  GUEST_NOTE_FIELDS,
  GUEST_NOTES,
  isOrderTypeOffered,
  ORDER_TYPES,
  orderTypeLabel,
  TEXT_LIMITS,
} from '@tiffin/domain/order';
import { PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import { moneyText } from '../../ui/figures.tsx';
import { ChooseTime } from '../../shared/checkout/choose-time.tsx';
import { DeliveryAnswer } from '../../shared/checkout/delivery-answer.tsx';
import { deliveryMinutes, zonesToName } from '../../shared/checkout/use-delivery.ts';
import { NoteField } from '../../shared/checkout/note-field.tsx';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { TakenTable } from '../../shared/reservation/taken-table.tsx';
import { centsOf } from '../../ui/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { CheckField, TextField, SelectField } from '../../ui/form-fields.tsx';
import styles from './till.module.css';
import { RegularGuestCard } from './regular-guest.tsx';
import { StateAllergies, statedText } from './seat-allergies.tsx';
import {
  needsName,
  tillCart,
  typedTableNumber,
  tillOrderType,
  withCustomer,
  type KnownCustomer,
  type Till,
} from './till.ts';
import type { CounterState } from './use-counter.ts';

function customerFoundText({ name, totalOrders: orders, totalSpent }: KnownCustomer): string {
  // In whole dollars, like revenue.
  const spent = moneyText(centsOf(totalSpent), 'revenue');
  return orders === 1
    ? say`${name}, 1 order, ${spent} spent. Name and email filled in.`
    : say`${name}, ${orders} orders, ${spent} spent. Name and email filled in.`;
}

/** Who the order is for, and whether it is pickup, delivery or dine-in. */
export function DetailsPanel({ counter }: { counter: CounterState }) {
  const { till, payment, patch } = counter;
  const { problems } = payment;
  const allergies = statedText(till.allergies);
  const [showsAllergies, setShowsAllergies] = useState(till.allergies.length > 0);
  return (
    <section className={`stack content-start gap-18 min-width-0 ${styles.panel}`} aria-label={say`Order details`}>
      {till.tab === null && <OrderTypeAndTime counter={counter} />}
      <details
        className="round-control quiet"
        open={showsAllergies}
        onToggle={(event) => setShowsAllergies(event.currentTarget.open)}
      >
        <summary className={`row touch-height weight-600 pointer ${styles.askAllergies}`}>
          {allergies === '' ? say`Allergies? Ask every guest` : say`Allergy: ${allergies}`}
        </summary>
        <div className={`stack gap-8 ${styles.allergies}`}>
          <p className="hint">{say`The order is marked, and the kitchen confirms each dish.`}</p>
          <StateAllergies key={till.seat} counter={counter} />
        </div>
      </details>
      {till.tab === null && <CustomerFields counter={counter} />}
      {GUEST_NOTE_FIELDS.map((note) => (
        <NoteField
          key={note}
          note={note}
          texts={GUEST_NOTES[note].till}
          error={problems[note]}
          value={till[note]}
          onValue={(text) => patch({ [note]: text })}
        />
      ))}
    </section>
  );
}

/** The order type, with its destination, and the time. */
function OrderTypeAndTime({ counter }: { counter: CounterState }) {
  const { till, location, typedOrder, patch } = counter;
  const type = tillOrderType(till, location);
  // The feature says that the location wants to deliver. Delivery is a service only with a delivery zone.
  const lacksDeliveryZone =
    isOrderTypeOffered(location.features, 'delivery') && !location.services.includes('delivery');
  return (
    <>
      <Segmented
        legend={say`Order Type`}
        value={type}
        onValue={(wantedType) => patch({ wantedType })}
        options={ORDER_TYPES.map((value) => ({
          value,
          disabled: !location.services.includes(value),
          label: (
            <span className={`grid items-center text-xs nowrap icon-20 ${styles.type}`}>
              <TypeIcon type={value} />
              {orderTypeLabel(value)}
            </span>
          ),
        }))}
      />
      {lacksDeliveryZone && (
        <p className="hint">{say`No delivery: this location has no delivery area. A manager can add one under Locations.`}</p>
      )}
      {/* Before the time, which includes the drive, and before the name: first ask whether we deliver there. */}
      {orderTypeGoesTo(type, 'address') && <DeliveryFields counter={counter} />}
      {orderTypeGoesTo(type, 'table') && <TableFields counter={counter} />}
      <section className="stack gap-8" aria-label={say`When`}>
        <h3 className="text-sm weight-600">{say`When`}</h3>
        <ChooseTime
          location={location}
          orderType={type}
          dishes={cartQuantity(tillCart(till))}
          wayMinutes={deliveryMinutes(typedOrder.delivery)}
          value={till.wantedTime}
          onValue={(wantedTime) => patch({ wantedTime })}
          soonest={typedOrder.readyTime}
          by="till"
        />
      </section>
    </>
  );
}

function TableFields({ counter: { till, location, payment, patch } }: { counter: CounterState }) {
  const { problems } = payment;
  return (
    <fieldset className="stack gap-12">
      <legend>{say`Table Information`}</legend>
      <div className="grid two-columns gap-8">
        <TextField
          label={say`Table number`}
          error={till.noTable ? null : problems.table}
          autoCapitalize="characters"
          maxLength={TEXT_LIMITS.tableNumber}
          value={typedTableNumber(till)}
          onValue={(tableNumber) => patch({ tableNumber, noTable: false })}
        />
        <TextField
          label={say`Party size`}
          error={problems.partySize}
          type="number"
          inputMode="numeric"
          min={PARTY_MIN}
          max={PARTY_MAX}
          value={till.partySize}
          onValue={(partySize) => patch({ partySize })}
        />
      </div>
      <CheckField label={say`No table yet`} value={till.noTable} onValue={(noTable) => patch({ noTable })} />
      <TakenTable
        locationId={location.id}
        timeZone={location.timeZone}
        table={typedTableNumber(till)}
        name={till.name}
      />
    </fieldset>
  );
}

function DeliveryFields({ counter }: { counter: CounterState }) {
  const { till, location, payment, patch } = counter;
  return (
    <fieldset className="stack gap-12">
      <legend>{say`Delivery Information`}</legend>
      <TextField
        label={say`Address`}
        error={payment.problems.address}
        required
        value={till.address}
        maxLength={TEXT_LIMITS.address}
        onValue={(address) => patch({ address })}
      />
      {/* `delivers` contains the delivery zones. */}
      {location.delivers && <DeliveryZone counter={counter} />}
      <TextField
        label={say`Instructions`}
        value={till.deliveryInstructions}
        maxLength={TEXT_LIMITS.instructions}
        onValue={(deliveryInstructions) => patch({ deliveryInstructions })}
      />
      {till.payment !== 'cash' && (
        <CheckField
          label={say`Leave it at the door`}
          hint={say`Once it is paid. Until then the driver hands it over.`}
          value={till.leaveAtDoor}
          onValue={(leaveAtDoor) => patch({ leaveAtDoor })}
        />
      )}
    </fieldset>
  );
}

/** The postal code or the zone, and what the delivery costs there. */
function DeliveryZone({ counter: { till, location, typedOrder, patch } }: { counter: CounterState }) {
  const { delivery, price } = typedOrder;
  const zones = zonesToName(location, till.postalCode);
  // The field stays after a zone is chosen, when the delivery is no longer unknown.
  const choosesZone = zones.length > 0 && (delivery.is === 'unknown' || till.zoneName !== '');
  return (
    <>
      <TextField
        label={say`Postal code`}
        required={till.zoneName === ''}
        value={till.postalCode}
        autoCapitalize="characters"
        maxLength={20}
        onValue={(postalCode) => patch({ postalCode })}
      />
      {choosesZone && (
        <SelectField
          label={say`Zone`}
          hint={say`Ask the guest which zone it is in: the postal code is not enough.`}
          value={till.zoneName}
          onValue={(zoneName) => patch({ zoneName })}
        >
          <option value="">{say`Choose a zone`}</option>
          {zones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <div role="status">
        <DeliveryAnswer
          delivery={delivery}
          food={price.subtotal}
          onPickup={() => patch({ wantedType: 'pickup' })}
          onAgain={typedOrder.askDeliveryAgain}
        />
      </div>
    </>
  );
}

function CustomerFields({ counter }: { counter: CounterState }) {
  const { till, location, payment, regularGuest, phoneRef, nameRef, typePhone, patch } = counter;
  const { problems } = payment;
  // The account of the customer. `regularGuest` is found by earlier orders instead, with or without an account.
  const { regular: customer, found } = till;
  const hint = phoneHint(till, regularGuest !== null);
  return (
    <fieldset className="stack gap-12">
      <legend>{say`Customer Information`}</legend>
      <TextField
        label={say`Phone`}
        error={problems.phone}
        hint={hint ?? undefined}
        ref={phoneRef}
        type="tel"
        inputMode="tel"
        value={till.phone}
        onValue={typePhone}
      />
      {/* Screen readers read the hint of the field only on focus, so its changes are announced here. */}
      <div aria-live="polite" className={styles.announcements}>
        {hint && <span className="sr-only">{hint}</span>}
        {customer && !regularGuest && (
          <Banner tone="ok" title={say`Existing Customer Found`} icon={<UserCheck />}>
            {customerFoundText(customer)}
          </Banner>
        )}
        {!customer && found.length > 0 && (
          <Banner tone="info" title={say`Existing Customer Found`} icon={<UserCheck />}>
            {say`This number is in a profile, but it may belong to someone else. Ask for the name and choose, or continue without.`}
            <div className="flex flex-wrap gap-8 above-10">
              {found.map((person) => (
                <Button key={person.id} type="button" look="quiet" onClick={() => patch(withCustomer(till, person))}>
                  {person.totalOrders === 0
                    ? say`It is ${person.name}`
                    : person.totalOrders === 1
                      ? say`It is ${person.name}, 1 order`
                      : say`It is ${person.name}, ${person.totalOrders} orders`}
                </Button>
              ))}
            </div>
          </Banner>
        )}
      </div>
      {regularGuest && (
        <RegularGuestCard
          guest={regularGuest}
          location={location}
          accountText={customer && customerFoundText(customer)}
          onRepeat={counter.repeatLastOrder}
          onTillChange={counter.change}
        />
      )}
      <TextField
        label={say`Name`}
        error={problems.name}
        required={needsName(till, location)}
        ref={nameRef}
        value={till.name}
        onValue={(name) => patch({ name })}
      />
      <TextField
        label={say`Email`}
        error={problems.email}
        type="email"
        inputMode="email"
        value={till.email}
        onValue={(email) => patch({ email })}
      />
    </fieldset>
  );
}

function phoneHint(till: Till, hasEarlierOrders: boolean): string | null {
  if (till.lookup === 'searching') return say`Looking for this number…`;
  if (till.lookup === 'done') return till.found.length > 0 || hasEarlierOrders ? null : lookupHints.nobody;
  return phoneLookupStep(till.phone).hint;
}
