import type { Ref } from 'react';
import { addCents } from '@tiffin/domain/core';
import { TILL_TIP_PRESETS, tipOf, type Price } from '@tiffin/domain/pricing';
import { formatMoney } from '../../ui/format.ts';
import { Field } from '../../ui/field.tsx';
import { DollarInput } from '../../ui/dollar-input.tsx';
import { texts } from './texts.ts';
import type { TipPick } from './till.ts';
import styles from './tip-picker.module.css';

export interface TipPickerProps {
  tip: TipPick;
  price: Price;
  onPick: (tip: TipPick) => void;
  ref: Ref<HTMLFieldSetElement>;
}

/** No tip, a share of subtotal plus tax, or an amount. */
export function TipPicker({ tip, price, onPick, ref }: TipPickerProps) {
  const base = addCents(price.subtotal, price.tax);
  return (
    <fieldset ref={ref} className={styles.tips}>
      <legend className="weight-640">
        {texts.tip} <span className={`hint ${styles.on}`}>{texts.tipOn}</span>
      </legend>
      <div className={`grid gap-4 below-8 ${styles.row}`}>
        <label className={styles.tip}>
          <input type="radio" name="till-tip" checked={tip.kind === 'none'} onChange={() => onPick({ kind: 'none' })} />
          {texts.noTip}
        </label>
        {TILL_TIP_PRESETS.map((percent) => (
          <label key={percent} className={styles.tip}>
            <input
              type="radio"
              name="till-tip"
              checked={tip.kind === 'percent' && tip.percent === percent}
              onChange={() => onPick({ kind: 'percent', percent })}
            />
            {percent}%<small className="soft">{formatMoney(tipOf({ kind: 'percent', percent }, base))}</small>
          </label>
        ))}
        <label className={styles.tip}>
          <input
            type="radio"
            name="till-tip"
            checked={tip.kind === 'other'}
            onChange={() => onPick({ kind: 'other', dollars: '' })}
          />
          {texts.otherTip}
        </label>
      </div>
      {tip.kind === 'other' && (
        <Field label={texts.customTip}>
          <DollarInput value={tip.dollars} onValue={(dollars) => onPick({ kind: 'other', dollars })} />
        </Field>
      )}
    </fieldset>
  );
}
