import { lazy, type ComponentType } from 'react';
import { isUnanswered } from '../errors/report-browser-error.ts';
import { isServerReachable, probeServer, watchConnection } from './online.ts';

/**
 * A part of a page that is loaded when it is needed, for `<Suspense>`. Without a connection it waits for one, so that
 * the page around it stays. `onWait` tells the guest.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>, onWait?: () => void) {
  return lazy(async () => ({ default: await load().catch((error: unknown) => loadLater(error, load, onWait)) }));
}

/** Some browsers remember that a file failed. Then the second failure shows the error page, which loads the page again. */
async function loadLater<T>(error: unknown, load: () => Promise<T>, onWait?: () => void): Promise<T> {
  if (!isUnanswered(error)) throw error;
  if (!(await probeServer())) {
    onWait?.();
    await serverIsReachable();
  }
  reloadLostStyles();
  return load();
}

/** The bundler asks for each stylesheet once. One that got no response is asked for again. */
function reloadLostStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (isEmpty(link)) link.replaceWith(link.cloneNode());
  }
}

/** Chromium does not allow to read the rules of a file that did not arrive. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

function serverIsReachable(): Promise<void> {
  return new Promise((resolve) => {
    const stop = watchConnection(() => {
      if (!isServerReachable()) return;
      stop();
      resolve();
    });
  });
}
