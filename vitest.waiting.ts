import { vi } from 'vitest';

// As long as `expect.poll`: the default of a second fails on a busy machine.
const TIMEOUT = { timeout: 20_000 };
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options = TIMEOUT) => waitFor(callback, options);
vi.waitUntil = (callback, options = TIMEOUT) => waitUntil(callback, options);
