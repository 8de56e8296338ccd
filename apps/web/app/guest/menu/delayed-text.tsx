import { useEffect, useState } from 'react';

const REST_MS = 700;

/** Announces a changing figure after a pause, but not its first value. */
export function DelayedText({ text }: { text: string }) {
  const [texts, setTexts] = useState({ first: text, rested: '' });
  useEffect(() => {
    const timer = setTimeout(() => {
      setTexts((before) => (text === before.first && before.rested === '' ? before : { ...before, rested: text }));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="sr-only" role="status">
      {texts.rested}
    </span>
  );
}
