import { useState } from 'react';
import {
  checkStaffDiscount,
  STAFF_DISCOUNT_KINDS,
  MAX_DISCOUNT_NOTE_LENGTH,
  DISCOUNT_REASON_LABELS,
  DISCOUNT_REASONS,
  type StaffDiscount,
  type StaffDiscountKind,
  type DiscountReason,
} from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { ChoiceSelect, DollarInput, PrefixedInput, Select, TextInput } from '../../ui/inputs.tsx';

const KINDS = { discount: say`Discount`, comp: say`On the house`, 'price-match': say`New price` };

const WHOLE_BILL = 'bill';

/** A line that can be discounted, with the line number that requests use. */
export interface DiscountedLine {
  readonly line: number;
  readonly name: string;
  readonly quantity: number;
}

interface DiscountFormProps {
  readonly lines: readonly DiscountedLine[];
  readonly busy?: boolean;
  readonly onGive: (discount: Omit<StaffDiscount, 'id'>) => void;
  readonly onClose: () => void;
}

export function DiscountForm({ lines, busy = false, onGive, onClose }: DiscountFormProps) {
  const [kind, setKind] = useState<StaffDiscountKind>('discount');
  const [where, setWhere] = useState(WHOLE_BILL);
  const [unit, setUnit] = useState<'percent' | 'amount'>('percent');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<DiscountReason>('wait');
  const [note, setNote] = useState('');
  const line = where === WHOLE_BILL ? null : Number(where);
  const isPercent = kind === 'discount' && unit === 'percent';
  const sum = isPercent ? null : parseAmount(typed);
  const percent = isPercent && /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
  const request: Omit<StaffDiscount, 'id'> = {
    kind,
    line,
    percent: percent !== null && percent >= 1 && percent <= 100 ? percent : null,
    amount: kind === 'discount' && unit === 'amount' ? sum : null,
    price: kind === 'price-match' ? sum : null,
    reason,
    note: note.trim(),
  };
  const checked = checkStaffDiscount(request);
  const whyNot = checked.ok ? null : checked.error.message;

  return (
    <form
      className="stack gap-12"
      aria-label={say`Discount`}
      onSubmit={(event) => {
        event.preventDefault();
        if (whyNot !== null) return;
        onGive(request);
      }}
    >
      <Segmented
        legend={say`What`}
        value={kind}
        onValue={(next) => {
          setKind(next);
          setTyped('');
        }}
        options={STAFF_DISCOUNT_KINDS.map((value) => ({ value, label: KINDS[value] }))}
      />
      <Field label={say`On`}>
        <Select value={where} onChange={(event) => setWhere(event.target.value)}>
          <option value={WHOLE_BILL}>{say`The whole bill`}</option>
          {lines.map((each) => (
            <option key={each.line} value={String(each.line)}>
              {each.quantity} × {each.name}
            </option>
          ))}
        </Select>
      </Field>
      {kind === 'discount' && (
        <Segmented
          legend={say`How much`}
          value={unit}
          onValue={setUnit}
          options={optionsOf({ percent: say`Percent`, amount: say`Amount` })}
        />
      )}
      {isPercent ? (
        <PercentField typed={typed} onTyped={setTyped} />
      ) : (
        kind !== 'comp' && (
          <Field label={kind === 'price-match' ? say`New price for one` : say`Amount off, before tax`}>
            <DollarInput autoComplete="off" placeholder="0.00" value={typed} onValue={setTyped} />
          </Field>
        )
      )}
      <Field label={say`Why`}>
        <ChoiceSelect options={DISCOUNT_REASONS} labels={DISCOUNT_REASON_LABELS} value={reason} onValue={setReason} />
      </Field>
      <Field label={say`Note`} required={reason === 'other'} hint={say`Guests do not see it.`}>
        <TextInput
          autoComplete="off"
          maxLength={MAX_DISCOUNT_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="row gap-8">
        <Button type="submit" busy={busy} disabledReason={whyNot}>
          {say`Apply`}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {say`Cancel`}
        </Button>
      </div>
      {whyNot !== null && <p className="hint">{whyNot}</p>}
    </form>
  );
}

function PercentField({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }) {
  return (
    <Field label={say`Percent off`}>
      <PrefixedInput
        prefix="%"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
      />
    </Field>
  );
}
