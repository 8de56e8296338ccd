import { useEffect, useEffectEvent } from 'react';

/** What the server tells as it happens; `reset` means: too much was missed, load anew. */
export type LiveEventType =
  | 'menu.changed'
  | 'location.changed'
  | 'order.created'
  | 'order.updated'
  | 'reservation.created'
  | 'reservation.updated'
  | 'message.failed'
  | 'payment.attention'
  | 'reset';

export interface LiveEvent {
  readonly type: LiveEventType;
  readonly locationId: string | null;
  /** The rest of what was said; whoever reads it checks it. */
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

const listeners = new Map<LiveEventType, Set<Listener>>();
let source: EventSource | null = null;
let heard = new Set<LiveEventType>();

/** One stream for the whole page, open while anybody listens; the browser reconnects and misses nothing. */
export function listen(types: readonly LiveEventType[], listener: Listener): () => void {
  for (const type of types) {
    const known = listeners.get(type);
    if (known) known.add(listener);
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

function open(): void {
  source ??= new EventSource('/api/events');
  for (const type of listeners.keys()) {
    if (heard.has(type)) continue;
    heard.add(type);
    source.addEventListener(type, (message: MessageEvent<string>) => tell(type, message.data));
  }
}

function close(): void {
  source?.close();
  source = null;
  heard = new Set();
}

function tell(type: LiveEventType, text: string): void {
  const data: unknown = JSON.parse(text);
  const fields = typeof data === 'object' && data !== null ? { ...data } : {};
  const locationId = 'locationId' in fields && typeof fields.locationId === 'string' ? fields.locationId : null;
  for (const listener of listeners.get(type) ?? []) listener({ type, locationId, data: fields });
}

/** Listens for as long as the component is on the page. */
export function useLiveEvents(types: readonly LiveEventType[], onEvent: Listener): void {
  const tellOn = useEffectEvent(onEvent);
  const list = types.join(' ');
  useEffect(() => {
    const wanted = list.split(' ').filter((type): type is LiveEventType => type !== '');
    return listen(wanted, (event) => tellOn(event));
  }, [list]);
}
