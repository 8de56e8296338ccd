import { useState } from 'react';
import { Check, TriangleAlert } from 'lucide-react';
import { lineName } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import type { Cart } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { useMenuDishes } from '../../shared/cart/menu-dishes.ts';
import { stateAllergies, stateLineAllergies, useStatedAllergies } from '../../shared/cart/stated-allergies.ts';
import { AllergyChooser } from '../../shared/order/allergy-chooser.tsx';
import { allergensOfLine, allergyConflict } from '../../shared/order/allergy-conflicts.ts';
import type { Location } from '../../shared/site/site.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { phoneHref } from '../../ui/format.ts';
import { Select } from '../../ui/inputs.tsx';
import styles from './checkout.module.css';

/** Asks once for allergies, for the whole order or for one dish. Nothing has to be answered. */
export function AllergyPart({ location, cart }: { location: Location; cart: Cart }) {
  const stated = useStatedAllergies();
  const [scope, setScope] = useState<'order' | 'dish'>('order');
  const [chosenKey, setChosenKey] = useState('');
  const line = cart.find(({ cartKey }) => cartKey === chosenKey) ?? cart[0];
  const isForDish = scope === 'dish' && line !== undefined;
  return (
    <section className={styles.part}>
      <h2 className="text-xl">{say`Does anyone have an allergy?`}</h2>
      <p className="soft">{say`The kitchen checks every dish on your list before it is ready. Skip this if nobody has one.`}</p>
      {cart.length > 1 && (
        <Segmented
          legend={say`Who the allergy is for`}
          legendHidden
          value={scope}
          onValue={setScope}
          options={[
            { value: 'order', label: say`Whole order` },
            { value: 'dish', label: say`One dish only` },
          ]}
        />
      )}
      {isForDish && (
        <Field label={say`Dish`}>
          <Select value={line.cartKey} onChange={(event) => setChosenKey(event.target.value)}>
            {cart.map((each) => (
              <option key={each.cartKey} value={each.cartKey}>
                {lineName(each)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <AllergyChooser
        key={isForDish ? line.cartKey : 'order'}
        country={location.country}
        legend={say`Does anyone have an allergy?`}
        value={isForDish ? (stated.lines[line.cartKey] ?? []) : stated.order}
        onValue={(next) => (isForDish ? stateLineAllergies(line.cartKey, next) : stateAllergies(next))}
      />
      <Conflicts location={location} cart={cart} />
    </section>
  );
}

/** The dishes of the cart that contain a stated allergen, those that the kitchen checks, and the others. */
function Conflicts({ location, cart }: { location: Location; cart: Cart }) {
  const stated = useStatedAllergies();
  const isStated = stated.order.length > 0 || cart.some(({ cartKey }) => (stated.lines[cartKey] ?? []).length > 0);
  const { dishes } = useMenuDishes(isStated ? location.id : null);
  if (!isStated || !dishes) return null;
  const lines = cart.map((line) => {
    const allergies = [...stated.order, ...(stated.lines[line.cartKey] ?? [])];
    return { line, conflict: allergyConflict(allergies, allergensOfLine(line, dishes.get(line.id))) };
  });
  const affected = lines.filter(({ conflict }) => conflict !== null);
  const contained = affected.filter(({ conflict }) => conflict?.contains);
  const free = lines.filter(({ conflict }) => conflict === null);
  return (
    <div className="stack gap-12" role="status">
      {affected.length > 0 && (
        <div className={`stack gap-10 round-md ${styles.conflicts}`}>
          <p className="row gap-8 weight-600 icon-18">
            <TriangleAlert />
            {contained.length > 0
              ? contained.length === 1
                ? say`1 dish in your cart contains this`
                : say`${contained.length} dishes in your cart contain this`
              : affected.length === 1
                ? say`The kitchen checks 1 dish`
                : say`The kitchen checks ${affected.length} dishes`}
          </p>
          <ul className="stack gap-10">
            {affected.map(({ line, conflict }) => (
              <li key={line.cartKey} className="row between gap-12">
                <span className="min-width-0">
                  <b>{line.name}</b>
                  {line.quantity > 1 && <span> ×{line.quantity}</span>}
                  <small className="block soft">
                    {conflict?.contains && `${say`Contains ${conflict.contains}`}. `}
                    {conflict?.unsure && `${say`The kitchen checks it for ${conflict.unsure}`}.`}
                  </small>
                </span>
                <LinkButton
                  look="line"
                  size="sm"
                  href={paths.menuDish(location.id, line.id, line.cartKey)}
                  aria-label={say`Change ${line.name}`}
                >
                  {say`Change`}
                </LinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      {free.map(({ line }) => (
        <p key={line.cartKey} className="row gap-8 text-sm icon-18">
          <Check className="success" />
          <span>
            <b>{line.name}</b> {say`contains none of these.`}
          </span>
        </p>
      ))}
      <p className="hint">
        {say`Our kitchen handles all of these every day, so we cannot rule out traces.`} {say`Is the allergy severe?`}{' '}
        <a href={phoneHref(location.phone)} className="nowrap">
          {say`Call ${phoneText(location.phone)} before you order`}
        </a>
      </p>
    </div>
  );
}
