import { useState, type FormEvent } from 'react';
import { isTime, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@tiffin/domain/hours';
import { isAdmin } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { createKeyCache } from '../../../shared/api/new-key.ts';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { conflictingVersion } from '../../../shared/live/event-payload.ts';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/inputs.tsx';
import { toast } from '../../../ui/toasts.ts';
import { Chips } from '../chips.tsx';
import type { EditableLocation } from '../menu-data.ts';
import { useHoursActions, type MenuDaypart } from './hours-data.ts';

const FORM = {
  needsTime: say`Please write a time like 11:30.`,
};

const DAYS = WEEKDAYS.map((day) => ({ id: day, name: WEEKDAY_NAMES[day] }));

interface DaypartDraft {
  readonly name: string;
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly until: string;
  /** Null for all locations. */
  readonly locationId: string | null;
}

/** A daypart: its name, days and hours in the location's time zone. */
export function DaypartDialog({
  place,
  part,
  onClose,
}: {
  place: EditableLocation;
  part: MenuDaypart | null;
  onClose: () => void;
}) {
  const { actor } = useBackOffice();
  const form = useDaypartForm(place, part, onClose);
  const { draft, set, problems } = form;
  return (
    <Dialog open onClose={onClose} unsaved={form.isTyped} title={part ? say`Edit the daypart` : say`Add a daypart`}>
      <form className="stack gap-16" onSubmit={form.submit} noValidate>
        <Field label={say`Name`} error={problems.name}>
          <TextInput
            value={draft.name}
            maxLength={40}
            placeholder={say`e.g., Lunch`}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <fieldset className="grid gap-6">
          <legend className="label below-4">{say`Days`}</legend>
          <Chips options={DAYS} chosen={draft.days} onChosen={(days) => set({ days })} />
          <FieldError error={problems.days} />
        </fieldset>
        <div className="stack gap-16 two-from-600">
          <Field label={say`From`} error={problems.from}>
            <TextInput type="time" value={draft.from} onChange={(event) => set({ from: event.target.value })} />
          </Field>
          <Field label={say`Until`} hint={say`A time before the start means the next day.`} error={problems.until}>
            <TextInput type="time" value={draft.until} onChange={(event) => set({ until: event.target.value })} />
          </Field>
        </div>
        {!part && isAdmin(actor) && (
          <Checkbox
            label={say`For all locations`}
            checked={draft.locationId === null}
            onChange={(event) => set({ locationId: event.target.checked ? null : place.id })}
          />
        )}
        <FieldError error={form.failure} />
        <Button type="submit" busy={form.isSaving}>
          {say`Save Daypart`}
        </Button>
      </form>
    </Dialog>
  );
}

/** The draft of a daypart. Problems are shown after the first attempt to save. */
function useDaypartForm(place: EditableLocation, part: MenuDaypart | null, onSaved: () => void) {
  const { save } = useHoursActions();
  const [base, setBase] = useState(part);
  const fresh: DaypartDraft = { name: '', days: WEEKDAYS, from: '11:30', until: '15:00', locationId: place.id };
  const [draft, setDraft] = useState<DaypartDraft>(part ?? fresh);
  const [isSubmitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Submitting the same form twice makes one daypart.
  const [keyOf] = useState(createKeyCache);
  const problems = problemsOf(draft);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    setFailure(null);
    if (Object.values(problems).some((problem) => problem !== null) || save.isPending) return;
    const { name, days, from, until, locationId } = draft;
    const version = base && { daypartId: base.id, version: base.version };
    const body = { locationId, name, days: [...days], from, until, ...version };
    save.mutate(
      { body, key: keyOf(body) },
      {
        onSuccess: ({ daypart }) => {
          toast.success(say`${daypart.name} saved`);
          onSaved();
        },
        onError: (error) => {
          const savedDaypart = conflictingVersion<MenuDaypart>(error, 'daypart', 'version');
          if (savedDaypart) {
            setBase(savedDaypart);
            setDraft(savedDaypart);
          }
          setFailure(
            savedDaypart
              ? say`Somebody else changed this daypart in the meantime. This is the current version.`
              : `${say`The daypart could not be saved.`} ${errorTextOrServerMessage(error, [400, 403, 404, 409])}`,
          );
        },
      },
    );
  }

  return {
    draft,
    set: (typed: Partial<DaypartDraft>) => setDraft((before) => ({ ...before, ...typed })),
    isTyped: JSON.stringify(draft) !== JSON.stringify(base ?? fresh),
    problems: isSubmitted ? problems : NO_PROBLEMS,
    failure,
    submit,
    isSaving: save.isPending,
  };
}

const NO_PROBLEMS = { name: null, days: null, from: null, until: null };

function problemsOf({ name, days, from, until }: DaypartDraft) {
  return {
    name: name.trim() === '' ? say`Name is required` : null,
    days: days.length === 0 ? say`Choose at least one day.` : null,
    from: isTime(from) ? null : FORM.needsTime,
    until: isTime(until) ? null : FORM.needsTime,
  };
}
