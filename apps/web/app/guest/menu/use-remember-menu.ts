import { splitLanguagePath } from '@tiffin/domain/core';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { startLocation } from '../../shared/cart/start-location.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { LAST_MENU_KEY, storedText } from '../../shared/offline/text-storage.ts';
import { paths } from '../../paths.ts';

let isFirst = true;

/**
 * True if this page load was redirected by the server from '/menu', where the carts are unknown. Offline only the
 * service worker redirects. Signing in adds an anchor to the address of a menu to exclude that case (see guards.ts). The
 * language switch redirects, too, from the same menu in another language.
 */
function wasLedHere({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): boolean {
  const pathOf = (url: string) => splitLanguagePath(new URL(url).pathname).path;
  const isSwitched = document.referrer !== '' && pathOf(document.referrer) === pathname;
  const isStart = isFirst && navigator.onLine && hash === '' && !isSwitched;
  isFirst = false;
  const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return isStart && documents.some(({ redirectCount, name }) => redirectCount > 0 && pathOf(name) === pathname);
}

/**
 * Remembers the menu that was opened last. After a redirect by the server it navigates to the start again, because the
 * browser knows the carts. A guest who has not chosen one of several locations yet is asked for it.
 */
export function useRememberMenu(locationId: string, askLocation: () => void): void {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const ids = (useRootDataIfAny()?.locations ?? []).map(({ id }) => id);
  const startAgain = useEffectEvent(() => {
    if (ids.length > 1 && startLocation(ids) === null) askLocation();
    else void navigate(paths.menuStart(), { replace: true });
  });
  useEffect(() => {
    if (wasLedHere({ pathname, hash })) startAgain();
    else storedText(LAST_MENU_KEY).write(locationId);
  }, [pathname, hash, locationId]);
}
