import { useState } from 'react';

export function useStoredChoice<V extends string>(
  key: string,
  values: readonly V[],
  standard: NoInfer<V>,
): [V, (value: V) => void] {
  const [value, setValue] = useState<V>(() => {
    const stored = localStorage.getItem(key);
    return values.find((each) => each === stored) ?? standard;
  });
  return [
    value,
    (next) => {
      localStorage.setItem(key, next);
      setValue(next);
    },
  ];
}
