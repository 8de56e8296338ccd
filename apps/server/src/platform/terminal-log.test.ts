import { expect, test } from 'vitest';
import { createLog } from '../create-context.ts';
import { terminalLines } from './terminal-log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog({ LOG_LEVEL: 'info' }, terminalLines({ write: (text) => lines.push(text) })));
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
}

test('a terminal shows a line for each page and each failed call, and none for calls that succeed', () => {
  const request = { requestId: 'a', method: 'GET', ms: 12.4 };
  const lines = logged((log) => {
    log.info({ ...request, call: 'page', path: '/menu/truro', status: 200 });
    log.info({ ...request, call: 'getLocations', path: '/api/getLocations', status: 200 });
    log.info({ ...request, call: 'getUsers', path: '/api/getUsers', status: 403 });
  });
  expect(lines).toEqual(['200 GET /menu/truro 12 ms\n', '403 GET /api/getUsers 12 ms\n']);
});

test('a terminal shows warnings with the error and where it happened', () => {
  const error = new Error('The connection was lost');
  const [line = ''] = logged((log) => log.warn({ err: error }, 'mail'));
  expect(line).toMatch(/^mail: The connection was lost\nError: The connection was lost\n {4}at /);
});
