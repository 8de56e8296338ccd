import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { judgeLocationId, typedLocationId } from '@tiffin/domain/locations';
import { api } from '../../shared/api/api.ts';
import { useDebounced, SEARCH_DEBOUNCE_MS } from '../../shared/page/debounced.ts';
import { wordsOrSaid } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './locations.module.css';
import { texts } from './texts.ts';

/** Whether an id is taken: by a location one sees, or by one that was deleted, which the server knows. */
export function useTakenIds(id: string, seen: readonly string[]): (id: string) => boolean {
  const asked = useDebounced(id, SEARCH_DEBOUNCE_MS);
  const inQuestion = judgeLocationId(asked, () => false).valid && !seen.includes(asked);
  const answer = useQuery({
    queryKey: ['location-id', asked],
    queryFn: ({ signal }) => api('locationIdExists', { query: { id: asked } }, { signal }),
    enabled: inQuestion,
  });
  return (wanted) => seen.includes(wanted) || (wanted === asked && inQuestion && answer.data?.exists === true);
}

/** A new location's id, judged while it is typed, or made from the name. */
export function NewIdField({
  id,
  name,
  error,
  isTaken,
  onChange,
}: {
  id: string;
  name: string;
  error: string | undefined;
  isTaken: (id: string) => boolean;
  onChange: (id: string) => void;
}) {
  const { form } = texts;
  const auto = useMutation({
    networkMode: 'always',
    mutationFn: () => api('generateLocationId', { query: { name: name.trim() } }),
    onSuccess: ({ locationId }) => onChange(locationId),
  });
  const verdict = id === '' ? null : judgeLocationId(id, isTaken);
  const wrong = auto.error ? wordsOrSaid(auto.error, [409]) : verdict && !verdict.valid ? verdict.text : error;
  return (
    <div>
      <Field label={form.id} error={wrong} required>
        <div className="grid column-and-end gap-8">
          <TextInput
            value={id}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            onChange={(event) => {
              auto.reset();
              onChange(typedLocationId(event.target.value));
            }}
          />
          <Button
            look="quiet"
            busy={auto.isPending}
            disabledReason={name.trim() === '' ? texts.nameRequired : null}
            onClick={() => auto.mutate()}
          >
            {form.auto}
          </Button>
        </div>
      </Field>
      <p role="status" className={`row gap-6 text-sm weight-500 success ${styles.verdict}`}>
        {verdict?.valid && !auto.error && (
          <>
            <CircleCheck aria-hidden="true" />
            {verdict.text}
          </>
        )}
      </p>
    </div>
  );
}

/** The id of a location that is there: orders and reservations carry it. */
export function FixedIdField({ id }: { id: string }) {
  const { form } = texts;
  return (
    <Field label={form.id} hint={form.fixedId}>
      <TextInput value={id} readOnly />
    </Field>
  );
}
