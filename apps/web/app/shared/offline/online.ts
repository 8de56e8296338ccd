import { useSyncExternalStore } from 'react';

// Apart from the queue: every page looks for its server, and few have changes that wait.

const PROBES_MS = [1000, 2000, 4000, 8000, 15_000] as const;

/** While the server is not reached it is looked for: often at first, then every fifteen seconds. */
export function nextProbe(misses: number): number {
  return PROBES_MS[Math.max(0, misses - 1)] ?? 15_000;
}

/*
 * Whether the server is reached. The browser's own word is only a hint: a network without the server
 * is no connection, and one without the internet may well have the server in it. What counts is that
 * the server answered, or that it did not when it was asked.
 */

const PROBE_TIMEOUT_MS = 5000;
const RECHECK_MS = 4000;

let reached = true;
let misses = 0;
let probing: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let started = false;
let lastAnswer: number | null = null;
const listeners = new Set<() => void>();

function say(found: boolean): void {
  if (reached === found) return;
  reached = found;
  for (const listener of listeners) listener();
}

/** Something of the server's came, whatever it said. */
export function serverAnswered(): void {
  lastAnswer = Date.now();
  misses = 0;
  clearTimeout(timer);
  say(true);
  // The browser says there is no network: this may have been on its way before it was lost.
  if (!navigator.onLine) timer = setTimeout(serverMissed, RECHECK_MS);
}

/** A request got no answer: the server is looked for, and the state follows what is found. */
export function serverMissed(): void {
  probing ??= probe().finally(() => {
    probing = null;
  });
}

/** Asks the server whether it is there, now. */
export async function isReachedNow(): Promise<boolean> {
  serverMissed();
  await probing;
  return reached;
}

async function probe(): Promise<void> {
  clearTimeout(timer);
  try {
    const answer = await fetch('/api/ping', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    if (!answer.ok) throw new TypeError('not our server');
    serverAnswered();
  } catch {
    misses++;
    say(false);
    timer = setTimeout(serverMissed, nextProbe(misses));
  }
}

function begin(): void {
  if (started || typeof window === 'undefined') return;
  started = true;
  reached = navigator.onLine;
  if (!reached) serverMissed();
  addEventListener('online', serverMissed);
  addEventListener('offline', () => {
    say(false);
    misses = Math.max(misses, 3);
    clearTimeout(timer);
    timer = setTimeout(serverMissed, nextProbe(misses));
  });
  document.addEventListener('visibilitychange', () => {
    if (!reached && document.visibilityState === 'visible') serverMissed();
  });
}

/** When the server last said something; null when nothing is known of that. */
export function answeredAt(): number | null {
  return lastAnswer;
}

/** What is shown was kept from an earlier visit. */
export function setLastContact(at: number): void {
  lastAnswer ??= at;
}

export function isReached(): boolean {
  begin();
  return reached;
}

export function watchConnection(onChange: () => void): () => void {
  begin();
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Whether the server is reached now. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchConnection, isReached, () => true);
}
