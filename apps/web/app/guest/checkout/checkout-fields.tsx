import { useState } from 'react';
import { addCents, type Cents } from '@tiffin/domain/core';
import { EMAIL_MAX } from '@tiffin/domain/people';
import {
  goesTo,
  GUEST_NOTE_FIELDS,
  GUEST_NOTES,
  GUEST_ORDER_TYPES,
  orderTypeLabel,
  TEXT_LIMITS,
  type OrderType,
} from '@tiffin/domain/order';
import type { GuestPaymentMethod } from '@tiffin/domain/payment';
import { clampCustomTip, GUEST_TIP_PRESETS, heldTip, tipOf, type Price } from '@tiffin/domain/pricing';
import { toDollars } from '@tiffin/domain/core';
import { formatMoney } from '../../ui/format.ts';
import { chooseOrderType } from '../../shared/cart/order-type.ts';
import { NoteField } from '../../shared/order/note-field.tsx';
import { Banknote, CreditCard } from 'lucide-react';
import { ChoiceTiles, RadioCards, Segmented } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { DollarInput } from '../../ui/dollar-input.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import styles from './checkout-page.module.css';
import { texts } from './texts.ts';
import type { Details } from './use-details.ts';

interface PartProps {
  details: Details;
}

/** Pickup, table or delivery, and what each of them needs to know. */
export function HowPart({
  details: { draft, problems, change, leave },
  type,
  services,
}: PartProps & { type: OrderType; services: readonly OrderType[] }) {
  return (
    <section className={styles.part}>
      <h2>{texts.howTitle}</h2>
      <Segmented
        legend={texts.orderType}
        legendHidden
        value={type}
        onValue={chooseOrderType}
        className={styles.types ?? ''}
        options={GUEST_ORDER_TYPES.map((value) => ({
          value,
          label: orderTypeLabel(value),
          disabled: !services.includes(value),
        }))}
      />
      {goesTo(type, 'table') && (
        <div className={styles.two}>
          <Field label={texts.tableNumber} hint={texts.tableHint} optional>
            <TextInput
              name="tableNumber"
              autoComplete="off"
              maxLength={TEXT_LIMITS.tableNumber}
              value={draft.tableNumber}
              onChange={(event) => change({ tableNumber: event.target.value })}
            />
          </Field>
          <Field label={texts.partySize} hint={texts.partyHint} error={problems.partySize} required>
            <TextInput
              name="partySize"
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={draft.partySize}
              onChange={(event) => change({ partySize: event.target.value })}
              onBlur={() => leave('partySize')}
            />
          </Field>
        </div>
      )}
      {goesTo(type, 'address') && (
        <>
          <Field label={texts.address} error={problems.address} required>
            <TextInput
              name="address"
              autoComplete="street-address"
              placeholder={texts.addressPlaceholder}
              maxLength={TEXT_LIMITS.address}
              value={draft.address}
              onChange={(event) => change({ address: event.target.value })}
              onBlur={() => leave('address')}
            />
          </Field>
          <Field label={texts.deliveryInstructions} optional>
            <TextInput
              name="deliveryInstructions"
              autoComplete="off"
              placeholder={texts.deliveryPlaceholder}
              maxLength={TEXT_LIMITS.instructions}
              value={draft.deliveryInstructions}
              onChange={(event) => change({ deliveryInstructions: event.target.value })}
            />
          </Field>
        </>
      )}
    </section>
  );
}

export function DetailsPart({ details: { draft, problems, change, leave } }: PartProps) {
  return (
    <section className={styles.part}>
      <h2>{texts.detailsTitle}</h2>
      <Field label={texts.name} error={problems.name} required>
        <TextInput
          name="name"
          autoComplete="name"
          autoCapitalize="words"
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          onBlur={() => leave('name')}
        />
      </Field>
      <div className={styles.two}>
        <Field label={texts.email} error={problems.email} required>
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_MAX * 2}
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
            onBlur={() => leave('email')}
          />
        </Field>
        <Field label={texts.phone} error={problems.phone} required>
          <PhoneInput
            name="phone"
            value={draft.phone}
            onValue={(phone) => change({ phone })}
            onBlur={() => leave('phone')}
          />
        </Field>
      </div>
    </section>
  );
}

/** A percentage of what one sees, or an amount of one's own; nothing is chosen beforehand. */
export function TipPart({ details: { draft, change }, price }: PartProps & { price: Price }) {
  const base: Cents = addCents(price.subtotal, price.tax);
  // Said beside the field for as long as it holds what we made of it.
  const [held, setHeld] = useState<ReturnType<typeof heldTip>>(null);
  return (
    <section className={styles.part}>
      <h2>{texts.tipTitle}</h2>
      <ChoiceTiles
        legend={texts.tip}
        legendHidden
        className={styles.tips ?? ''}
        value={draft.tip === '' ? null : draft.tip}
        onValue={(tip) => change({ tip })}
        options={[
          { value: 'none', label: texts.noTip },
          ...GUEST_TIP_PRESETS.map((percent) => ({
            value: String(percent),
            label: texts.percent(percent),
            hint: formatMoney(tipOf({ kind: 'percent', percent }, base)),
          })),
          { value: 'custom', label: texts.custom },
        ]}
      />
      {draft.tip === 'custom' && (
        <Field
          label={texts.customTip}
          hint={<span role="status">{held === null ? texts.customHint : texts.heldTip[held]}</span>}
        >
          <DollarInput
            name="customTip"
            value={draft.customTip}
            onValue={(customTip) => {
              setHeld(heldTip(Number(customTip)));
              change({ customTip });
            }}
            onBlur={() => change({ customTip: toDollars(clampCustomTip(Number(draft.customTip || '0'))).toFixed(2) })}
          />
        </Field>
      )}
    </section>
  );
}

/** Cash always; online where cards are configured. */
export function PaymentPart({
  method,
  offersOnline,
  onMethod,
}: {
  method: GuestPaymentMethod;
  offersOnline: boolean;
  onMethod: (method: GuestPaymentMethod) => void;
}) {
  return (
    <section className={styles.part}>
      <h2>{texts.paymentTitle}</h2>
      <RadioCards<GuestPaymentMethod>
        legend={texts.paymentTitle}
        legendHidden
        value={method}
        onValue={onMethod}
        options={[
          ...(offersOnline
            ? [
                {
                  value: 'online' as const,
                  label: texts.online,
                  hint: texts.onlineHint,
                  end: <CreditCard aria-hidden="true" />,
                },
              ]
            : []),
          { value: 'cash', label: texts.cash, hint: texts.cashHint, end: <Banknote aria-hidden="true" /> },
        ]}
      />
    </section>
  );
}

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
