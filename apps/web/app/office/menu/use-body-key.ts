import { useRef } from 'react';
import { newKey } from '../../shared/api/new-key.ts';

/** Returns the idempotency key of a request. Sending the same body again has the same key, and so no second effect. */
export function useBodyKey() {
  const last = useRef<{ readonly text: string; readonly key: string } | null>(null);
  return (body: unknown): string => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: newKey() };
    return last.current.key;
  };
}
