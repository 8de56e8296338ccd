import { enableCompileCache } from 'node:module';
import path from 'node:path';

// What was read and compiled once starts faster the next time; without a place to keep it, it is read again.
// This file is JavaScript, because it comes before that: with every other file at hand the reader of TypeScript, which
// never gives its memory back, is not begun at all.
enableCompileCache(path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'compiled'));
await import('./start-up.ts');
