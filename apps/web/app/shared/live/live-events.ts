import { useEffect, useEffectEvent } from 'react';
import type { LiveEventType } from '@tiffin/contract/events';
import { parseJsonFields } from '@tiffin/domain/core';
import { reportResponse, reportNoResponse } from '../offline/online.ts';
import { personOfTab, watchPersonOfTab } from '../session/person.ts';
import { openEventStream, type StreamMessage } from './event-stream.ts';
import { pageAge } from './page-age.ts';
import { syncServerClock } from './server-clock.ts';
import { joinSharedStream, type Welcome } from './shared-stream.ts';
import { updateStreamState, streamState } from './stream-state.ts';

export interface LiveEvent {
  readonly type: LiveEventType;
  readonly locationId: string | null;
  /** The other fields of the event; the reader validates them. */
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

const listeners = new Map<LiveEventType, Set<Listener>>();

/** Leaves the stream; null while there are no listeners. */
let leave: (() => void) | null = null;
/** False until this tab receives every event. */
let isFollowing = false;

/** One stream for all listeners, open while there are any. It reconnects without losing events. */
export function listenToLiveEvents(types: readonly LiveEventType[], listener: Listener): () => void {
  for (const type of types) {
    const cached = listeners.get(type);
    if (cached) cached.add(listener);
    else listeners.set(type, new Set([listener]));
  }
  open();
  return () => {
    for (const type of types) {
      listeners.get(type)?.delete(listener);
      if (listeners.get(type)?.size === 0) listeners.delete(type);
    }
    if (listeners.size === 0) close();
  };
}

/** What lets a page receive events without a session: the link of an order, or the key of a pick-up screen. */
type StreamAccess = Readonly<Record<'orderId' | 'token', string>> | { readonly screenKey: string };

/** As a query; null if the page has neither. */
let access: string | null = null;

/** Reopens the stream with this access. */
export function setStreamAccess(next: StreamAccess | null): void {
  const query = next && new URLSearchParams({ ...next }).toString();
  if (access === query) return;
  access = query;
  reopen();
}

function open(): void {
  if (leave) return;
  const query = access;
  updateStreamState({ state: 'connecting', lastMessageAt: performance.now() });
  const leaveStream = joinSharedStream({
    // Tabs of another person, with another access, or of another version have their own stream.
    name: ['tiffin_live', new URL(import.meta.url).pathname, personOfTab(), query].join(' '),
    open: (from, report) =>
      openEventStream({
        from,
        query: (hasPosition) => [hasPosition ? null : pageAgeQuery(), query].filter(Boolean).join('&'),
        report,
      }),
    receive,
    follow,
  });
  const unwatch = watchPersonOfTab(reopen);
  leave = () => {
    unwatch();
    leaveStream();
  };
}

function close(): void {
  leave?.();
  leave = null;
  isFollowing = false;
  updateStreamState({ state: 'closed' });
}

function reopen(): void {
  if (!leave) return;
  close();
  open();
}

/** The back office loads its lists itself, and its board again when a stream begins. */
function isOffice(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset['surface'] === 'staff';
}

/** With it, the server tells the page to reload if something changed since. */
function pageAgeQuery(): string | null {
  return isOffice() ? null : `shownFor=${pageAge()}`;
}

/** The server or its clock may have been a moment ahead of the page. */
const SLACK_MS = 2_000;

/** Another tab opened the stream; what happened before this tab followed it is missing here. */
function follow({ isLive, at, quietForMs }: Welcome): void {
  syncServerClock(at);
  begin({ state: isLive ? 'live' : 'lost', isOutdated: quietForMs < pageAge() + SLACK_MS });
}

/** The back office reloads its board when a stream begins. Other pages do if they are outdated or missed events. */
function begin({ state, isOutdated }: { state: 'live' | 'lost'; isOutdated: boolean }): void {
  updateStreamState({ state, lastMessageAt: performance.now(), gapCount: streamState().gapCount + 1 });
  if (isFollowing || (isOutdated && !isOffice())) dispatch('reset', '{}');
  isFollowing = true;
}

function receive(message: StreamMessage, isOwn: boolean): void {
  if (message.kind === 'connecting')
    return updateStreamState({ state: 'connecting', lastMessageAt: performance.now() });
  if (message.kind === 'lost') {
    updateStreamState({ state: 'lost' });
    return reportNoResponse();
  }
  reportResponse();
  if (message.kind === 'hello') {
    if (message.at !== null) syncServerClock(message.at);
    // The server compared the new stream with the age of the page that opened it, not of this one.
    if (message.from === null) begin({ state: 'live', isOutdated: !isOwn });
  }
  updateStreamState({ state: 'live', lastMessageAt: performance.now() });
  if (message.kind === 'event') dispatch(message.type, message.data);
}

function dispatch(type: LiveEventType, text: string): void {
  const data = parseJsonFields(text);
  const locationId = typeof data['locationId'] === 'string' ? data['locationId'] : null;
  for (const listener of listeners.get(type) ?? []) listener({ type, locationId, data });
}

/** Listens while the component is mounted. */
export function useLiveEvents(types: readonly LiveEventType[], onEvent: Listener): void {
  const handleEvent = useEffectEvent(onEvent);
  const list = types.join(' ');
  useEffect(() => {
    const requested = list.split(' ').filter((type): type is LiveEventType => type !== '');
    return listenToLiveEvents(requested, (event) => handleEvent(event));
  }, [list]);
}
