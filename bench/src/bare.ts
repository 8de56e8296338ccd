import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Starts a bare Hono handler in its own process that serves these bytes from memory. */
export async function startBare(bytes: string, contentType: string): Promise<{ url: string } & AsyncDisposable> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.ts'), contentType], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const endWithUs = () => child.kill();
  process.on('exit', endWithUs);
  child.stdin.end(bytes);
  const [line]: Buffer[] = await once(child.stdout, 'data');
  return {
    url: String(line).trim(),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      process.off('exit', endWithUs);
    },
  };
}
