import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestPostgres } from '@tiffin/server/testing/run-test-server';
import { inRoot } from '../../../scripts/root.mjs';
import type { Fault } from './faults.ts';

const COPIED = ['packages', 'apps/server', 'bench', 'languages', 'scripts', 'package.json'];
const LEFT_OUT = new Set(['node_modules', 'build', 'dist', 'reports']);
const OWN_PACKAGES = [
  ['domain', 'packages/domain'],
  ['contract', 'packages/contract'],
  ['client', 'packages/client'],
  ['demo', 'packages/demo'],
  ['server', 'apps/server'],
  ['languages', 'languages'],
] as const;
const PLAY_WITHIN_MS = 180_000;
const run = promisify(execFile);

/** A copy of the server's sources, in which faults can be put one at a time. */
export class FaultyCopy implements AsyncDisposable {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static async create(): Promise<FaultyCopy> {
    const root = await mkdtemp(path.join(tmpdir(), 'tiffin-faulty-'));
    for (const folder of COPIED) {
      const filter = (source: string) => !LEFT_OUT.has(path.basename(source));
      await cp(inRoot(folder), path.join(root, folder), { recursive: true, filter });
    }
    await linkModules(root);
    return new FaultyCopy(root);
  }

  /** Puts the fault in, plays orders on a server of its own and writes an export. Throws what the server said if it ended. */
  async writeExport(
    fault: Fault | null,
    { postgres, folder, seed, orders }: { postgres: TestPostgres; folder: string; seed: number; orders: number },
  ): Promise<string> {
    const file = fault && path.join(this.#root, fault.file);
    const source = file ? readFileSync(file, 'utf8') : '';
    if (fault && file)
      writeFileSync(
        file,
        source.replace(fault.line, () => fault.faulty),
      );
    try {
      const script = path.join(this.#root, 'bench', 'src', 'checker', 'write-played-export.ts');
      const input = [JSON.stringify(postgres), folder, String(seed), String(orders)];
      const { PATH = '', HOME = '' } = process.env;
      const env = { PATH, HOME, NODE_ENV: 'test' };
      const { stdout } = await run(process.execPath, [script, ...input], { env, timeout: PLAY_WITHIN_MS });
      return stdout;
    } finally {
      if (file) writeFileSync(file, source);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}

/** The same dependencies, but our own packages are those of the copy. */
async function linkModules(root: string): Promise<void> {
  const modules = path.join(root, 'node_modules');
  await mkdir(path.join(modules, '@tiffin'), { recursive: true });
  for (const name of readdirSync(inRoot('node_modules'))) {
    if (name !== '@tiffin' && !name.startsWith('.'))
      await symlink(inRoot('node_modules', name), path.join(modules, name));
  }
  for (const [name, folder] of OWN_PACKAGES) {
    await symlink(path.join(root, folder), path.join(modules, '@tiffin', name));
    const own = path.join(folder, 'node_modules');
    if (existsSync(inRoot(own))) await symlink(inRoot(own), path.join(root, own));
  }
}
