import { Link } from 'react-router';
import type { Cart, CartLine } from '@tiffin/domain/cart';
import { lineName } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { shownHeatName, LineDifferences } from '../../shared/order/line-words.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import styles from './dish-dialog.module.css';

const ofLineText = (action: string, line: string) => say`${action}: ${line}`;

interface CartLinesOfDishProps {
  locationId: string;
  lines: Cart;
  onAnother: (line: CartLine) => void;
}

/** The lines of this dish in the cart: one press adds one more, another choice is made below. */
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
