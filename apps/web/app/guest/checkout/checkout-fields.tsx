import { useState, type ComponentProps, type ReactNode } from 'react';
import { percentText, toDollars, ZERO, say } from '@tiffin/domain/core';
import { largeOrderTotal } from '@tiffin/domain/restaurant';
import { orderTypeGoesTo, GUEST_NOTE_FIELDS, GUEST_NOTES, TEXT_LIMITS, type OrderType } from '@tiffin/domain/order';
import { PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import type { GuestPaymentMethod } from '@tiffin/domain/payment';
import { clampCustomTip, GUEST_TIP_PRESETS, clampedTipEnd, tipAmount, type Price } from '@tiffin/domain/pricing';
import { currency, formatMoney } from '../../ui/format.ts';
import { OrderTypeChoice } from '../../shared/cart/order-type.tsx';
import { NoteField } from '../../shared/checkout/note-field.tsx';
import type { Location } from '../../shared/site/site.ts';
import { Banknote, CreditCard } from 'lucide-react';
import { Checkbox, ChoiceTiles, RadioCards } from '../../ui/boxes.tsx';
import { Field } from '../../ui/field.tsx';
import { DollarInput, TextInput } from '../../ui/inputs.tsx';
import type { TypedField } from './problems.ts';
import type { Draft } from './draft.ts';
import type { CheckoutDetails } from './use-details.ts';
import styles from './checkout.module.css';

interface PartProps {
  details: CheckoutDetails;
}

/** Fields whose text is never wrong. */
type UncheckedField = 'deliveryInstructions' | 'postalCode';

/** A text field that shows its error after the guest leaves it. */
export function CheckoutTextField({
  details: { draft, problems, change, leave },
  name,
  label,
  hint,
  required = false,
  ...input
}: PartProps &
  Omit<ComponentProps<typeof TextInput>, 'name' | 'value' | 'onChange' | 'onBlur'> & {
    name: Exclude<TypedField, 'phone'> | UncheckedField;
    label: string;
    hint?: string | undefined;
  }) {
  const isChecked = name !== 'deliveryInstructions' && name !== 'postalCode';
  return (
    <Field
      label={label}
      hint={hint}
      error={isChecked ? problems[name] : undefined}
      required={required}
      optional={!required}
    >
      <TextInput
        {...input}
        name={name}
        value={draft[name]}
        onChange={(event) => change({ [name]: event.target.value })}
        onBlur={() => isChecked && leave(name)}
      />
    </Field>
  );
}

/** The choice of pickup, dine-in or delivery with its fields. `children` are the fields for a car or an address. */
export function OrderTypePart({
  details,
  type,
  location,
  children,
}: PartProps & { type: OrderType; location: Location; children: ReactNode }) {
  const { draft, change, clearProblems } = details;
  return (
    <section className="stack gap-16">
      <h3>{say`How would you like it?`}</h3>
      <OrderTypeChoice location={location} />
      {orderTypeGoesTo(type, 'table') && (
        <div className={styles.two}>
          <CheckoutTextField
            details={details}
            name="tableNumber"
            label={say`Table number`}
            hint={say`On the card at your table`}
            required={draft.seatUs === ''}
            disabled={draft.seatUs !== ''}
            autoComplete="off"
            maxLength={TEXT_LIMITS.tableNumber}
          />
          <CheckoutTextField
            details={details}
            name="partySize"
            label={say`Party size`}
            hint={say`${PARTY_MIN} to ${PARTY_MAX} guests`}
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
          />
          <Checkbox
            name="seatUs"
            label={say`Seat us when we come`}
            checked={draft.seatUs !== ''}
            onChange={(event) => {
              change({ seatUs: event.target.checked ? 'yes' : '' });
              clearProblems(['tableNumber']);
            }}
          />
        </div>
      )}
      {children}
    </section>
  );
}

function tipHint(clampedEnd: ReturnType<typeof clampedTipEnd>): string {
  const [most, nothing] = [formatMoney(largeOrderTotal(currency)), formatMoney(ZERO)];
  if (clampedEnd === 'most') return say`The highest tip we accept is ${most}, so we changed it to that.`;
  if (clampedEnd === 'least') return say`A tip cannot be negative, so we changed it to ${nothing}.`;
  return say`Up to ${most}`;
}

/** A percentage of the shown total or an amount. Nothing is preselected. */
export function TipPart({
  details: { draft, change },
  price,
  percents = GUEST_TIP_PRESETS,
}: {
  details: {
    readonly draft: Pick<Draft, 'tip' | 'customTip'>;
    readonly change: (fields: Partial<Pick<Draft, 'tip' | 'customTip'>>) => void;
  };
  price: Pick<Price, 'tipOn'>;
  percents: readonly number[] | undefined;
}) {
  // Which limit the typed tip was reduced to, for the hint at the field.
  const [clampedEnd, setClampedEnd] = useState<ReturnType<typeof clampedTipEnd>>(null);
  return (
    <section className={styles.part}>
      <h2 className="text-xl">{say`Add a tip`}</h2>
      <ChoiceTiles
        legend={say`Tip`}
        legendHidden
        className={styles.tips ?? ''}
        value={draft.tip === '' ? null : draft.tip}
        onValue={(tip) => change({ tip })}
        options={[
          { value: 'none', label: say`No Tip` },
          ...percents.map((percent) => ({
            value: String(percent),
            label: percentText(percent),
            hint: formatMoney(tipAmount({ kind: 'percent', percent }, price.tipOn)),
          })),
          { value: 'custom', label: say`Custom` },
        ]}
      />
      {draft.tip === 'custom' && (
        <Field label={say`Custom tip`} hint={<span role="status">{tipHint(clampedEnd)}</span>}>
          <DollarInput
            name="customTip"
            value={draft.customTip}
            onValue={(customTip) => {
              setClampedEnd(clampedTipEnd(Number(customTip), largeOrderTotal(currency)));
              change({ customTip });
            }}
            onBlur={() =>
              change({
                customTip: toDollars(clampCustomTip(Number(draft.customTip || '0'), largeOrderTotal(currency))).toFixed(
                  2,
                ),
              })
            }
          />
        </Field>
      )}
    </section>
  );
}

interface PaymentPartProps {
  method: GuestPaymentMethod;
  offersOnline: boolean;
  onMethod: (method: GuestPaymentMethod) => void;
}

/** Cash is always offered; online payment where cards are configured. */
export function PaymentPart({ method, offersOnline, onMethod }: PaymentPartProps) {
  return (
    <section className={styles.part}>
      <h2 className="text-xl">{say`Payment method`}</h2>
      <RadioCards<GuestPaymentMethod>
        legend={say`Payment method`}
        legendHidden
        value={method}
        onValue={onMethod}
        options={[
          ...(offersOnline
            ? [
                {
                  value: 'online' as const,
                  label: say`Pay online`,
                  hint: say`Card, Apple Pay or Google Pay. Secure payment by a card provider.`,
                  end: <CreditCard />,
                },
              ]
            : []),
          { value: 'cash', label: say`Cash`, hint: say`Pay when you receive or pick up.`, end: <Banknote /> },
        ]}
      />
    </section>
  );
}

/** The notes that a guest can add to the order. */
export function NotesPart({ details: { draft, change } }: PartProps) {
  return (
    <section className={styles.part}>
      {GUEST_NOTE_FIELDS.map((note) => (
        <NoteField
          key={note}
          note={note}
          texts={GUEST_NOTES[note].checkout}
          optional
          value={draft[note]}
          onValue={(text) => change({ [note]: text })}
        />
      ))}
    </section>
  );
}
