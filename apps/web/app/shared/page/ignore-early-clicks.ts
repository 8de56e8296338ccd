import { useEffect, useState } from 'react';

const IGNORE_MS = 1_000;

/** Ignores clicks for a moment after new content appears: they were meant for the content before. */
export function useIgnoreClicksWhenNew(news: unknown): boolean {
  const [readyFor, setReadyFor] = useState<{ readonly news: unknown } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReadyFor({ news }), IGNORE_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return readyFor === null || readyFor.news !== news;
}
