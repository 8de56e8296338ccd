import { useEffect, useState } from 'react';

const DEAF_MS = 1_000;

/** Ignores clicks for a moment after new content appears: they were meant for the content before. */
export function useIgnoreClicksWhenNew(news: unknown): boolean {
  const [heard, setHeard] = useState<{ readonly news: unknown } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setHeard({ news }), DEAF_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return heard === null || heard.news !== news;
}
