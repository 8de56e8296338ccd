import { useState, type SubmitEvent } from 'react';
import type {
  FieldConflict,
  Draft,
  Fields,
  Form,
  FieldLook,
  NameOf,
  Problems,
  FormRecord,
  FormPayload,
} from './form.ts';

interface Editing<F extends Fields, T> {
  /** The record to change; without it, the form is that of a new one. */
  readonly record?: T | null;
  /** The values of a new record that differ from those of the form. */
  readonly initialValues?: Partial<Draft<F>>;
  /** A further validation with knowledge from outside the form. */
  readonly check?: (draft: Draft<F>) => Partial<Problems>;
  /** Sends the values; rejects when refused. `base` is null for a new record. */
  readonly save: (typed: {
    values: FormPayload<F>;
    updates: Partial<FormPayload<F>>;
    base: T | null;
  }) => Promise<unknown>;
  /** The version saved by another person, if the error is a conflict. */
  readonly savedMeanwhile?: (error: unknown) => T | null;
  /** The message above the form for any other refusal; null if it is shown elsewhere. */
  readonly refused?: (error: unknown) => string | null;
  /** Called when validation fails, in addition to the errors at the fields. */
  readonly onWrong?: () => void;
}

export interface FormFieldProps<V> extends FieldLook {
  readonly label: string;
  readonly value: V;
  readonly onValue: (value: V) => void;
  readonly error?: string | null | undefined;
}

export type OpenForm<F extends Fields> = Omit<
  ReturnType<typeof useForm<F, FormRecord<F>>>,
  'dismissChanges' | 'restart'
>;

/** The state of a form for a new record, or for one that others may change at the same time. */
export function useForm<F extends Fields, T extends FormRecord<F>>(
  form: Form<F>,
  { record = null, initialValues = {}, check, save, savedMeanwhile, refused, onWrong }: Editing<F, T>,
) {
  const [base, setBase] = useState(record);
  const firstDraftOf = (saved: T | null) => (saved ? form.draftOf(saved) : { ...form.initialDraft, ...initialValues });
  const [first, setFirst] = useState<Draft<F>>(() => firstDraftOf(record));
  const [draft, setDraft] = useState(first);
  const [showsProblems, setShowsProblems] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [changes, setChanges] = useState<readonly FieldConflict<NameOf<F>>[]>([]);
  const problemsOf = (typed: Draft<F>): Partial<Problems> => ({ ...form.problemsOf(typed), ...check?.(typed) });
  // Errors show only after the first attempt to save.
  const problems = showsProblems ? problemsOf(draft) : {};
  const updates: Partial<FormPayload<F>> = base ? form.updatesOf(base, draft) : {};

  const set = (typed: Partial<Draft<F>>) => setDraft((present) => ({ ...present, ...typed }));

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React bubbles the submit to a form that contains the dialog.
    event.stopPropagation();
    if (busy) return;
    const element = event.currentTarget;
    const focused = document.activeElement;
    setShowsProblems(true);
    setFailure(null);
    if (Object.keys(problemsOf(draft)).length > 0) {
      onWrong?.();
      // focuses the first wrong field after it was marked
      requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      await save({ values: form.sentOf(draft), updates, base });
    } catch (error) {
      const others = base && savedMeanwhile?.(error);
      if (others) mergeOthers(base, others);
      else setFailure(refused?.(error) ?? null);
    }
    setBusy(false);
    // A form being saved is inert and loses the focus, so it is restored.
    requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && focused instanceof HTMLElement && focused.isConnected) focused.focus();
    });
  }

  function mergeOthers(before: T, savedRecord: T) {
    const merged = form.merged(before, draft, savedRecord);
    setBase(savedRecord);
    setDraft(merged.draft);
    setChanges(merged.changes);
  }

  return {
    draft,
    problems,
    busy,
    failure,
    changes,
    updates,
    /** True if closing would lose something. */
    isTyped: base ? Object.keys(updates).length > 0 : JSON.stringify(draft) !== JSON.stringify(first),
    wordsOf: form.wordsOf,
    set,
    submit,
    /** The props of an input: `<TextField {...at('name')} />` */
    at<K extends NameOf<F>>(name: K): FormFieldProps<Draft<F>[K]> {
      const { label, hint, required, optional, input } = form.fields[name] as F[K];
      const onValue = (value: Draft<F>[K]) => set({ [name]: value } as unknown as Partial<Draft<F>>);
      return { label, hint, required, optional, input, value: draft[name], error: problems[name], onValue };
    },
    /** Called when the person has reviewed the others' changes. */
    dismissChanges: () => setChanges([]),
    /** Continues with the saved version, or with another new record. */
    restart(saved: T | null) {
      setBase(saved);
      setFirst(firstDraftOf(saved));
      setDraft(firstDraftOf(saved));
      setChanges([]);
      setShowsProblems(false);
    },
  };
}
