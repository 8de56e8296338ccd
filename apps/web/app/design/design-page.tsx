import { useState } from 'react';
import { cents, type Cents } from '@tiffin/domain/core';
import { RefreshCw, CreditCard, Banknote } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { Segmented, Chip } from '../ui/choices.tsx';
import { Basics } from './basics.tsx';
import { LayerParts } from './layer-parts.tsx';
import styles from './design-page.module.css';
import { Badge } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import emptyArt from '../assets/categories/combos-with-bread.svg';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState, OfflineState, StateArt } from '../ui/states.tsx';
import { Checkbox, ChoiceTiles, RadioCards, Switch } from '../ui/boxes.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput, PrefixedInput, Select, Textarea, TextInput } from '../ui/inputs.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { PhoneInput } from '../ui/phone-input.tsx';

type Surface = 'guest' | 'staff';

/** Shows every component in every state, in both densities. */
export function DesignPage() {
  const [surface, setSurface] = useState<Surface>('guest');
  return (
    <div className={classNames('wrap stack', styles.page)}>
      <header className="stack gap-12">
        <h1>Design</h1>
        <p className="soft">Every part of the design system, in every state.</p>
        <Segmented<Surface>
          legend="Density"
          options={[
            { value: 'guest', label: 'Guests' },
            { value: 'staff', label: 'Back office' },
          ]}
          value={surface}
          onValue={setSurface}
        />
      </header>
      <div className={`stack ${styles.surface}`} data-surface={surface}>
        <Basics />
        <FieldParts />
        <ChoiceParts />
        <ListParts />
        <LayerParts />
        <StateParts />
      </div>
    </div>
  );
}

const ROWS: readonly { code: string; guest: string; total: Cents }[] = [
  { code: '7K3QX', guest: 'Alex Sample', total: cents(4210) },
  { code: 'D7K3M', guest: 'Casey Sample', total: cents(11_003) },
];

function ListParts() {
  const [tab, setTab] = useState<'orders' | 'tables'>('orders');
  const [page, setPage] = useState(1);
  return (
    <section className={styles.part}>
      <h2>Tabs, tables and pages</h2>
      <Tabs
        label="Example of tabs"
        value={tab}
        onValue={setTab}
        tabs={[
          { id: 'orders', label: 'Past Orders', panel: <p>What you ate.</p> },
          { id: 'tables', label: 'Reservations', count: 1, panel: <p>Where you will sit.</p> },
        ]}
      />
      <div className={`round-card surface shadow-1 ${styles.card}`}>
        <Table
          caption="Example of a table"
          rows={ROWS}
          rowKey={(row) => row.code}
          isPicked={(row) => row.code === 'D7K3M'}
          columns={[
            {
              id: 'code',
              head: 'Order',
              names: true,
              cell: (row) => row.code,
              sort: 'descending',
              onSort: () => setPage(1),
            },
            { id: 'guest', head: 'Guest', cell: (row) => row.guest },
            { id: 'state', head: 'Status', cell: () => <Badge tone="ok">Ready for Pickup</Badge> },
            { id: 'total', head: 'Total', align: 'end', cell: (row) => <Money cents={row.total} /> },
          ]}
        />
        <Pagination label="Example of pages" page={page} pages={4} onPage={setPage} />
      </div>
    </section>
  );
}

function StateParts() {
  return (
    <section className={styles.part}>
      <h2>Messages and states</h2>
      <div className="stack gap-12">
        <Banner tone="bad" title="Unable to process order. Please try again." />
        <Banner title="Please complete all required fields correctly" />
        <Banner tone="ok" title="Your new password is saved." />
        <Banner tone="warn" title="Sound notifications need setup">
          Tap anywhere to enable.
        </Banner>
        <Banner
          tone="offline"
          title="Working offline - data may be limited"
          action={<Button look="plain">See queue</Button>}
        >
          Status updates queued for when online.
        </Banner>
      </div>
      <div className={styles.grid}>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <Loading label="Loading…">
            <div className="stack gap-12">
              <Skeleton width="60%" height={24} />
              <Skeleton />
              <Skeleton width="80%" />
              <Skeleton height={48} />
            </div>
          </Loading>
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <EmptyState
            level={3}
            title="Nothing here yet"
            text="Start with a samosa and see where it goes."
            picture={<StateArt src={emptyArt} />}
          >
            <Button>See the menu</Button>
          </EmptyState>
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <ErrorState level={3} title="Failed to load reservations" text="Network error - please check your connection">
            <Button>
              <RefreshCw aria-hidden="true" />
              Try Again
            </Button>
          </ErrorState>
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <OfflineState level={3} title="You’re offline" text="What you see may be a while old." />
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <ForbiddenState level={3} title="Access Denied" text="You don't have permission to access this admin area." />
        </div>
      </div>
    </section>
  );
}

function FieldParts() {
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
          <PasswordInput />
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

function ChoiceParts() {
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
