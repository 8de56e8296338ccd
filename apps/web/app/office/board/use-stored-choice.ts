import { useState } from 'react';

export function useStoredChoice<V extends string>(key: string, values: readonly V[], standard: NoInfer<V>) {
  const [value, setValue] = useState<V>(() => {
    const stored = localStorage.getItem(key);
    return values.find((each) => each === stored) ?? standard;
  });
  function choose(next: V) {
    localStorage.setItem(key, next);
    setValue(next);
  }
  return [value, choose] as const;
}
