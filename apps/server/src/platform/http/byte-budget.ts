import type { Socket } from 'node:net';
import type { ApiContext } from './api-context.ts';

interface Holding {
  readonly bytes: number;
  readonly takeBack: () => void;
}

/**
 * Bounds the bytes that clients occupy in memory. Nobody waits and nobody new is refused, unlike in `FairLimiter`: when
 * the memory runs out, the client with the most loses what it has held longest, so a greedy client takes from itself.
 */
export class ByteBudget {
  readonly #max: { readonly all: number; readonly each: number };
  readonly #byClient = new Map<string, { bytes: number; readonly holdings: Set<Holding> }>();
  #bytes = 0;

  constructor(max: { readonly all: number; readonly each: number }) {
    this.#max = max;
  }

  /** Returns how to release the bytes. `takeBack` is called when they are lost earlier. */
  hold(client: string, bytes: number, takeBack: () => void): () => void {
    let own = this.#byClient.get(client);
    if (!own) this.#byClient.set(client, (own = { bytes: 0, holdings: new Set() }));
    const holding = { bytes, takeBack };
    own.holdings.add(holding);
    own.bytes += bytes;
    this.#bytes += bytes;
    while (own.bytes > this.#max.each && own.holdings.size > 1) this.#loseOldest(client);
    while (this.#bytes > this.#max.all && this.#loseOldest(this.#greediest())) continue;
    return () => this.#release(client, holding);
  }

  #greediest(): string {
    let [greediest, most] = ['', -1];
    for (const [client, { bytes }] of this.#byClient) if (bytes > most) [greediest, most] = [client, bytes];
    return greediest;
  }

  #loseOldest(client: string): boolean {
    const [oldest] = this.#byClient.get(client)?.holdings ?? [];
    if (!oldest) return false;
    this.#release(client, oldest);
    oldest.takeBack();
    return true;
  }

  #release(client: string, holding: Holding): void {
    const own = this.#byClient.get(client);
    if (!own?.holdings.delete(holding)) return;
    own.bytes -= holding.bytes;
    this.#bytes -= holding.bytes;
    if (own.holdings.size === 0) this.#byClient.delete(client);
  }
}

const MB = 1024 * 1024;
/** Pictures, pages and menus made for one client, until it has read them. */
const unread = new ByteBudget({ all: 48 * MB, each: 32 * MB });

/** What a connection holds. When it ends, Node reports nothing for responses still queued, so it is watched. */
const releasesOf = new WeakMap<Socket, Set<() => void>>();

/**
 * Bounds the bytes that wait for slow readers. A client that requests much and reads nothing loses its oldest
 * response and the connection. Shared responses do not count.
 */
export function holdUntilRead({ env, var: { info } }: ApiContext, bytes: number): void {
  const { incoming, outgoing } = env;
  const socket = incoming?.socket;
  if (!socket || !outgoing || socket.destroyed) return;
  const ofSocket = releasesOf.get(socket) ?? watchSocket(socket);
  const release = unread.hold(info.address ?? '', bytes, () => socket.destroy());
  ofSocket.add(release);
  outgoing.once('close', () => {
    ofSocket.delete(release);
    release();
  });
}

function watchSocket(socket: Socket): Set<() => void> {
  const ofSocket = new Set<() => void>();
  releasesOf.set(socket, ofSocket);
  socket.once('close', () => ofSocket.forEach((release) => release()));
  return ofSocket;
}
