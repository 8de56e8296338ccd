import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { ApiContext } from './api-context.ts';
import { FairShare } from './fair-share.ts';

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
