import { useState, type KeyboardEvent } from 'react';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { cents, multiplyCents, say, sumOf, type Cents } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './closing.module.css';

type Denominations = Answer<'getDrawers'>['denominations'];

/** How many of each note and coin were typed. */
export function useCount(denominations: Denominations) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const piecesOf = (value: number) => Number(typed[value] ?? '') || 0;
  const counted = Object.fromEntries(
    denominations.flatMap(({ value }) => (piecesOf(value) === 0 ? [] : [[String(value), piecesOf(value)]])),
  );
  const sum: Cents = cents(sumOf(denominations.map(({ value }) => multiplyCents(centsOf(value), piecesOf(value)))));
  return {
    counted,
    sum,
    typed,
    type: (value: number, text: string) =>
      setTyped((before) => ({ ...before, [value]: text.replaceAll(/\D/g, '').slice(0, 5) })),
    piecesOf,
  };
}

interface CountFormProps {
  denominations: Denominations;
  count: ReturnType<typeof useCount>;
}

/** Notes are rectangles, coins circles; Enter goes to the next. */
export function CountForm({ denominations, count: { sum, typed, type, piecesOf } }: CountFormProps) {
  return (
    <>
      <div className={`grid ${styles.count}`} onKeyDown={goToNext} role="presentation">
        {denominations.map(({ value, isCoin }) => (
          <label key={value} className="grid align-center gap-10">
            <span className={`num center weight-600 ${isCoin ? `pill ${styles.coin}` : `round-sm ${styles.note}`}`}>
              {Number.isInteger(value) ? value : value.toFixed(2)}
            </span>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              aria-label={say`How many of ${formatMoney(centsOf(value))}`}
              value={typed[value] ?? ''}
              onChange={(event) => type(value, event.target.value)}
            />
            <span className="num soft text-right">{formatMoney(multiplyCents(centsOf(value), piecesOf(value)))}</span>
          </label>
        ))}
      </div>
      <p className="row between gap-12 text-lg" role="status">
        <span>{say`Counted so far`}</span>
        <b className="num">{formatMoney(sum)}</b>
      </p>
    </>
  );
}

function goToNext(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey) return;
  const inputs = [...event.currentTarget.querySelectorAll('input')];
  const next = inputs[inputs.findIndex((input) => input === event.target) + 1];
  event.preventDefault();
  next?.focus();
}
