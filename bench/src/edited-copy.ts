import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameOf, type ScreenEdit } from './screen-edit.ts';

const root = path.join(import.meta.dirname, '..', '..');
const vitest = path.join(fileURLToPath(import.meta.resolve('vitest/package.json')), '..', 'vitest.mjs');
const COPIED = [
  'apps/web',
  'apps/android',
  'packages',
  'vitest.config.ts',
  'vitest.console.ts',
  'package.json',
  'tsconfig.json',
];
const LEFT_OUT = new Set(['node_modules', 'build', '.react-router']);

/** The sources once more, where they may be broken; libraries are those of the house. */
export class EditedCopy implements AsyncDisposable {
  readonly #at: string;

  private constructor(at: string) {
    this.#at = at;
  }

  static async make(): Promise<EditedCopy> {
    const at = await mkdtemp(path.join(tmpdir(), 'tiffin-edited-'));
    for (const each of COPIED) {
      const filter = (from: string) => !LEFT_OUT.has(path.basename(from));
      await cp(path.join(root, each), path.join(at, each), { recursive: true, filter });
    }
    const libraries = path.join(at, 'node_modules');
    await mkdir(path.join(libraries, '@tiffin'), { recursive: true });
    for (const name of await readdir(path.join(root, 'node_modules'))) {
      if (name !== '@tiffin') await symlink(path.join(root, 'node_modules', name), path.join(libraries, name));
    }
    // Our own packages are those of the copy: an edit of a rule is one for the screens too.
    for (const [name, where] of Object.entries({
      domain: 'packages/domain',
      contract: 'packages/contract',
      android: 'apps/android',
    })) {
      await symlink(path.join(at, where), path.join(libraries, '@tiffin', name));
    }
    return new EditedCopy(at);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#at, { recursive: true, force: true });
  }

  /** Whether the tests of this file, or those that name a fact in it, pass as the copy stands. */
  async passes(test: string, fact?: string): Promise<boolean> {
    if (!existsSync(path.join(this.#at, test))) throw new Error(`there is no ${test}`);
    const named = fact === undefined ? [] : ['-t', RegExp.escape(nameOf(fact))];
    const asked = ['run', '--root', this.#at, '--project', 'screens', '--bail=1', '--reporter=minimal', test, ...named];
    const child = spawn(process.execPath, [vitest, ...asked], { cwd: this.#at, stdio: 'ignore' });
    const endWithUs = () => child.kill();
    process.on('exit', endWithUs);
    const [code] = await once(child, 'exit');
    process.off('exit', endWithUs);
    return code === 0;
  }

  /** Makes the edit, asks whether a test that names its fact fails, and takes it back. */
  async isCaught({ fact, file, find, put, test }: ScreenEdit): Promise<boolean> {
    const where = path.join(this.#at, file);
    const whole = await readFile(where, 'utf8');
    await writeFile(
      where,
      whole.replace(find, () => put),
    );
    try {
      return !(await this.passes(test, fact));
    } finally {
      await writeFile(where, whole);
    }
  }
}
