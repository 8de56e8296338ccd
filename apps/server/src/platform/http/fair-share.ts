import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { ApiContext } from './api-context.ts';

interface Held {
  readonly weight: number;
  readonly takeBack: () => void;
}

/**
 * Of something there is only so much of, each gets what they ask for: nobody new is refused. When it
 * runs out, whoever holds most loses what they have held longest. So a stranger who takes all there is
 * takes it from himself.
 */
export class FairShare {
  readonly #most: { readonly all: number; readonly each: number };
  readonly #held = new Map<string, { weight: number; readonly things: Set<Held> }>();
  #weight = 0;

  constructor(most: { readonly all: number; readonly each: number }) {
    this.#most = most;
  }

  /** Answers how to give it back. `takeBack` is called when it is lost before that. */
  hold(holder: string, weight: number, takeBack: () => void): () => void {
    let own = this.#held.get(holder);
    if (!own) this.#held.set(holder, (own = { weight: 0, things: new Set() }));
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
    for (const [holder, { weight }] of this.#held) if (weight > most) [greediest, most] = [holder, weight];
    return greediest;
  }

  #lose(holder: string): boolean {
    const [oldest] = this.#held.get(holder)?.things ?? [];
    if (!oldest) return false;
    this.#giveBack(holder, oldest);
    oldest.takeBack();
    return true;
  }

  #giveBack(holder: string, thing: Held): void {
    const own = this.#held.get(holder);
    if (!own?.things.delete(thing)) return;
    own.weight -= thing.weight;
    this.#weight -= thing.weight;
    if (own.things.size === 0) this.#held.delete(holder);
  }
}

const MB = 1024 * 1024;
/** Pictures, pages and menus that were made for one reader, until they have taken them. */
const unread = new FairShare({ all: 48 * MB, each: 32 * MB });

/** Of an answer whose turn never came Node says nothing when its connection ends: the connection itself does. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * So many bytes wait in memory for whoever asked. Who asks for much and takes nothing loses what they have waited for
 * longest, with its connection; what many readers share is nobody's.
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
