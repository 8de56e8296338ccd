import { useEffect, useState } from 'react';

const DEAF_MS = 1_000;

/** A press on its way when this came was meant for what was before: for a moment none is heard. */
export function useIgnoreClicksWhenNew(news: unknown): boolean {
  const [heard, setHeard] = useState<{ readonly news: unknown } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setHeard({ news }), DEAF_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return heard === null || heard.news !== news;
}
