import { useEffect, useState } from 'react';

const REST_MS = 700;

/** Says a figure that changes with every press once it rests, and not what it was from the start. */
export function Rested({ text }: { text: string }) {
  const [known, setKnown] = useState({ first: text, rested: '' });
  useEffect(() => {
    const timer = setTimeout(() => {
      setKnown((before) => (text === before.first && before.rested === '' ? before : { ...before, rested: text }));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="sr-only" role="status">
      {known.rested}
    </span>
  );
}
