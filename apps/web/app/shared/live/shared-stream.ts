import { newKey } from '../api/new-key.ts';
import { SILENCE_MS, WATCH_MS, type StreamMessage } from './event-stream.ts';
import { serverNow } from './server-clock.ts';

/**
 * One stream of live events for all tabs of a browser, because over HTTP/1.1 a browser opens at most six connections to
 * a server. The tab that holds a Web Lock leads: it has the stream and passes every message on through a broadcast
 * channel. The other tabs wait for the lock. A leader that closes or crashes loses it; one that is silent for too long,
 * because the browser froze it, is deprived of it. The next leader continues after the last event that it received.
 *
 * Without Web Locks (a page without TLS, an old browser) each tab has its own stream.
 */
export interface SharedStreamOptions {
  /** Tabs with the same name share a stream. */
  readonly name: string;
  readonly open: (from: string | null, report: (message: StreamMessage) => void) => () => void;
  /** `isOwn` is false for what another tab passed on. */
  readonly receive: (message: StreamMessage, isOwn: boolean) => void;
  /** Called when this tab starts to follow a stream that another tab opened earlier. */
  readonly follow: (welcome: Welcome) => void;
}

/** What the leader tells a tab that joins. */
export interface Welcome {
  readonly kind: 'welcome';
  readonly to: string;
  readonly isLive: boolean;
  /** The server's time. */
  readonly at: string;
  /** For how long the leader knows that nothing happened. */
  readonly quietForMs: number;
}

interface Join {
  readonly kind: 'join';
  readonly from: string;
}

/** A message of the leader with the event before it, so that a tab detects what it missed. */
interface Broadcast {
  readonly kind: 'broadcast';
  readonly after: string | null;
  readonly message: StreamMessage | Welcome;
}

/** A little longer than a leader waits for its stream, so that it reconnects first. */
const LEADER_SILENCE_MS = SILENCE_MS + 10_000;
/** Enough for the events that two leaders may both pass on. */
const MOST_RECENT = 1_000;

/** Joins the tabs that share a stream. Returns how to leave them. */
export function joinSharedStream(options: SharedStreamOptions): () => void {
  // Missing outside secure pages, whatever its type says.
  // oxlint-disable-next-line no-restricted-properties -- without locks there is one stream a tab
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks || typeof BroadcastChannel === 'undefined') {
    return options.open(null, (message) => options.receive(message, true));
  }
  let member: SharingTab | null = new SharingTab(options);
  const leave = () => {
    member?.leave();
    member = null;
  };
  const rejoin = () => {
    member ??= new SharingTab(options);
  };
  // A page in the browser's page cache or a frozen tab must not hold the lock.
  const stop = new AbortController();
  for (const event of ['pagehide', 'freeze']) on(event, leave, stop.signal);
  for (const event of ['pageshow', 'resume']) on(event, rejoin, stop.signal);
  return () => {
    stop.abort();
    leave();
  };
}

/** Freezing is reported to the document, hiding to the window, where both arrive. */
function on(event: string, listener: () => void, signal: AbortSignal): void {
  if (typeof window !== 'undefined') window.addEventListener(event, listener, { signal, capture: true });
}

class SharingTab {
  readonly #id = newKey();
  readonly #options: SharedStreamOptions;
  readonly #channel: BroadcastChannel;
  readonly #watch: ReturnType<typeof setInterval>;
  #hasLeft = false;
  /** The last event that this tab received; null while it may have missed some. */
  #place: string | null = null;
  #isComplete = false;
  #quietSince = 0;
  readonly #recent = new Set<string>();
  #isLive = false;
  /** When the last message of a leader arrived. */
  #lastMessageAt = performance.now();
  /** Ends waiting for the lock. */
  #waiting = new AbortController();
  /** Ends leading; null in the other tabs. */
  #stopLeading: (() => void) | null = null;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    this.#channel = new BroadcastChannel(options.name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Join | Broadcast>) => this.#handleMessage(data));
    this.#watch = setInterval(() => this.#replaceSilentLeader(), WATCH_MS);
    this.#waitToLead();
    this.#post({ kind: 'join', from: this.#id });
  }

  leave(): void {
    this.#hasLeft = true;
    clearInterval(this.#watch);
    this.#waiting.abort();
    this.#stopLeading?.();
    this.#channel.close();
  }

  #post(message: Join | Broadcast): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    if (!this.#hasLeft) this.#channel.postMessage(message);
  }

  /** Leads as soon as this tab gets the lock, or at once when it takes the lock from its holder. */
  #waitToLead(steals = false): void {
    this.#waiting.abort();
    const { signal } = (this.#waiting = new AbortController());
    const how = steals ? { steal: true } : { signal };
    // oxlint-disable-next-line no-restricted-properties -- as above
    navigator.locks
      .request(this.#options.name, how, () => this.#lead())
      .catch(() => signal.aborted || this.#handleLostLock());
  }

  #handleLostLock(): void {
    if (this.#stopLeading !== null) {
      this.#stopLeading();
      this.#lastMessageAt = performance.now();
      this.#waitToLead();
    } else {
      // The browser grants no locks here, so this tab opens a stream for itself.
      void this.#lead();
    }
  }

  /** Holds the lock until the returned promise resolves. */
  #lead(): Promise<void> {
    return new Promise((resolve) => {
      this.#stopLeading?.();
      if (this.#hasLeft) return resolve();
      const close = this.#options.open(this.#place, (message) => {
        this.#post({ kind: 'broadcast', after: this.#place, message });
        this.#receive(message, true);
      });
      this.#stopLeading = () => {
        this.#stopLeading = null;
        close();
        resolve();
      };
    });
  }

  #replaceSilentLeader(): void {
    if (this.#stopLeading !== null || performance.now() - this.#lastMessageAt < LEADER_SILENCE_MS) return;
    this.#lastMessageAt = performance.now();
    this.#waitToLead(true);
  }

  #handleMessage(packet: Join | Broadcast): void {
    if (this.#hasLeft) return;
    if (packet.kind === 'join') {
      if (this.#stopLeading !== null && this.#isComplete) this.#welcome(packet.from);
      return;
    }
    // A former leader may still be talking.
    if (this.#stopLeading !== null) return;
    this.#lastMessageAt = performance.now();
    const { after, message } = packet;
    if (this.#isComplete && after !== null && !this.#recent.has(after)) {
      this.#isComplete = false;
      this.#place = null;
      this.#post({ kind: 'join', from: this.#id });
    }
    if (message.kind !== 'welcome') this.#receive(message, false);
    else if (message.to === this.#id && !this.#isComplete) {
      this.#isLive = message.isLive;
      this.#startAt(after);
      this.#options.follow(message);
    }
  }

  #welcome(to: string): void {
    const message: Welcome = {
      kind: 'welcome',
      to,
      isLive: this.#isLive,
      at: serverNow().toISOString(),
      quietForMs: performance.now() - this.#quietSince,
    };
    this.#post({ kind: 'broadcast', after: this.#place, message });
  }

  #receive(message: StreamMessage, isOwn: boolean): void {
    if (message.kind === 'hello' || message.kind === 'beat') this.#isLive = true;
    if (message.kind === 'lost') this.#isLive = false;
    if (message.kind === 'hello' && message.from === null) this.#startAt(message.id);
    if (message.kind === 'event') {
      const isReset = message.type === 'reset';
      // Two leaders passed it on.
      if (!isReset && message.id !== '' && this.#recent.has(message.id)) return;
      this.#quietSince = performance.now();
      this.#remember(message.id);
      if (this.#isComplete) this.#place = message.id || this.#place;
    }
    this.#options.receive(message, isOwn);
  }

  /** From here on this tab misses no event. */
  #startAt(place: string | null): void {
    this.#place = place || null;
    this.#isComplete = true;
    this.#quietSince = performance.now();
    if (place) this.#remember(place);
  }

  #remember(id: string): void {
    this.#recent.delete(id);
    this.#recent.add(id);
    for (const oldest of this.#recent) {
      if (this.#recent.size <= MOST_RECENT) break;
      this.#recent.delete(oldest);
    }
  }
}
