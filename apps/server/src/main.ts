import { enableCompileCache } from 'node:module';
import path from 'node:path';

// What was read and compiled once starts faster the next time; without a place to keep it, it is read again.
enableCompileCache(path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'compiled'));
await import('./start-up.ts');
