import { useState } from 'react';
import { CreditCard, Banknote } from 'lucide-react';
import { Checkbox, ChoiceTiles, RadioCards, Switch } from '../ui/boxes.tsx';
import { Chip, Segmented } from '../ui/choices.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput, PrefixedInput, Select, Textarea, TextInput } from '../ui/inputs.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { PhoneInput } from '../ui/phone-input.tsx';
import styles from './design-page.module.css';

export function FieldParts() {
  const [phone, setPhone] = useState('');
  return (
    <section className={styles.part}>
      <h2>Fields</h2>
      <div className={styles.grid}>
        <Field label="Full Name" required>
          <TextInput placeholder="First and last name" />
        </Field>
        <Field label="Email Address" error="Please enter a valid email address" required>
          <TextInput type="email" defaultValue="asha@example" />
        </Field>
        <Field label="Phone Number" hint="We text you when the order is ready.">
          <PhoneInput value={phone} onValue={setPhone} />
        </Field>
        <Field label="Party size">
          <Select defaultValue="4">
            <option value="2">2 guests</option>
            <option value="4">4 guests</option>
          </Select>
        </Field>
        <Field label="Password">
          <PasswordInput showLabel="Show password" hideLabel="Hide password" />
        </Field>
        <Field label="Custom tip" optional>
          <PrefixedInput prefix="$" inputMode="decimal" />
        </Field>
        <Field label="Special requests" optional>
          <Textarea placeholder="A high chair, a quiet corner…" />
        </Field>
        <Field label="Order id" hint="Cannot be changed">
          <TextInput disabled defaultValue="TRU-20261120-7K3QX" />
        </Field>
        <SearchInput label="Search the menu" placeholder="Search the menu" />
      </div>
    </section>
  );
}

export function ChoiceParts() {
  const [method, setMethod] = useState('online');
  const [type, setType] = useState('pickup');
  const [tip, setTip] = useState('10');
  const [time, setTime] = useState('18:30');
  return (
    <section className={styles.part}>
      <h2>Choices</h2>
      <div className={styles.grid}>
        <RadioCards
          legend="Payment"
          value={method}
          onValue={setMethod}
          options={[
            {
              value: 'online',
              label: 'Pay online',
              hint: 'Card, Apple Pay or Google Pay.',
              end: <CreditCard aria-hidden="true" />,
            },
            {
              value: 'cash',
              label: 'Cash',
              hint: 'Pay when you receive or pick up.',
              end: <Banknote aria-hidden="true" />,
            },
            { value: 'later', label: 'On account', hint: 'Not here.', disabled: true },
          ]}
        />
        <div className="stack gap-12">
          <Segmented
            legend="Order type"
            value={type}
            onValue={setType}
            options={[
              { value: 'pickup', label: 'Pickup' },
              { value: 'dine-in', label: 'Dine-in' },
              { value: 'delivery', label: 'Delivery', disabled: true },
            ]}
          />
          <div className="row flex-wrap gap-12">
            <Chip label="Vegetarian" defaultChecked />
            <Chip label="Vegan" />
            <Chip label="Gluten-free" />
          </div>
          <Checkbox label="Send me offers" hint="You can stop them at any time." />
          <Checkbox label="Chosen" defaultChecked />
          <Switch label="Accept orders" hint="Guests see it at once." defaultChecked />
          <Switch label="Off and held" disabled />
        </div>
        <ChoiceTiles
          legend="Tip"
          value={tip}
          onValue={setTip}
          options={[
            { value: '0', label: 'No Tip' },
            { value: '5', label: '5%', hint: '$2.71' },
            { value: '10', label: '10%', hint: '$5.41' },
            { value: '15', label: '15%', hint: '$8.12' },
          ]}
        />
        <ChoiceTiles
          look="solid"
          legend="Time"
          value={time}
          onValue={setTime}
          options={[
            { value: '18:00', label: '6:00 p.m.', disabled: true },
            { value: '18:30', label: '6:30 p.m.' },
            { value: '19:00', label: '7:00 p.m.' },
          ]}
          error="This time is no longer available"
        />
      </div>
    </section>
  );
}
