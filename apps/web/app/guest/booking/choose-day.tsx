import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import type { Day } from './booking.ts';
import { dayInWords, dayOfMonth, monthShort, monthsOf, weekdayShort } from '../../shared/reservation/days.ts';
import { texts } from './texts.ts';
import styles from './booking.module.css';

/** Two weeks at once; the rest comes when it is asked for. */
const STEP = 14;

export function ChooseDay({
  days,
  value,
  error,
  onValue,
}: {
  days: readonly Day[];
  value: string | null;
  error: string | undefined;
  onValue: (date: string) => void;
}) {
  const [steps, setSteps] = useState(1);
  const chosen = days.findIndex((day) => day.date === value);
  const shown = days.slice(0, Math.max(steps, Math.ceil((chosen + 1) / STEP)) * STEP);
  return (
    <section className="stack gap-14" id="day">
      <div className="flex flex-wrap align-baseline between gap-4-16">
        <h2 className="text-xl" aria-hidden="true">
          {texts.day}
        </h2>
        <span className="text-sm soft">{texts.months(monthsOf(shown.map((day) => day.date)))}</span>
      </div>
      <ChoiceTiles
        legend={texts.day}
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
          hint: note(date, state, index === 0) || '\u00a0',
        }))}
        value={value}
        error={error ?? null}
        onValue={onValue}
      />
      {shown.length < days.length && (
        <div>
          <Button look="quiet" size="sm" onClick={() => setSteps(Math.ceil(shown.length / STEP) + 1)}>
            {texts.daysLater}
          </Button>
        </div>
      )}
    </section>
  );
}

function note(date: string, state: Day['state'], isToday: boolean): string {
  if (state === 'closed') return texts.dayClosed;
  if (state === 'full') return texts.dayFull;
  if (isToday) return texts.dayToday;
  return dayOfMonth(date) === '1' ? monthShort(date) : '';
}
