import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { allergiesOf, isFinalStatus } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import styles from './order.module.css';
import type { Order } from './use-order.ts';

const checkedForText = (allergies: string, by: string, time: string) =>
  by === '' ? say`${allergies}. Checked at ${time}` : `${allergies}. ${by}, ${time}`;

/** Whether the kitchen has checked the dishes for the stated allergies: what, who and when. */
export function AllergyState({ order }: { order: Order }) {
  const affected = order.items.filter(({ allergyCheck }) => allergyCheck);
  const allergies = allergiesOf(order);
  if (allergies.length === 0 || order.status === 'cancelled') return null;
  const isChecked = affected.length > 0 && affected.every(({ allergyCheck }) => allergyCheck?.at);
  const last = affected.flatMap(({ allergyCheck }) => (allergyCheck?.at ? [allergyCheck] : [])).at(-1);
  const at = (time: string) => formatTime(time, 'time', order.locationInfo.timeZone);
  const what = allergies.join('. ');
  // A finished order whose dishes nobody had to confirm is not checked any more.
  if (!isChecked && isFinalStatus(order.status)) return null;
  return (
    <section className={`stack gap-12 round-lg surface ${styles.allergies}`} role="status">
      <div className={`flex gap-12 icon-20 ${isChecked ? 'success-ink' : ''}`}>
        {isChecked ? <ShieldCheck /> : <ShieldQuestionMark />}
        <div className="min-width-0">
          <h2 className="text-lg">
            {isChecked
              ? say`The kitchen has checked your dishes`
              : affected.length > 0
                ? say`The kitchen will check your dishes`
                : say`The kitchen knows about your allergy`}
          </h2>
          <p className="break-anywhere ink">
            {isChecked && last?.at
              ? checkedForText(what, last.by ?? '', at(last.at))
              : say`${what}. Before they are ready.`}
          </p>
        </div>
      </div>
      {affected.length > 0 && (
        <ul className="stack gap-6 text-sm">
          {affected.map((item) => (
            <li key={item.line} className="flex between gap-12">
              <b className="min-width-0">
                {item.quantity} {item.name}
              </b>
              {item.allergyCheck?.at ? (
                <span className="inline-row gap-4 success-ink nowrap icon-16">
                  <ShieldCheck /> {say`Checked ${at(item.allergyCheck.at)}`}
                </span>
              ) : (
                <span className="soft nowrap">{say`Not yet`}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="hint">{say`Something to add? Call us. If the order changes, the kitchen checks it again.`}</p>
    </section>
  );
}
