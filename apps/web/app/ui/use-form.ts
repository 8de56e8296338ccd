import { useState, type SubmitEvent } from 'react';
import type { Change, Draft, Fields, Form, Look, NameOf, Problems, Read, Sent } from './form.ts';

interface Editing<F extends Fields, T> {
  /** Another rule, which knows more than the form. */
  readonly check?: (draft: Draft<F>) => Partial<Problems>;
  /** Sends what was typed; rejects when it was refused. `base` is null for a new thing. */
  readonly save: (typed: { values: Sent<F>; updates: Partial<Sent<F>>; base: T | null }) => Promise<unknown>;
  /** What somebody else saved meanwhile, if that is why it was refused. */
  readonly savedMeanwhile: (error: unknown) => T | null;
  /** Any other refusal, in words to stand above the form, unless they are said elsewhere. */
  readonly refused: (error: unknown) => string | null;
  /** Said beside what stands at the fields. */
  readonly onWrong?: () => void;
}

/** What an input needs of its field. */
export interface FieldProps<V> extends Look {
  readonly label: string;
  readonly value: V;
  readonly onValue: (value: V) => void;
  readonly error?: string | undefined;
}

export type OpenForm<F extends Fields> = Omit<ReturnType<typeof useForm<F, Read<F>>>, 'settle' | 'restart'>;

/** A form that is being filled in: for a new thing, or over one that others may change at the same time. */
export function useForm<F extends Fields, T extends Read<F>>(
  form: Form<F>,
  thing: T | null,
  { check, save, savedMeanwhile, refused, onWrong }: Editing<F, T>,
  fresh: Partial<Draft<F>> = {},
) {
  const [base, setBase] = useState(thing);
  const [first] = useState<Draft<F>>(() => (thing ? form.draftOf(thing) : { ...form.fresh, ...fresh }));
  const [draft, setDraft] = useState(first);
  const [judged, setJudged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [changes, setChanges] = useState<readonly Change<NameOf<F>>[]>([]);
  const problemsOf = (typed: Draft<F>): Partial<Problems> => ({ ...form.problemsOf(typed), ...check?.(typed) });
  // Nobody is told of what they have not come to yet.
  const problems = judged ? problemsOf(draft) : {};
  const updates: Partial<Sent<F>> = base ? form.updatesOf(base, draft) : {};

  const set = (typed: Partial<Draft<F>>) => setDraft((present) => ({ ...present, ...typed }));

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const box = event.currentTarget;
    const worked = document.activeElement;
    setJudged(true);
    setFailure(null);
    if (Object.keys(problemsOf(draft)).length > 0) {
      onWrong?.();
      // the first wrong field, once it has been marked
      requestAnimationFrame(() => box.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      await save({ values: form.sentOf(draft), updates, base });
    } catch (error) {
      const others = base && savedMeanwhile(error);
      if (others) takeIn(base, others);
      else setFailure(refused(error));
    }
    setBusy(false);
    // Nothing can be typed into what is being saved, so it lost the focus.
    requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && worked instanceof HTMLElement && worked.isConnected) worked.focus();
    });
  }

  function takeIn(before: T, savedThing: T) {
    const merged = form.merged(before, draft, savedThing);
    setBase(savedThing);
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
    /** Something would be lost. */
    isTyped: base ? Object.keys(updates).length > 0 : JSON.stringify(draft) !== JSON.stringify(first),
    wordsOf: form.wordsOf,
    set,
    submit,
    /** An input's share of the form: `<TextField {...at('name')} />` */
    at<K extends NameOf<F>>(name: K): FieldProps<Draft<F>[K]> {
      const { label, hint, required, optional, input } = form.fields[name] as F[K];
      const onValue = (value: Draft<F>[K]) => set({ [name]: value } as unknown as Partial<Draft<F>>);
      return { label, hint, required, optional, input, value: draft[name], error: problems[name], onValue };
    },
    /** What somebody else changed has been looked at. */
    settle: () => setChanges([]),
    /** What was saved is what is edited from now on. */
    restart(saved: T) {
      setBase(saved);
      setDraft(form.draftOf(saved));
      setChanges([]);
      setJudged(false);
    },
  };
}
