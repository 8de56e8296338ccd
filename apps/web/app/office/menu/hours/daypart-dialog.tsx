import { isTime, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@tiffin/domain/hours';
import { isAdmin } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../../shared/api/api.ts';
import { useRecordForm } from '../../../shared/page/use-record-form.ts';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { Chips } from '../../../ui/choices.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formOf, textField, valueField } from '../../../ui/form.ts';
import { EditDialog, TextField } from '../../../ui/form-fields.tsx';
import { EDITED_MENU_KEY, type EditableLocation } from '../menu-data.ts';

export type MenuDaypart = Answer<'getDayparts'>['dayparts'][number];

/** What is loaded again after a daypart or the hours of a dish changed. */
export const HOURS_CHANGES = [['dayparts'], EDITED_MENU_KEY];

const DAYS = WEEKDAYS.map((day) => ({ id: day, name: WEEKDAY_NAMES[day] }));

const time = (label: string, initialValue: string, hint = '') => ({
  ...textField(label, { input: { type: 'time' }, ...(hint && { hint }) }),
  initialValue,
  problem: (typed: string) => (isTime(typed) ? null : say`Please write a time like 11:30.`),
});

const daypartForm = formOf({
  name: textField(say`Name`, {
    missing: say`Name is required`,
    input: { maxLength: 40, placeholder: say`e.g., Lunch` },
  }),
  days: {
    ...valueField<Weekday[]>(say`Days`, [...WEEKDAYS], (days) => days.map((day) => WEEKDAY_NAMES[day]).join(', ')),
    problem: (days: Weekday[]) => (days.length === 0 ? say`Choose at least one day.` : null),
  },
  from: time(say`From`, '11:30'),
  until: time(say`Until`, '15:00', say`A time before the start means the next day.`),
  locationId: valueField<string | null>(say`For all locations`, null),
});

interface DaypartDialogProps {
  place: EditableLocation;
  /** Null for a new one. */
  part: MenuDaypart | null;
  onClose: () => void;
}

/** A daypart: its name, days and hours in the location's time zone. */
export function DaypartDialog({ place, part, onClose }: DaypartDialogProps) {
  const { actor } = useBackOffice();
  const form = useRecordForm(daypartForm, part, {
    call: 'saveDaypart',
    conflict: 'daypart',
    initialValues: { locationId: place.id },
    body: ({ values, base }) => ({ ...values, ...(base && { daypartId: base.id, version: base.version }) }),
    done: ({ daypart }) => say`${daypart.name} saved`,
    changes: HOURS_CHANGES,
    onDone: onClose,
  });
  const { at } = form;
  const days = at('days');
  const location = at('locationId');
  return (
    <EditDialog
      form={form}
      size="md"
      className="stack gap-16"
      title={part ? say`Edit the daypart` : say`Add a daypart`}
      save={say`Save Daypart`}
      failed={say`The daypart could not be saved.`}
      conflict={say`Somebody else changed this daypart in the meantime.`}
      onClose={onClose}
    >
      <TextField {...at('name')} />
      <fieldset className="grid gap-6">
        <legend className="label below-4">{days.label}</legend>
        <Chips options={DAYS} chosen={days.value} onChosen={days.onValue} />
        <FieldError error={days.error} />
      </fieldset>
      <div className="stack gap-16 two-from-600">
        <TextField {...at('from')} />
        <TextField {...at('until')} />
      </div>
      {!part && isAdmin(actor) && (
        <Checkbox
          label={location.label}
          checked={location.value === null}
          onChange={({ target }) => location.onValue(target.checked ? null : place.id)}
        />
      )}
    </EditDialog>
  );
}
