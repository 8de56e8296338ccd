/** A stream that records when it first received each new order, and how often it received one again. */
export interface Board {
  readonly receivedAt: Map<string, number>;
  doubles: number;
  lastId: string | null;
  close(): void;
}

/** Opens a stream of live events. With an earlier stream, continues where that one ended. */
export async function listenAs(url: string, cookie: string, before: Board | null = null): Promise<Board> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/events`, {
    headers: { cookie, ...(before?.lastId && { 'last-event-id': before.lastId }) },
    signal: stop.signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`events: ${answer.status}`);
  const board: Board = {
    receivedAt: before?.receivedAt ?? new Map(),
    doubles: before?.doubles ?? 0,
    lastId: before?.lastId ?? null,
    close: () => stop.abort(),
  };
  void read(answer.body, board).catch(() => undefined); // The stream was closed.
  return board;
}

async function read(body: ReadableStream<Uint8Array>, board: Board): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      take(text.slice(0, end), board);
      text = text.slice(end + 2);
    }
  }
}

const ORDER_ID = /"orderId":"([^"]+)"/;

function take(frame: string, board: Board): void {
  const at = performance.now();
  const id = /^id: (.+)$/m.exec(frame)?.[1];
  if (id) board.lastId = id;
  if (!frame.includes('event: order.created')) return;
  const orderId = ORDER_ID.exec(frame)?.[1];
  if (orderId === undefined) return;
  if (board.receivedAt.has(orderId)) board.doubles++;
  else board.receivedAt.set(orderId, at);
}
