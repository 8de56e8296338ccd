import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { MENU_SEEN, stored } from '../../shared/offline/stored.ts';
import { paths } from '../../paths.ts';

let isFirst = true;

/** This document began here, and the server led to it from '/menu': it knows no carts. Offline only the worker leads on. */
function wasLedHere(pathname: string): boolean {
  const isStart = isFirst && navigator.onLine;
  isFirst = false;
  const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    isStart && documents.some(({ redirectCount, name }) => redirectCount > 0 && new URL(name).pathname === pathname)
  );
}

/** Whose menu was looked at last; who was led here begins once more, where the carts are known. */
export function useVisit(locationId: string): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (wasLedHere(pathname)) void navigate(paths.menuStart(), { replace: true });
    else stored(MENU_SEEN).write(locationId);
  }, [pathname, locationId, navigate]);
}
