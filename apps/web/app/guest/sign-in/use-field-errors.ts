import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { FormFailure } from './read-form.ts';

/** Errors of the last sending; one goes when its field is edited. The first one gets the focus. */
export function useFieldErrors(failure: FormFailure | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState<{ of: FormFailure | undefined; names: ReadonlySet<string> }>({
    of: undefined,
    names: new Set(),
  });

  useEffect(() => {
    const first = Object.keys(failure?.fields ?? {})[0];
    const input = first ? form.current?.elements.namedItem(first) : null;
    if (input instanceof HTMLElement) input.focus();
  }, [failure]);

  const names = edited.of === failure ? edited.names : new Set<string>();
  const errors = Object.fromEntries(Object.entries(failure?.fields ?? {}).filter(([name]) => !names.has(name)));

  function clear(event: FormEvent<HTMLFormElement>) {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.name in errors) {
      setEdited({ of: failure, names: new Set([...names, target.name]) });
    }
  }

  return { errors, clear, form };
}
