import { cents } from '@tiffin/domain/core';
import { Check, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { categoryArt } from '../shared/dish/category-art.ts';
import { Badge, OpenState } from '../ui/badge.tsx';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { TextLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { Progress } from '../ui/figures.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { Time } from '../ui/time.tsx';
import styles from './design-page.module.css';

const COLOURS = [
  'canvas',
  'surface',
  'surface-sunken',
  'line',
  'ink',
  'ink-soft',
  'ink-faint',
  'action',
  'invite',
  'danger',
  'success',
  'info',
  'brand',
  'band',
];
const CATEGORIES = [
  'appetizers',
  'breakfast',
  'veg-curries',
  'non-veg-curries',
  'combos-with-rice',
  'combos-with-bread',
  'drinks',
  'anything else',
];

export function Basics() {
  return (
    <>
      <ColoursAndType />
      <Buttons />
      <BadgesMoneyAndTime />
      <Drawings />
    </>
  );
}

function ColoursAndType() {
  return (
    <section className={styles.part}>
      <h2>Colour and type</h2>
      <div className={`grid gap-12 ${styles.swatches}`}>
        {COLOURS.map((name) => (
          <div key={name} className={`grid gap-6 text-xs ${styles.swatch}`}>
            <i className="round-sm" style={{ background: `var(--${name})` }} />
            {name}
          </div>
        ))}
      </div>
      <div className="stack gap-12">
        <p style={{ font: '520 var(--text-display)/1 var(--font-display)', letterSpacing: '-.032em' }}>
          Fraunces speaks
        </p>
        <p>Inter works, and carries every figure: 0123456789.</p>
      </div>
    </section>
  );
}

function Buttons() {
  const [count, setCount] = useState(2);
  return (
    <section className={styles.part}>
      <h2>Buttons</h2>
      <div className="row flex-wrap gap-12">
        <Button size="lg">Place Order</Button>
        <Button>Checkout</Button>
        <Button look="invite">Order Now</Button>
        <Button look="quiet">Track order</Button>
        <Button look="line">Collect Cash Payment</Button>
        <Button look="plain">Export</Button>
        <Button look="danger">Cancel reservation</Button>
        <Button look="danger-solid">Cancel and refund</Button>
        <Button look="ghost">Cancel</Button>
        <Button look="bare">Reserve a table</Button>
        <LinkButton href="#buttons" look="quiet">
          A link
        </LinkButton>
        <TextLink href="#buttons">See every dish</TextLink>
      </div>
      <div className="row flex-wrap gap-12">
        <Button disabled>Place Order</Button>
        <Button disabledReason="You do not have permission to perform this action.">Refund</Button>
        <Button busy>Creating Order...</Button>
        <Button size="sm" look="quiet">
          Small
        </Button>
        <IconButton label="Search">
          <Search aria-hidden="true" />
        </IconButton>
        <IconButton label="Delete" look="plain">
          <Trash2 aria-hidden="true" />
        </IconButton>
        <Stepper label="Butter Chicken" value={count} onValue={setCount} min={0} max={10} />
        <Stepper label="Samosas" value={count} onValue={setCount} min={0} max={10} size="lg" />
      </div>
      <div className={`round-md ${styles.onBrand}`}>
        <div className="row flex-wrap gap-12">
          <Button look="invite">Order Now</Button>
          <Button look="on-brand">Make a reservation</Button>
        </div>
      </div>
      <Button block spread size="lg">
        <span>Checkout</span>
        <Money cents={cents(4197)} />
      </Button>
    </section>
  );
}

function BadgesMoneyAndTime() {
  return (
    <section className={styles.part}>
      <h2>Badges, money and time</h2>
      <div className="row flex-wrap gap-12">
        <Badge tone="ok" icon={<Check aria-hidden="true" />}>
          PAID
        </Badge>
        <Badge tone="warn">Being Prepared</Badge>
        <Badge tone="info">Order Received</Badge>
        <Badge tone="bad">Cancelled</Badge>
        <Badge tone="plum">1</Badge>
        <Badge>Unavailable today</Badge>
        <OpenState open>Open now</OpenState>
        <OpenState open={false}>Closed - Opens tomorrow at 11:30 a.m.</OpenState>
      </div>
      <div className="row flex-wrap gap-12">
        <Money cents={cents(123_450)} />
        <Time at="2026-11-20T22:30:00Z" look="date-time" />
        <Time at="2026-11-20T22:30:00Z" look="time-zone" />
        <Spinner />
      </div>
      <Progress label="12 of 40 orders" value={12} max={40} />
      <Progress label="Working…" />
    </section>
  );
}

function Drawings() {
  return (
    <section className={styles.part}>
      <h2>Drawings</h2>
      <div className={`grid gap-12 ${styles.art}`}>
        {CATEGORIES.map((id) => (
          <img
            className="full-width round-md"
            key={id}
            src={categoryArt({ art: id })}
            alt={id}
            loading="lazy"
            width={96}
            height={96}
          />
        ))}
      </div>
    </section>
  );
}
