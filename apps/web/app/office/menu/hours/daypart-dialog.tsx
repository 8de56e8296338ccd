import { useRef, useState, type FormEvent } from 'react';
import { isTime, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@tiffin/domain/hours';
import { isAdmin } from '@tiffin/domain/people';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { newKey } from '../../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../../shared/errors/words.ts';
import { savedMeanwhile } from '../../../shared/live/event-payload.ts';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/inputs.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Place } from '../menu-data.ts';
import { useHoursActions, type Part } from './hours-data.ts';
import { texts } from './texts.ts';

const words = texts.form;

/** A daypart: its name, days and hours in the location's time zone. */
export function DaypartDialog({ place, part, onClose }: { place: Place; part: Part | null; onClose: () => void }) {
  const { actor } = useBackOffice();
  const { save } = useHoursActions();
  const [base, setBase] = useState(part);
  const first = {
    name: '',
    days: [...WEEKDAYS] as Weekday[],
    from: '11:30',
    until: '15:00',
    locationId: place.id as string | null,
  };
  const [draft, setDraft] = useState(part ?? first);
  const [judged, setJudged] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Submitting the same form twice makes one daypart.
  const sent = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const set = (typed: Partial<typeof first>) => setDraft((before) => ({ ...before, ...typed }));
  const problems = {
    name: draft.name.trim() === '' ? words.needsName : null,
    days: draft.days.length === 0 ? words.needsDay : null,
    from: isTime(draft.from) ? null : words.needsTime,
    until: isTime(draft.until) ? null : words.needsTime,
  };
  const shown = (problem: string | null) => (judged ? problem : null);

  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    setFailure(null);
    if (Object.values(problems).some((problem) => problem !== null) || save.isPending) return;
    const { name, days, from, until, locationId } = draft;
    const body = {
      locationId,
      name,
      days: [...days],
      from,
      until,
      ...(base && { daypartId: base.id, version: base.version }),
    };
    const text = JSON.stringify(body);
    if (sent.current?.text !== text) sent.current = { text, key: newKey() };
    save.mutate(
      { body, key: sent.current.key },
      {
        onSuccess: ({ daypart }) => {
          toast.success(words.saved(daypart.name));
          onClose();
        },
        onError: (error) => {
          const savedDaypart = savedMeanwhile<Part>(error, 'daypart', 'version');
          if (savedDaypart) {
            setBase(savedDaypart);
            setDraft(savedDaypart);
          }
          setFailure(
            savedDaypart ? words.conflict : `${words.failed} ${errorTextOrServerMessage(error, [400, 403, 404, 409])}`,
          );
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={JSON.stringify(draft) !== JSON.stringify(base ?? first)}
      title={part ? words.edit : words.add}
    >
      <form className="stack gap-16" onSubmit={submit} noValidate>
        <Field label={words.name} error={shown(problems.name)}>
          <TextInput
            value={draft.name}
            maxLength={40}
            placeholder={words.placeholder}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <fieldset className="grid gap-6">
          <legend className="label below-4">{words.days}</legend>
          <div className="flex flex-wrap gap-8">
            {WEEKDAYS.map((day) => (
              <Chip
                key={day}
                label={WEEKDAY_NAMES[day]}
                checked={draft.days.includes(day)}
                onChange={(event) =>
                  set({
                    days: WEEKDAYS.filter((each) => (each === day ? event.target.checked : draft.days.includes(each))),
                  })
                }
              />
            ))}
          </div>
          <FieldError error={shown(problems.days)} />
        </fieldset>
        <div className="stack gap-16 two-from-600">
          <Field label={words.from} error={shown(problems.from)}>
            <TextInput type="time" value={draft.from} onChange={(event) => set({ from: event.target.value })} />
          </Field>
          <Field label={words.until} hint={words.untilHint} error={shown(problems.until)}>
            <TextInput type="time" value={draft.until} onChange={(event) => set({ until: event.target.value })} />
          </Field>
        </div>
        {!part && isAdmin(actor) && (
          <Checkbox
            label={words.everywhere}
            checked={draft.locationId === null}
            onChange={(event) => set({ locationId: event.target.checked ? null : place.id })}
          />
        )}
        <FieldError error={failure} />
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Dialog>
  );
}
