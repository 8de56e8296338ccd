import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { ApiContext } from './api-context.ts';

interface Resource {
  readonly weight: number;
  readonly takeBack: () => void;
}

/**
 * Shares a limited resource: new holders are never refused. When it runs out, the holder with the most loses what
 * they have held longest, so a greedy client takes from itself.
 */
export class FairShare {
  readonly #most: { readonly all: number; readonly each: number };
  readonly #resourcesByClient = new Map<string, { weight: number; readonly things: Set<Resource> }>();
  #weight = 0;

  constructor(most: { readonly all: number; readonly each: number }) {
    this.#most = most;
  }

  /** Returns how to release it. `takeBack` is called when it is lost earlier. */
  hold(holder: string, weight: number, takeBack: () => void): () => void {
    let own = this.#resourcesByClient.get(holder);
    if (!own) this.#resourcesByClient.set(holder, (own = { weight: 0, things: new Set() }));
    const thing = { weight, takeBack };
    own.things.add(thing);
    own.weight += weight;
    this.#weight += weight;
    while (own.weight > this.#most.each && own.things.size > 1) this.#lose(holder);
    while (this.#weight > this.#most.all && this.#lose(this.#greediest())) continue;
    return () => this.#giveBack(holder, thing);
  }

  #greediest(): string {
    let [greediest, most] = ['', -1];
    for (const [holder, { weight }] of this.#resourcesByClient) if (weight > most) [greediest, most] = [holder, weight];
    return greediest;
  }

  #lose(holder: string): boolean {
    const [oldest] = this.#resourcesByClient.get(holder)?.things ?? [];
    if (!oldest) return false;
    this.#giveBack(holder, oldest);
    oldest.takeBack();
    return true;
  }

  #giveBack(holder: string, thing: Resource): void {
    const own = this.#resourcesByClient.get(holder);
    if (!own?.things.delete(thing)) return;
    own.weight -= thing.weight;
    this.#weight -= thing.weight;
    if (own.things.size === 0) this.#resourcesByClient.delete(holder);
  }
}

const MB = 1024 * 1024;
/** Pictures, pages and menus made for one reader, until they were read. */
const unread = new FairShare({ all: 48 * MB, each: 32 * MB });

/** When a connection ends, Node reports nothing for responses still queued, so the connection is watched. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Bounds the bytes that wait for slow readers. A client that requests much and reads nothing loses its oldest
 * response and the connection. Shared responses do not count.
 */
export function holdUntilRead({ env, var: { info } }: ApiContext, bytes: number): void {
  const { incoming, outgoing } = env as Partial<HttpBindings>;
  const socket = incoming?.socket;
  if (!socket || !outgoing || socket.destroyed) return;
  const ofSocket = waiting.get(socket) ?? begin(socket);
  const giveBack = unread.hold(info.address ?? '', bytes, () => socket.destroy());
  ofSocket.add(giveBack);
  outgoing.once('close', () => {
    ofSocket.delete(giveBack);
    giveBack();
  });
}

function begin(socket: Socket): Set<() => void> {
  const ofSocket = new Set<() => void>();
  waiting.set(socket, ofSocket);
  socket.once('close', () => ofSocket.forEach((giveBack) => giveBack()));
  return ofSocket;
}
