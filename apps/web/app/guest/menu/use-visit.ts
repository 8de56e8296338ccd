import { spokenPath } from '@tiffin/domain/core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SEEN_MENU_KEY, stored } from '../../shared/offline/stored.ts';
import { paths } from '../../paths.ts';

let isFirst = true;

/**
 * This document began here, and the server led to it from '/menu': it knows no carts. Offline only the worker leads on,
 * and signing in leads to a menu that was named, with a place in it (`whereFrom` in guards.ts).
 */
function wasLedHere({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): boolean {
  const isStart = isFirst && navigator.onLine && hash === '';
  isFirst = false;
  const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    isStart &&
    documents.some(
      ({ redirectCount, name }) => redirectCount > 0 && spokenPath(new URL(name).pathname).path === pathname,
    )
  );
}

/** Whose menu was looked at last; who was led here begins once more, where the carts are known. */
export function useVisit(locationId: string): void {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (wasLedHere({ pathname, hash })) void navigate(paths.menuStart(), { replace: true });
    else stored(SEEN_MENU_KEY).write(locationId);
  }, [pathname, hash, locationId, navigate]);
}
