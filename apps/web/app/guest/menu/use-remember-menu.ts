import { splitLanguagePath } from '@tiffin/domain/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { startLocation } from '../../shared/cart/start-location.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { LAST_MENU_KEY, storedText } from '../../shared/offline/text-storage.ts';
import { paths } from '../../paths.ts';

/** True until the first page of this load has been looked at. */
let isFirst = true;

/**
 * True if the server redirected this page load from '/menu', without knowing the carts. Other redirects do not count:
 * those of the service worker, which happen offline; those after signing in, which have an anchor (see guards.ts); and
 * those of the language switch, which come from the same menu in another language.
 */
function wasRedirectedFromStart({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): boolean {
  const pathOf = (url: string) => splitLanguagePath(new URL(url).pathname).path;
  const isLanguageSwitch = document.referrer !== '' && pathOf(document.referrer) === pathname;
  const mayBeFromStart = isFirst && navigator.onLine && hash === '' && !isLanguageSwitch;
  isFirst = false;
  // Entries of the type 'navigation' have this class.
  const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return mayBeFromStart && documents.some(({ redirectCount, name }) => redirectCount > 0 && pathOf(name) === pathname);
}

/**
 * Remembers the menu that was opened last. After a redirect by the server it navigates to the start again, because the
 * browser knows the carts. Returns true while the restaurant chose the location and not the guest; then nothing is
 * remembered.
 */
export function useRememberMenu(locationId: string): boolean {
  const [isDefault, setDefault] = useState(false);
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const ids = (useRootDataIfAny()?.locations ?? []).map(({ id }) => id);
  const startAgain = useEffectEvent(() => {
    if (ids.length > 1 && startLocation(ids) === null) setDefault(true);
    else void navigate(paths.menuStart(), { replace: true });
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows of the redirect
    if (wasRedirectedFromStart({ pathname, hash })) startAgain();
    else storedText(LAST_MENU_KEY).write(locationId);
  }, [pathname, hash, locationId]);
  return isDefault;
}
