import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface BareOrders extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Resets the stock of these dishes. */
  count(dishes: readonly string[]): Promise<void>;
}

/** Starts the baseline for orders in its own process with its own PostgreSQL. */
export async function startBareOrders(): Promise<BareOrders> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-bare-'));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-orders-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endWithUs = () => child.kill();
  process.on('exit', endWithUs);
  const [line]: Buffer[] = await once(child.stdout, 'data');
  const url = String(line).trim();
  return {
    url,
    pid: child.pid ?? 0,
    async count(dishes) {
      const counted = await fetch(`${url}/count`, { method: 'POST', body: JSON.stringify(dishes) });
      if (!counted.ok) throw new Error(`the bare handler counts nothing: ${counted.status}`);
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      process.off('exit', endWithUs);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
