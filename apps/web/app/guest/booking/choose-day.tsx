import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { dayInWords, dayOfMonth, monthShort, monthsOf, weekdayShort } from '../../shared/reservation/date-texts.ts';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { joinNames } from '../../ui/format.ts';
import type { Day } from './booking.ts';
import styles from './booking.module.css';

/** Days shown at first and added by each “more”. */
const DAYS_PER_STEP = 14;

interface ChooseDayProps {
  days: readonly Day[];
  value: string | null;
  error: string | undefined;
  onValue: (date: string) => void;
}

/** The days of the coming weeks. Those without a free table cannot be chosen. */
export function ChooseDay({ days, value, error, onValue }: ChooseDayProps) {
  const [steps, setSteps] = useState(1);
  const chosen = days.findIndex((day) => day.date === value);
  const shown = days.slice(0, Math.max(steps, Math.ceil((chosen + 1) / DAYS_PER_STEP)) * DAYS_PER_STEP);
  return (
    <section className="stack gap-14" id="day">
      <div className="flex flex-wrap align-baseline between gap-4-16">
        <h2 className="text-xl" aria-hidden="true">
          {say`Day`}
        </h2>
        <span className="text-sm soft">{joinNames(monthsOf(shown.map((day) => day.date)))}</span>
      </div>
      <ChoiceTiles
        legend={say`Day`}
        legendHidden
        look="solid"
        className={styles.days ?? ''}
        options={shown.map(({ date, state }, index) => ({
          value: date,
          disabled: state !== 'free',
          label: (
            <>
              <span className={`grid items-center gap-2 ${styles.day}`} aria-hidden="true">
                {weekdayShort(date)}
                <b>{dayOfMonth(date)}</b>
              </span>
              <span className="sr-only">{dayInWords(date)} </span>
            </>
          ),
          hint: dayHint(date, state, index === 0) || '\u00a0',
        }))}
        value={value}
        error={error ?? null}
        onValue={onValue}
      />
      {shown.length < days.length && (
        <div>
          <Button look="quiet" size="sm" onClick={() => setSteps(Math.ceil(shown.length / DAYS_PER_STEP) + 1)}>
            {say`Later days`}
          </Button>
        </div>
      )}
    </section>
  );
}

function dayHint(date: string, state: Day['state'], isToday: boolean): string {
  if (state === 'closed') return say`Closed`;
  if (state === 'full') return say`Full`;
  if (isToday) return say`Today`;
  return dayOfMonth(date) === '1' ? monthShort(date) : '';
}
