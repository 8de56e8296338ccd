import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { MENU_SEEN, stored } from '../../shared/offline/stored.ts';
import { paths } from '../../paths.ts';

let isFirst = true;

/** This document began here, and the server led to it from '/menu': it knows no carts. Offline only the worker leads on. */
function wasLedHere(key: string): boolean {
  const isStart = isFirst && key === 'default' && navigator.onLine;
  isFirst = false;
  const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return isStart && documents.some(({ redirectCount }) => redirectCount > 0);
}

/** Whose menu was looked at last; who was led here begins once more, where the carts are known. */
export function useVisit(locationId: string): void {
  const navigate = useNavigate();
  const { key } = useLocation();
  useEffect(() => {
    if (wasLedHere(key)) void navigate(paths.menuStart(), { replace: true });
    else stored(MENU_SEEN).write(locationId);
  }, [key, locationId, navigate]);
}
