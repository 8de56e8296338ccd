import { format } from 'node:util';
import { afterEach } from 'vitest';

// Unexpected console output fails the test that caused it. A test that expects some replaces the
// method for its own time: vi.spyOn(console, 'error').mockImplementation(() => {}).
const output: string[] = [];

for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
  console[method] = (...parts: unknown[]) => void output.push(`console.${method}: ${format(...parts)}`);
}

afterEach(() => {
  const lines = output.splice(0);
  if (lines.length > 0) throw new Error(`unexpected output\n${lines.join('\n')}`);
});
