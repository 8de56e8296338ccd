import { useSyncExternalStore } from 'react';
import { serverNow } from '../live/server-clock.ts';
import { createStore } from '../page/store.ts';

// Separate from the queue: every page probes its server, but few have waiting changes.

const PROBES_MS = [1000, 2000, 4000, 8000] as const;
const LONGEST_PROBE_MS = 15_000;

/** How long to wait before an unreachable server is probed again: short at first, then longer. */
export function probeDelayMs(misses: number): number {
  return PROBES_MS[Math.max(0, misses - 1)] ?? LONGEST_PROBE_MS;
}

/* Whether the server is reachable. The browser's online state is only a hint: a network may lack the server, and a
   network without internet may contain it. What counts is whether requests get a response. */

const PROBE_TIMEOUT_MS = 5000;
const RECHECK_MS = 4000;

const reached = createStore(true);
let misses = 0;
let probing: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let started = false;
let lastAnswer: number | null = null;

function setReached(isReached: boolean): void {
  if (reached.get() !== isReached) reached.set(isReached);
}

/** Called with every response of the server, of any status. */
export function reportResponse(): void {
  // The browser reports no network, so this may have been sent before the loss. If it counted, every late event would
  // hide and show the bar that moves the page, and send requests that get no response.
  if (!reached.get() && !navigator.onLine) reportNoResponse();
  else noteResponse();
}

function noteResponse(): void {
  lastAnswer = serverNow().getTime();
  misses = 0;
  clearTimeout(timer);
  setReached(true);
  if (!navigator.onLine) timer = setTimeout(reportNoResponse, RECHECK_MS);
}

/** A request got no response: the server is probed and the state follows the result. */
export function reportNoResponse(): void {
  probing ??= probe().finally(() => {
    probing = null;
  });
}

export async function probeServer(): Promise<boolean> {
  begin();
  reportNoResponse();
  await probing;
  return reached.get();
}

async function probe(): Promise<void> {
  clearTimeout(timer);
  try {
    const answer = await fetch('/api/ping', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    if (!answer.ok) throw new TypeError('not our server');
    noteResponse();
  } catch {
    misses++;
    setReached(false);
    timer = setTimeout(reportNoResponse, probeDelayMs(misses));
  }
}

function begin(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  reached.set(navigator.onLine);
  if (!navigator.onLine) reportNoResponse();
  addEventListener('online', reportNoResponse);
  addEventListener('offline', () => {
    setReached(false);
    // The browser knows of no network, so the early probes would be in vain.
    misses = Math.max(misses, 3);
    clearTimeout(timer);
    timer = setTimeout(reportNoResponse, probeDelayMs(misses));
  });
  document.addEventListener('visibilitychange', () => {
    if (!reached.get() && document.visibilityState === 'visible') reportNoResponse();
  });
}

/** The time of the server's last response; null if unknown. */
export function lastResponseAt(): number | null {
  return lastAnswer;
}

/** Called when the page is from the cache of an earlier visit. */
export function setLastContact(at: number): void {
  lastAnswer ??= at;
}

export function isServerReachable(): boolean {
  begin();
  return reached.get();
}

export function watchConnection(onChange: () => void): () => void {
  begin();
  return reached.subscribe(onChange);
}

/** True while the server is reachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchConnection, isServerReachable, () => true);
}
