import { enableCompileCache } from 'node:module';
import path from 'node:path';

// The compile cache speeds up the next start; without a writable folder there is none. This file is JavaScript because
// it runs before the cache is enabled: if all other files are cached, Node never loads its TypeScript parser, which
// would hold its memory. In production only the data folder is writable.
const { NODE_ENV, DATA_DIR = 'data' } = process.env;
enableCompileCache(
  NODE_ENV === 'production'
    ? path.resolve(DATA_DIR, 'compiled')
    : path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'compiled'),
);
await import('./start-up.ts');
