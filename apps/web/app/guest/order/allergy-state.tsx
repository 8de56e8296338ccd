import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { allergiesOf, allergyTexts, allergenNotice, isFinalStatus } from '@tiffin/domain/order';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import styles from './order.module.css';
import type { Order } from './use-order.ts';

/** The allergies for which a dish is checked, and whether the kitchen has done it. Guests do not read who. */
export function LineAllergy({ item, order }: { item: Order['items'][number]; order: Order }) {
  if (!item.allergyCheck) return null;
  const { allergies, at } = item.allergyCheck;
  return (
    <small className={`row gap-8 round-md icon-16 ${styles.lineAllergy}`}>
      {at ? <ShieldCheck /> : <ShieldQuestionMark />}
      <span>
        <b className="block weight-600">{say`Allergy: ${allergyTexts(allergies)}`}</b>
        {allergenNotice(item, order) ??
          (at === null
            ? say`The kitchen checks it before it is ready.`
            : say`Checked ${formatTime(at, 'time', order.locationInfo.timeZone)}`)}
      </span>
    </small>
  );
}

/** Whether the kitchen has checked all dishes for the stated allergies. */
export function AllergyState({ order }: { order: Order }) {
  const affected = order.items.filter(({ allergyCheck }) => allergyCheck);
  const allergies = allergiesOf(order);
  if (allergies.length === 0 || order.status === 'cancelled') return null;
  const isChecked = affected.length > 0 && affected.every(({ allergyCheck }) => allergyCheck?.at);
  // A finished order will not be checked any more.
  if (!isChecked && isFinalStatus(order.status)) return null;
  return (
    <section className={`stack gap-4 text-sm ${styles.allergies}`} role="status">
      <h3 className={`row gap-8 text-md icon-18 ${isChecked ? 'success-ink' : ''}`}>
        {isChecked ? <ShieldCheck /> : <ShieldQuestionMark />}
        {isChecked
          ? say`The kitchen has checked your dishes`
          : affected.length > 0
            ? say`The kitchen will check your dishes`
            : say`The kitchen knows about your allergy`}
      </h3>
      {/* A dish that is checked has its allergies on its line. */}
      {affected.length === 0 && <p className="break-anywhere">{endWithFullStop(allergies.join('. '))}</p>}
      <p className="hint">{say`Something to add? Call us. If the order changes, the kitchen checks it again.`}</p>
    </section>
  );
}
