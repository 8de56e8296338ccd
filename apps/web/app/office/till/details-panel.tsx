import type { ReactNode, RefObject } from 'react';
import { UserCheck } from 'lucide-react';
import { cartQuantity } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import { lookupHints, phoneLookupStep } from '@tiffin/domain/people';
import {
  allergyTexts,
  orderTypeGoesTo,
  GUEST_NOTE_FIELDS,
  GUEST_NOTES,
  isOrderTypeOffered,
  ORDER_TYPES,
  orderTypeLabel,
  PARTY_MAX,
  PARTY_MIN,
  TEXT_LIMITS,
} from '@tiffin/domain/order';
import { moneyText } from '../../ui/figures.tsx';
import { ChooseTime } from '../../shared/order/choose-time.tsx';
import { DeliveryAnswer } from '../../shared/order/delivery-answer.tsx';
import { deliveryMinutes, zonesToName, type Delivery } from '../../shared/order/use-delivery.ts';
import { AllergyChooser } from '../../shared/order/allergy-chooser.tsx';
import { NoteField } from '../../shared/order/note-field.tsx';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { TakenTable } from '../../shared/reservation/taken-table.tsx';
import { centsOf } from '../../ui/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import styles from './till.module.css';
import {
  tillCart,
  type Problems,
  typedTableNumber,
  tillOrderType,
  withCustomer,
  type TillLocation,
  type Till,
} from './till.ts';
import { texts } from './texts.ts';

export interface DetailsPanelProps {
  till: Till;
  location: TillLocation;
  problems: Problems;
  delivery: Delivery;
  onAskAgain: () => void;
  /** The subtotal of the dishes. */
  food: Cents;
  /** When the order is ready if it is placed now. */
  readyTime: string | null;
  /** What the guest with this phone number ordered before. */
  regular: ReactNode;
  phoneRef: RefObject<HTMLInputElement | null>;
  onChange: (patch: Partial<Till>) => void;
  onPhone: (typed: string) => void;
}

/** Who the order is for, and whether it is pickup, delivery or dine-in. */
export function DetailsPanel({
  till,
  location,
  problems,
  delivery,
  onAskAgain,
  food,
  readyTime,
  regular,
  phoneRef,
  onChange,
  onPhone,
}: DetailsPanelProps) {
  const type = tillOrderType(till, location);
  return (
    <section className={`stack content-start gap-18 min-width-0 ${styles.panel}`} aria-label={texts.details}>
      <Segmented
        legend={texts.orderType}
        value={type}
        onValue={(wantedType) => onChange({ wantedType })}
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
      {isOrderTypeOffered(location.features, 'delivery') && !location.services.includes('delivery') && (
        <p className="hint">{texts.noDeliveryArea}</p>
      )}
      {/* Comes before the time, which includes the drive, and the name: whether we deliver there matters first. */}
      {orderTypeGoesTo(type, 'address') && (
        <WhereTo {...{ till, location, problems, delivery, onAskAgain, food, onChange }} />
      )}
      <section className="stack gap-8" aria-label={texts.ready}>
        <h3 className="text-sm weight-600">{texts.ready}</h3>
        <ChooseTime
          place={location}
          orderType={type}
          dishes={cartQuantity(tillCart(till))}
          wayMinutes={deliveryMinutes(delivery)}
          value={till.wantedTime}
          onValue={(wantedTime) => onChange({ wantedTime })}
          soonest={readyTime}
          by="till"
        />
      </section>
      <details className="round-control quiet" open={till.allergies.length > 0}>
        <summary className={`touch-height weight-600 ${styles.askAllergies}`}>
          {till.allergies.length > 0 ? texts.allergyWhole(allergyTexts(till.allergies)) : texts.askAllergies}
        </summary>
        <div className={`stack gap-8 ${styles.allergies}`}>
          <p className="hint">{texts.askAllergiesHint}</p>
          <AllergyChooser
            country={location.country}
            legend={texts.allergies}
            value={till.allergies}
            onValue={(allergies) => onChange({ allergies })}
          />
        </div>
      </details>
      <Customer {...{ till, problems, regular, phoneRef, onChange, onPhone }} />
      {orderTypeGoesTo(type, 'table') && <Table {...{ till, location, problems, onChange }} />}
      {GUEST_NOTE_FIELDS.map((note) => (
        <NoteField
          key={note}
          note={note}
          texts={GUEST_NOTES[note].till}
          error={problems[note]}
          value={till[note]}
          onValue={(text) => onChange({ [note]: text })}
        />
      ))}
    </section>
  );
}

/** The table and the number of guests. */
function Table({
  till,
  location,
  problems,
  onChange,
}: Pick<DetailsPanelProps, 'till' | 'location' | 'problems' | 'onChange'>) {
  return (
    <fieldset className="stack gap-12">
      <legend>{texts.table}</legend>
      <div className="grid two-columns gap-8">
        <Field label={texts.tableNumber} error={till.noTable ? null : problems.table}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            value={typedTableNumber(till)}
            onChange={(event) => onChange({ tableNumber: event.target.value, noTable: false })}
          />
        </Field>
        <Field label={texts.partySize} error={problems.partySize}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={PARTY_MIN}
            max={PARTY_MAX}
            value={till.partySize}
            onChange={(event) => onChange({ partySize: event.target.value })}
          />
        </Field>
      </div>
      <Checkbox
        label={texts.noTable}
        checked={till.noTable}
        onChange={(event) => onChange({ noTable: event.target.checked })}
      />
      <TakenTable
        locationId={location.id}
        timeZone={location.timeZone}
        table={typedTableNumber(till)}
        name={till.name}
      />
    </fieldset>
  );
}

/** The delivery address and the fee. */
function WhereTo({
  till,
  location,
  problems,
  delivery,
  onAskAgain,
  food,
  onChange,
}: Omit<DetailsPanelProps, 'phoneRef' | 'onPhone' | 'readyTime' | 'regular'>) {
  return (
    <fieldset className="stack gap-12">
      <legend>{texts.delivery}</legend>
      <Field label={texts.address} error={problems.address} required>
        <TextInput
          value={till.address}
          autoComplete="off"
          maxLength={TEXT_LIMITS.address}
          onChange={(event) => onChange({ address: event.target.value })}
        />
      </Field>
      {location.delivers && <DeliveryZone {...{ till, location, delivery, onAskAgain, food, onChange }} />}
      <Field label={texts.deliveryInstructions}>
        <TextInput
          value={till.deliveryInstructions}
          autoComplete="off"
          maxLength={TEXT_LIMITS.instructions}
          onChange={(event) => onChange({ deliveryInstructions: event.target.value })}
        />
      </Field>
      {till.payment !== 'cash' && (
        <Checkbox
          label={texts.leaveAtDoor}
          hint={texts.leaveAtDoorHint}
          checked={till.leaveAtDoor}
          onChange={(event) => onChange({ leaveAtDoor: event.target.checked })}
        />
      )}
    </fieldset>
  );
}

/** The postal code or the zone, and what the delivery costs there. */
function DeliveryZone({
  till,
  location,
  delivery,
  onAskAgain,
  food,
  onChange,
}: Omit<DetailsPanelProps, 'problems' | 'phoneRef' | 'onPhone' | 'readyTime' | 'regular'>) {
  const zones = zonesToName(location, till.postalCode);
  return (
    <>
      <Field label={texts.postalCode} required={till.zoneName === ''}>
        <TextInput
          value={till.postalCode}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          onChange={(event) => onChange({ postalCode: event.target.value })}
        />
      </Field>
      {(delivery.is === 'unknown' || till.zoneName !== '') && zones.length > 0 && (
        <Field label={texts.zone} hint={texts.zoneHint}>
          <Select value={till.zoneName} onChange={(event) => onChange({ zoneName: event.target.value })}>
            <option value="">{texts.noZone}</option>
            {zones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      )}
      <div role="status">
        <DeliveryAnswer
          delivery={delivery}
          food={food}
          onPickup={() => onChange({ wantedType: 'pickup' })}
          onAgain={onAskAgain}
        />
      </div>
    </>
  );
}

function Customer({
  till,
  problems,
  regular: earlierOrders,
  phoneRef,
  onChange,
  onPhone,
}: Omit<DetailsPanelProps, 'onAskAgain' | 'location' | 'delivery' | 'food' | 'readyTime'>) {
  const { regular, found } = till;
  const hint = phoneHint(till, Boolean(earlierOrders));
  return (
    <fieldset className="stack gap-12">
      <legend>{texts.customer}</legend>
      <Field label={texts.phone} error={problems.phone} {...(hint && { hint })}>
        <TextInput
          ref={phoneRef}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={till.phone}
          onChange={(event) => onPhone(event.target.value)}
        />
      </Field>
      <div aria-live="polite" className={styles.said}>
        {hint && <span className="sr-only">{hint}</span>}
        {regular && (
          <Banner tone="ok" title={texts.found} icon={<UserCheck aria-hidden="true" />}>
            {texts.foundText(regular.name, regular.totalOrders, moneyText(centsOf(regular.totalSpent), 'revenue'))}
          </Banner>
        )}
        {!regular && found.length > 0 && (
          <Banner tone="info" title={texts.found} icon={<UserCheck aria-hidden="true" />}>
            {texts.whoIsIt}
            <div className="flex flex-wrap gap-8 above-10">
              {found.map((person) => (
                <Button key={person.id} type="button" look="quiet" onClick={() => onChange(withCustomer(till, person))}>
                  {texts.itIs(person.name, person.totalOrders)}
                </Button>
              ))}
            </div>
          </Banner>
        )}
      </div>
      {earlierOrders}
      <Field label={texts.name} error={problems.name} required>
        <TextInput value={till.name} autoComplete="off" onChange={(event) => onChange({ name: event.target.value })} />
      </Field>
      <Field label={texts.email} error={problems.email}>
        <TextInput
          type="email"
          inputMode="email"
          value={till.email}
          autoComplete="off"
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
    </fieldset>
  );
}

function phoneHint(till: Till, hasEarlierOrders: boolean): string | null {
  if (till.lookup === 'searching') return texts.searching;
  if (till.lookup === 'done') return till.found.length > 0 || hasEarlierOrders ? null : lookupHints.nobody;
  return phoneLookupStep(till.phone).hint;
}
