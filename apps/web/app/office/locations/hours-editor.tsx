import { WEEKDAY_NAMES, WEEKDAYS, type DayHours, type Week, type Weekday } from '@tiffin/domain/hours';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { texts } from './texts.ts';
import styles from './locations.module.css';

/** A week, day by day. */
export function HoursEditor({
  week,
  isUsual,
  problem,
  onChange,
}: {
  week: Week;
  /** Nothing is written down: what is shown holds all the same. */
  isUsual: boolean;
  problem: string | undefined;
  onChange: (week: Week) => void;
}) {
  const { hours } = texts;
  const set = (day: Weekday, change: Partial<DayHours>) => onChange({ ...week, [day]: { ...week[day], ...change } });
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{hours.title}</legend>
      {isUsual && <p className="hint">{hours.usual}</p>}
      {WEEKDAYS.map((day) => {
        const { open, close, closed } = week[day];
        const name = WEEKDAY_NAMES[day];
        return (
          <div key={day} className={`grid two-columns align-center ${styles.day}`}>
            <span className="weight-550">{name}</span>
            <TextInput
              type="time"
              aria-label={hours.opens(name)}
              value={open}
              disabled={closed}
              required
              onChange={(event) => set(day, { open: event.target.value })}
            />
            <TextInput
              type="time"
              aria-label={hours.closes(name)}
              value={close}
              disabled={closed}
              required
              onChange={(event) => set(day, { close: event.target.value })}
            />
            <Checkbox
              className={styles.closed ?? ''}
              label={hours.closed}
              aria-label={hours.closedOn(name)}
              checked={closed}
              onChange={(event) => set(day, { closed: event.target.checked })}
            />
          </div>
        );
      })}
      <FieldError error={problem} />
      <div className="row flex-wrap between gap-8">
        <p className="hint">{hours.night}</p>
        <Button
          look="ghost"
          onClick={() =>
            onChange({
              monday: week.monday,
              tuesday: week.monday,
              wednesday: week.monday,
              thursday: week.monday,
              friday: week.monday,
              saturday: week.monday,
              sunday: week.monday,
            })
          }
        >
          {hours.copy}
        </Button>
      </div>
    </fieldset>
  );
}
