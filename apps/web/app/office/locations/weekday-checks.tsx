import type { ReactNode } from 'react';
import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@tiffin/domain/hours';
import { CheckField } from '../../ui/form-fields.tsx';

interface WeekdayChecksProps {
  /** None means every day. */
  days: readonly Weekday[];
  onDays: (days: Weekday[]) => void;
  children: ReactNode;
}

/** The days of the week on which a rule applies. */
export function WeekdayChecks({ days: chosen, onDays, children }: WeekdayChecksProps) {
  const days = chosen.length === 0 ? WEEKDAYS : chosen;
  function setDay(day: Weekday, isOn: boolean) {
    const next = WEEKDAYS.filter((each) => (each === day ? isOn : days.includes(each)));
    onDays(next.length === WEEKDAYS.length ? [] : next);
  }
  return (
    <div className="row flex-wrap gap-8">
      {WEEKDAYS.map((day) => (
        <CheckField
          key={day}
          label={WEEKDAY_NAMES[day].slice(0, 3)}
          value={days.includes(day)}
          onValue={(isOn) => setDay(day, isOn)}
        />
      ))}
      {children}
    </div>
  );
}
