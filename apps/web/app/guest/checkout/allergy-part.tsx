import { useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import { allergyStatements, allergyTexts, withNoteAllergies } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import type { Cart, CartLine } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { useMenuDishes } from '../../shared/cart/menu-dishes.ts';
import { placeOf } from '../../shared/cart/carts.ts';
import { stateOrderAllergies, useOrderAllergies } from '../../shared/cart/stated-allergies.ts';
import { AllergyChooser, STORED_ON_DEVICE } from '../../shared/allergies/allergy-chooser.tsx';
import { allergensOfLine } from '../../shared/allergies/dish-allergens.ts';
import type { Location } from '../../shared/site/site.ts';
import { LinkButton } from '../../ui/button.tsx';
import { phoneHref } from '../../ui/format.ts';
import styles from './checkout.module.css';

/** The allergies for the whole order, on one line until the guest opens it, and what we know about each dish. */
export function AllergyPart({ location, cart, note }: { location: Location; cart: Cart; note: string }) {
  const stated = useOrderAllergies(placeOf(location));
  const [isOpen, setOpen] = useState(false);
  const [isStating, setStating] = useState(false);
  return (
    <section className={styles.part}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="row between gap-12 touch-height pointer">
          <span className="min-width-0">
            <b className="block weight-600">{say`Allergies for the whole order`}</b>
            <small className="soft break-anywhere">{stated.length > 0 ? allergyTexts(stated) : say`None stated`}</small>
          </span>
          <u className="text-sm weight-600">{isOpen ? say`Close` : stated.length > 0 ? say`Change` : say`Add`}</u>
        </summary>
        <div className="stack gap-12 above-12">
          <p className="soft">{say`The kitchen checks every dish on your list before it is ready. For one dish only, change that dish in your order.`}</p>
          <AllergyChooser
            country={location.country}
            legend={say`Allergies for this order`}
            hint={STORED_ON_DEVICE}
            value={stated}
            onValue={(next) => {
              setStating(true);
              stateOrderAllergies(placeOf(location), next);
            }}
          />
        </div>
      </details>
      <Statements location={location} cart={cart} note={note} isStating={isOpen && isStating} />
    </section>
  );
}

/** A guest who has just stated an allergy might not see the warning below a long list of allergies. */
function bringIntoView(warning: HTMLElement | null): void {
  warning?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}

/** What we know about each dish and the allergies stated for it or for the order. */
function Statements({ location, cart, note, isStating }: Parameters<typeof AllergyPart>[0] & { isStating: boolean }) {
  const ofOrder = useOrderAllergies(placeOf(location));
  const statedFor = (line: CartLine) =>
    withNoteAllergies([...ofOrder, ...(line.allergies ?? [])], note, line.note ?? '');
  const isStated = cart.some((line) => statedFor(line).length > 0);
  const { dishes } = useMenuDishes(isStated ? location.id : null);
  if (!isStated || !dishes) return null;
  const allergensOnMenu = [...dishes.values()].map(({ allergens }) => allergens);
  const statements = cart.flatMap((line) => {
    const allergens = allergensOfLine(line, dishes.get(line.id));
    const ofLine = allergyStatements(line.name, statedFor(line), allergens, allergensOnMenu);
    return ofLine.map((statement) => ({ ...statement, line, key: `${line.cartKey} ${statement.kind}` }));
  });
  const affected = statements.filter(({ kind }) => kind !== 'unlisted');
  return (
    <div className="stack gap-12" role="status">
      {affected.length > 0 && (
        <ul
          // A new key calls the ref again for each further warning.
          key={affected.length}
          ref={isStating ? bringIntoView : null}
          className={`stack gap-10 round-md ${styles.conflicts}`}
        >
          {affected.map(({ line, kind, text, key }) => (
            <li key={key} className="row flex-wrap between gap-12">
              <span className="flex grow gap-8 icon-18">
                <TriangleAlert />
                <span>
                  <b className="weight-600">{text}</b>{' '}
                  {kind === 'unsure' && (
                    <small className="block soft">{say`The kitchen checks it before it is ready.`}</small>
                  )}
                </span>
              </span>
              <LinkButton
                look="line"
                size="sm"
                href={paths.menuDish(placeOf(location), line.id, line.cartKey)}
                aria-label={say`Change ${line.name}`}
              >
                {say`Change`}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {statements
        .filter(({ kind }) => kind === 'unlisted')
        .map(({ key, text }) => (
          <p key={key} className="text-sm">
            {text}
          </p>
        ))}
      <p className="hint">
        {say`Our kitchen handles many ingredients every day, so we cannot rule out traces.`}{' '}
        {say`Is the allergy severe?`}{' '}
        <a href={phoneHref(location.phone)} className={styles.whole}>
          {say`Call ${phoneText(location.phone)} before you order`}
        </a>
      </p>
    </div>
  );
}
