import type { DestinationStream } from 'pino';

const WARNING = 40;

/** A line of the log. Lines of requests have a status. */
interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly status?: number;
  readonly call?: string;
  readonly method?: string;
  readonly path?: string;
  readonly ms?: number;
  readonly err?: { readonly message: string; readonly stack?: string };
}

/** Writes the log for a person at a terminal: one plain line for each page, each failed call and each event. */
export function terminalLines(to: { write: (text: string) => unknown }): DestinationStream {
  return {
    write(json) {
      const text = plainLine(JSON.parse(json) as Line);
      if (text !== null) to.write(`${text}\n`);
    },
  };
}

function plainLine({ level, time, msg, status, call, method, path, ms, err }: Line): string | null {
  const at = new Date(time).toTimeString().slice(0, 8);
  if (status !== undefined) {
    return call === 'page' || status >= 400 ? `${at} ${status} ${method} ${path} ${Math.round(ms ?? 0)} ms` : null;
  }
  const words = [msg, err?.message].filter(Boolean).join(': ');
  return level >= WARNING && err?.stack ? `${at} ${words}\n${err.stack}` : `${at} ${words}`;
}
