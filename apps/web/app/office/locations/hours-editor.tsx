import {
  MOST_MORE_HOURS,
  WEEKDAY_NAMES,
  WEEKDAYS,
  type DayHours,
  type HoursInterval,
  type WeekHours,
  type Weekday,
} from '@tiffin/domain/hours';
import { Plus, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { FieldError } from '../../ui/field.tsx';
import { CheckField } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './locations.module.css';
import type { TypedException } from './location-codec.ts';

interface HoursEditorProps {
  week: WeekHours;
  /** No hours are stored; the default hours are shown and apply. */
  isUsual: boolean;
  problem: string | undefined;
  onChange: (week: WeekHours) => void;
}

/** The opening hours of each weekday. */
export function HoursEditor({ week, isUsual, problem, onChange }: HoursEditorProps) {
  const setDay = (day: Weekday, change: Partial<DayHours>) => onChange({ ...week, [day]: { ...week[day], ...change } });
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{say`Operating Hours`}</legend>
      {isUsual && <p className="hint">{say`No hours are set yet. These usual hours apply.`}</p>}
      {WEEKDAYS.map((day) => (
        <DayRow key={day} day={day} hours={week[day]} onChange={(change) => setDay(day, change)} />
      ))}
      <FieldError error={problem} />
      <div className="row flex-wrap between gap-8">
        <p className="hint">{say`A closing time before the opening time is the next morning.`}</p>
        <Button
          look="ghost"
          onClick={() => onChange(Object.fromEntries(WEEKDAYS.map((day) => [day, week.monday])) as WeekHours)}
        >
          {say`Same hours every day`}
        </Button>
      </div>
    </fieldset>
  );
}

interface DayRowProps {
  day: Weekday;
  hours: DayHours;
  onChange: (change: Partial<DayHours>) => void;
}

function DayRow({ day, hours: { open, close, closed, more }, onChange }: DayRowProps) {
  const name = WEEKDAY_NAMES[day];
  return (
    <div className={`grid two-columns align-center ${styles.day}`}>
      <span className="weight-550">{name}</span>
      <IntervalInputs about={name} hours={{ open, close }} isOff={closed} onChange={onChange} />
      <Checkbox
        className={styles.closed ?? ''}
        label={say`Closed`}
        aria-label={say`${name} closed`}
        checked={closed}
        onChange={(event) => onChange({ closed: event.target.checked })}
      />
      {!closed && <MoreHours about={name} more={more} onChange={onChange} />}
    </div>
  );
}

interface IntervalInputsProps {
  /** The day, and which of its intervals. */
  about: string;
  hours: HoursInterval;
  isOff?: boolean;
  onChange: (change: Partial<HoursInterval>) => void;
}

function IntervalInputs({ about, hours, isOff = false, onChange }: IntervalInputsProps) {
  return (['open', 'close'] as const).map((end) => (
    <TextInput
      key={end}
      type="time"
      required
      disabled={isOff}
      aria-label={end === 'open' ? say`${about} opens` : say`${about} closes`}
      value={hours[end]}
      onChange={(event) => onChange({ [end]: event.target.value })}
    />
  ));
}

interface MoreHoursProps {
  /** The day. */
  about: string;
  more: readonly HoursInterval[] | undefined;
  onChange: (change: { more: HoursInterval[] }) => void;
}

/** The later hours of a day, such as dinner, one row for each. */
function MoreHours({ about, more: stored, onChange }: MoreHoursProps) {
  const more = stored ?? [];
  return (
    <>
      {more.map((hours, index) => (
        // Hours have no id, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={`grid all-columns gap-8 above-6 ${styles.more}`}>
          <IntervalInputs
            about={`${about} ${index + 2}`}
            hours={hours}
            onChange={(change) =>
              onChange({ more: more.map((each, at) => (at === index ? { ...each, ...change } : each)) })
            }
          />
          <IconButton
            label={say`Remove hours ${index + 2} of ${about}`}
            onClick={() => onChange({ more: more.filter((_, at) => at !== index) })}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {more.length < MOST_MORE_HOURS && (
        <Button
          look="ghost"
          size="sm"
          className={`all-columns ${styles.add}`}
          aria-label={say`Add hours on ${about}`}
          onClick={() => onChange({ more: [...more, { open: '', close: '' }] })}
        >
          <Plus />
          {say`Add hours`}
        </Button>
      )}
    </>
  );
}

interface ExceptionsEditorProps {
  exceptions: readonly TypedException[];
  problem: string | undefined;
  onChange: (exceptions: TypedException[]) => void;
}

/** Dates with special hours, such as holidays. */
export function ExceptionsEditor({ exceptions, problem, onChange }: ExceptionsEditorProps) {
  const setException = (index: number, change: Partial<TypedException>) =>
    onChange(exceptions.map((each, at) => (at === index ? { ...each, ...change } : each)));
  return (
    <fieldset className="grid gap-8">
      <legend className="below-6 weight-640">{say`Dates That Differ`}</legend>
      <p className="hint">{say`Holidays, private parties: dates with different hours.`}</p>
      {exceptions.map((exception, index) => (
        <ExceptionRow
          // New dates have no id, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          exception={exception}
          onChange={(change) => setException(index, change)}
          onRemove={() => onChange(exceptions.filter((_, at) => at !== index))}
        />
      ))}
      <FieldError error={problem} />
      <div>
        <Button
          look="quiet"
          onClick={() => onChange([...exceptions, { date: '', closed: true, open: '', close: '', note: '' }])}
        >
          <Plus />
          {say`Add Date`}
        </Button>
      </div>
    </fieldset>
  );
}

interface ExceptionRowProps {
  exception: TypedException;
  onChange: (change: Partial<TypedException>) => void;
  onRemove: () => void;
}

function ExceptionRow({ exception, onChange, onRemove }: ExceptionRowProps) {
  return (
    <div className={`grid gap-8 align-center round-md sunken ${styles.date}`}>
      <TextInput
        type="date"
        aria-label={say`Date`}
        value={exception.date}
        onChange={(event) => onChange({ date: event.target.value })}
      />
      <CheckField label={say`Closed`} value={exception.closed} onValue={(closed) => onChange({ closed })} />
      <IconButton label={say`Remove ${exception.date || say`this date`}`} onClick={onRemove}>
        <X />
      </IconButton>
      {!exception.closed && (
        <div className="grid all-columns two-columns gap-8">
          {(['open', 'close'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              aria-label={end === 'open' ? say`Opens` : say`Closes`}
              value={exception[end]}
              onChange={(event) => onChange({ [end]: event.target.value })}
            />
          ))}
          <MoreHours about={exception.date || say`this date`} more={exception.more} onChange={onChange} />
        </div>
      )}
      <div className="all-columns">
        <TextInput
          aria-label={say`Note`}
          placeholder={say`Note`}
          maxLength={200}
          value={exception.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </div>
    </div>
  );
}
