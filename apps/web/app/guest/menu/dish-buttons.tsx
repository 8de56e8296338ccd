import { Link } from 'react-router';
import type { Cart, CartLine } from '@tiffin/domain/cart';
import { multiplyCents, say } from '@tiffin/domain/core';
import { lineName } from '@tiffin/domain/order';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { removeLine } from '../../shared/cart/remove-line.ts';
import type { Dish } from '../../shared/dish/dish.ts';
import { shownHeatName, LineDifferences } from '../../shared/order/line-words.tsx';
import { placeOf } from '../../shared/cart/carts.ts';
import type { Location } from '../../shared/site/site.ts';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Stepper } from '../../ui/stepper.tsx';
import type { DishLine } from './dish-line.ts';
import styles from './dish-dialog.module.css';

/** In place of the button: why the dish cannot be ordered, and a link to similar ones. */
export function NotForSale({ location, dish, reason }: { location: Location; dish: Dish; reason: string | undefined }) {
  return (
    <>
      {reason && <p className="text-sm weight-500">{reason}</p>}
      <div className="row between gap-12">
        <p className="weight-600 digits">{formatMoney(dish.price)}</p>
        {location.isActive && (
          <LinkButton look="quiet" size="sm" href={paths.menuCategory(placeOf(location), dish.category)}>
            {say`See dishes like this`}
          </LinkButton>
        )}
      </div>
    </>
  );
}

/** Quantity and price. If an option is missing, the button names it and scrolls to it. */
export function AddToCartButton({
  dish,
  line: { choices, price, missing, quantity, setQuantity },
  isEdited,
  isForAnother,
}: {
  dish: Dish;
  line: DishLine;
  isEdited: boolean;
  /** The dish contains a stated allergen, so adding it is the second choice. */
  isForAnother: boolean;
}) {
  const sum = formatMoney(multiplyCents(price, quantity));
  const notYet =
    dish.choice && choices.state !== 'loaded'
      ? choices.state === 'failed'
        ? say`The choices could not be loaded.`
        : say`Loading ${dish.name}…`
      : null;
  const verb = missing
    ? say`Choose ${missing}`
    : isEdited
      ? say`Save`
      : isForAnother
        ? say`Add for somebody else`
        : say`Add`;
  return (
    <div className="flex gap-12">
      <Stepper label={dish.name} value={quantity} onValue={setQuantity} min={1} max={dish.most} size="lg" />
      <Button
        type="submit"
        size="lg"
        look={isForAnother && !isEdited ? 'line' : 'solid'}
        className={`grow min-width-0 ${styles.add}`}
        disabledReason={notYet}
      >
        <span>
          {verb} •{' '}
          {(missing ?? (notYet && dish.isFrom)) && (
            <span className={`nowrap weight-400 ${styles.from}`}>{say`from`} </span>
          )}
          <span className="num">{sum}</span>
        </span>
      </Button>
      {dish.choice && <DelayedText text={sum} />}
    </div>
  );
}

interface RemoveButtonProps {
  locationId: string;
  line: CartLine;
  onRemoved: () => void;
}

export function RemoveButton({ locationId, line, onRemoved }: RemoveButtonProps) {
  return (
    <Button
      look="danger"
      size="sm"
      onClick={() => {
        removeLine(locationId, line);
        onRemoved();
      }}
    >
      {say`Take it out of my order`}
    </Button>
  );
}

const REST_MS = 700;

/** Announces a changing figure after a pause, but not its first value. */
function DelayedText({ text }: { text: string }) {
  const [texts, setTexts] = useState({ first: text, spoken: '' });
  useEffect(() => {
    const timer = setTimeout(() => {
      setTexts((before) => (text === before.first && before.spoken === '' ? before : { ...before, spoken: text }));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="sr-only" role="status">
      {texts.spoken}
    </span>
  );
}

const ofLineText = (action: string, line: string) => say`${action}: ${line}`;

interface CartLinesOfDishProps {
  locationId: string;
  lines: Cart;
  onAnother: (line: CartLine) => void;
}

/** The lines of this dish in the cart. Another portion is added with one press, other options are chosen below. */
export function CartLinesOfDish({ locationId, lines, onAnother }: CartLinesOfDishProps) {
  return (
    <section className="stack gap-16" aria-label={say`In your order already`}>
      <ul className={`stack round-md surface ${styles.lines}`}>
        {lines.map((line) => (
          <li key={line.cartKey} className="row flex-wrap gap-8">
            <div className="text-sm">
              <b>{`${line.quantity} × ${line.name}`}</b>
              <LineDifferences {...line} heat={shownHeatName(line)} />
            </div>
            <Button
              look="quiet"
              size="sm"
              aria-label={ofLineText(say`Same again`, lineName(line))}
              onClick={() => onAnother(line)}
            >
              {say`Same again`}
            </Button>
            <Link
              className={buttonClass({ look: 'plain', size: 'sm' })}
              to={paths.menuDish(locationId, line.id, line.cartKey)}
              aria-label={ofLineText(say`Change`, lineName(line))}
              preventScrollReset
            >
              {say`Change`}
            </Link>
          </li>
        ))}
      </ul>
      <h3 className="text-lg">{say`Same dish, different choices`}</h3>
    </section>
  );
}
