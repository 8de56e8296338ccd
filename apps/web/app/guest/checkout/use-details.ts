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

export function useCheckoutDetails(me: Me, type: OrderType) {
  const { draft, change: keep, forget, reset } = useDraft(me);
  const [problems, setProblems] = useState<Problems>({});
  const afterPress = useAfterPress();
  const request = requiredContactOf(type);

  /** Clears the errors of these fields while they are edited, until the next submit. */
  function mend(fields: readonly string[]) {
    setProblems((before) => {
      const remaining = Object.entries(before).filter(([field]) => !fields.includes(field));
      return remaining.length === Object.keys(before).length ? before : Object.fromEntries(remaining);
    });
  }

  return {
    draft,
    request,
    problems,
    forget,
    reset,
    mend,
    change(fields: Partial<Draft>) {
      keep(fields);
      mend([...Object.keys(fields), ...correctContactFields({ ...draft, ...fields }, request)]);
    },
    leave(field: TypedField) {
      const problem = problemOnBlur(field, draft, type, request);
      if (problem) afterPress(() => setProblems((before) => ({ ...before, [field]: problem })));
    },
    /** Validates the form. If it is invalid, focuses the first wrong field. */
    areRight(form: HTMLFormElement, needsAgreement: boolean, agrees: boolean): boolean {
      const found = checkoutProblems(draft, type, request, needsAgreement && !agrees);
      setProblems(found);
      if (Object.keys(found).length === 0) return true;
      focusFirst(form, found);
      return false;
    },
  };
}

function focusFirst(form: HTMLFormElement, problems: Partial<Record<ProblemField, string>>) {
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
