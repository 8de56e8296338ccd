import { useState } from 'react';
import { Check, TriangleAlert } from 'lucide-react';
import { lineName } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import type { Cart } from '@tiffin/domain/cart';
import { paths } from '../../paths.ts';
import { useMenuDishes } from '../../shared/cart/menu-dishes.ts';
import { stateAllergies, stateLineAllergies, useStatedAllergies } from '../../shared/cart/stated-allergies.ts';
import { AllergyChooser } from '../../shared/order/allergy-chooser.tsx';
import { texts as chooserTexts } from '../../shared/order/allergy-chooser-texts.ts';
import { allergensOfLine, allergyConflict } from '../../shared/order/allergy-conflicts.ts';
import type { Location } from '../../shared/site/site.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { phoneHref } from '../../ui/format.ts';
import { Select } from '../../ui/inputs.tsx';
import { allergyTexts as texts } from './allergy-part-texts.ts';
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
      <h2 className="text-xl">{texts.title}</h2>
      <p className="soft">{texts.text}</p>
      {cart.length > 1 && (
        <Segmented
          legend={texts.scope}
          legendHidden
          value={scope}
          onValue={setScope}
          options={[
            { value: 'order', label: texts.wholeOrder },
            { value: 'dish', label: texts.oneDish },
          ]}
        />
      )}
      {isForDish && (
        <Field label={texts.dish}>
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
        legend={texts.title}
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
            <TriangleAlert aria-hidden="true" />
            {contained.length > 0 ? texts.contained(contained.length) : texts.unsure(affected.length)}
          </p>
          <ul className="stack gap-10">
            {affected.map(({ line, conflict }) => (
              <li key={line.cartKey} className="row between gap-12">
                <span className="min-width-0">
                  <b>{line.name}</b>
                  {line.quantity > 1 && <span> ×{line.quantity}</span>}
                  <small className="block soft">
                    {conflict?.contains && `${chooserTexts.contains(conflict.contains)}. `}
                    {conflict?.unsure && `${chooserTexts.check(conflict.unsure)}.`}
                  </small>
                </span>
                <LinkButton
                  look="line"
                  size="sm"
                  href={paths.menuDish(location.id, line.id, line.cartKey)}
                  aria-label={texts.changeDish(line.name)}
                >
                  {texts.change}
                </LinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      {free.map(({ line }) => (
        <p key={line.cartKey} className="row gap-8 text-sm icon-18">
          <Check aria-hidden="true" className="success" />
          <span>
            <b>{line.name}</b> {chooserTexts.containsNone}
          </span>
        </p>
      ))}
      <p className="hint">
        {texts.traces} {texts.severe}{' '}
        <a href={phoneHref(location.phone)} className="nowrap">
          {texts.call(phoneText(location.phone))}
        </a>
      </p>
    </div>
  );
}
