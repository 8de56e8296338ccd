import { useState } from 'react';

/** One of several values, remembered in this browser. */
export function useStoredChoice<V extends string>(key: string, values: readonly V[], initial: NoInfer<V>) {
  const [value, setValue] = useState<V>(() => {
    const stored = localStorage.getItem(key);
    return values.find((each) => each === stored) ?? initial;
  });
  function choose(next: V) {
    localStorage.setItem(key, next);
    setValue(next);
  }
  return [value, choose] as const;
}
