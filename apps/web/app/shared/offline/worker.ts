import { currentLanguage, say } from '@tiffin/domain/core';
import { isServerReachable, watchConnection } from './online.ts';
import { toast } from '../../ui/toasts.ts';
import { cacheThisPage } from './clear-stored-data.ts';

const UPDATE_CHECK_MS = 30 * 60_000;
const OFFER_TOAST_ID = 'new-version';

/**
 * Starts the service worker, which opens the site without a network. A new version is offered and installed only with
 * consent, so that an order in progress is not lost.
 */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(
    currentLanguage() === 'en' ? '/worker.js' : `/worker-${currentLanguage()}.js`,
  );
  const hadWorker = navigator.serviceWorker.controller !== null;
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // The first worker replaces none. In WebKit it can control the page already.
      if (installing.state === 'installed' && registration.active) offer(installing);
    });
  });
  if (registration.waiting && hadWorker) offer(registration.waiting);
  const checkForUpdate = () => void registration.update().catch(() => {});
  setInterval(() => isServerReachable() && checkForUpdate(), UPDATE_CHECK_MS);
  // A server that is reachable again may have a new version.
  watchConnection(() => isServerReachable() && checkForUpdate());
  // The page asked for a module of a version that the server no longer has.
  addEventListener('vite:preloadError', () => offer(registration.waiting));
  if (hadWorker) cacheThisPage();
  // The first worker controls the open pages once it is active.
  else navigator.serviceWorker.addEventListener('controllerchange', cacheThisPage, { once: true });
}

function offer(waiting: ServiceWorker | null): void {
  toast.info(say`A new version is ready`, {
    id: OFFER_TOAST_ID,
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: say`Use it now`,
      onClick() {
        if (!waiting) return location.reload();
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
        return waiting.postMessage({ wish: 'take-over' });
      },
    },
  });
}
