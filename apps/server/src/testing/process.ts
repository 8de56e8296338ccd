import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves with the exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}

/** Starts the API as a process and resolves when it serves; rejects with its last words when it ends. */
export function startProcess(env: Record<string, string>): Promise<ServerProcess> {
  const program = path.join(import.meta.dirname, 'api-server.ts');
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const ended = new Promise<number | string>((resolve) =>
    child.on('exit', (code, signal) => resolve(code ?? signal ?? 'gone')),
  );
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve({ url: data.toString().trim(), child, ended }));
    void ended.then((code) => reject(new Error(`${String(code)}: ${said.trim()}`)));
  });
}
