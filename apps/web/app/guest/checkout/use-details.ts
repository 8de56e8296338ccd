import { useEffect, useRef, useState } from 'react';
import { requiredContactOf, type OrderType } from '@tiffin/domain/order';
import type { Me } from '../../shared/api/server-context.ts';
import { useDraft, type Draft } from './draft.ts';
import {
  checkoutProblems,
  correctContactFields,
  FIELD_ORDER,
  problemOnBlur,
  type ProblemField,
  type Problems,
  type TypedField,
} from './problems.ts';

export type CheckoutDetails = ReturnType<typeof useCheckoutDetails>;

/** What the guest typed, with the errors of the fields and the functions that change both. */
export function useCheckoutDetails(me: Me, type: OrderType) {
  const { draft, change: changeDraft, forget, reset } = useDraft(me);
  const [problems, setProblems] = useState<Problems>({});
  const afterPress = useAfterPress();
  const requiredContact = requiredContactOf(type);

  /** Clears the errors of these fields while they are edited, until the next submit. */
  function clearProblems(fields: readonly string[]) {
    setProblems((before) => {
      const remaining = Object.entries(before).filter(([field]) => !fields.includes(field));
      return remaining.length === Object.keys(before).length ? before : Object.fromEntries(remaining);
    });
  }

  return {
    draft,
    requiredContact,
    problems,
    forget,
    reset,
    clearProblems,
    change(fields: Partial<Draft>) {
      changeDraft(fields);
      clearProblems([...Object.keys(fields), ...correctContactFields({ ...draft, ...fields }, requiredContact)]);
    },
    /** Called when the guest leaves a field, which then shows its error. */
    leave(field: TypedField) {
      const problem = problemOnBlur(field, draft, type, requiredContact);
      if (problem) afterPress(() => setProblems((before) => ({ ...before, [field]: problem })));
    },
    /** True if the form is valid. Otherwise shows the errors and focuses the first wrong field. */
    validate(form: HTMLFormElement, isAgreementMissing: boolean): boolean {
      const found = checkoutProblems(draft, type, requiredContact, isAgreementMissing);
      setProblems(found);
      if (Object.keys(found).length === 0) return true;
      focusFirstProblem(form, found);
      return false;
    },
  };
}

/** A hidden input has the value of a control beside it, so that control gets the focus. */
function focusFirstProblem(form: HTMLFormElement, problems: Partial<Record<ProblemField, string>>) {
  const first = FIELD_ORDER.find((field) => problems[field]);
  const input = first && form.elements.namedItem(first);
  const shown = input instanceof HTMLInputElement && input.type === 'hidden' ? input.parentElement : input;
  const target =
    shown instanceof HTMLInputElement ? shown : shown instanceof HTMLElement ? shown.querySelector('input') : null;
  target?.focus();
}

/**
 * A field is left with the mouse while the next target is being pressed. An error that appeared then would move that
 * target away from the pointer, so it waits until the button is released.
 */
function useAfterPress(): (then: () => void) => void {
  const pressing = useRef(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const setPressing = (now: boolean) => () => {
      pressing.current = now;
    };
    addEventListener('pointerdown', setPressing(true), { capture: true, signal });
    addEventListener('pointerup', setPressing(false), { capture: true, signal });
    addEventListener('pointercancel', setPressing(false), { capture: true, signal });
    return () => listening.abort();
  }, []);
  return (then) => {
    if (!pressing.current) return then();
    addEventListener('pointerup', () => requestAnimationFrame(then), { once: true });
  };
}
