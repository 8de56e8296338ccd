import { afterEach, expect, test, vi } from 'vitest';
import { runAlone } from './run-alone.ts';

afterEach(() => vi.unstubAllGlobals());

test('on a page without TLS, which has no locks, work of one name still runs one after another', async () => {
  vi.stubGlobal('navigator', {});
  const steps: string[] = [];
  const work = (name: string, result: Promise<void>) => async () => {
    steps.push(`${name} begins`);
    await result;
    steps.push(`${name} ends`);
  };
  const first = Promise.withResolvers<void>();
  const jobs = [
    runAlone('printer', work('first', first.promise)),
    runAlone('printer', work('second', Promise.reject(new Error('out of paper')))),
    runAlone('printer', work('third', Promise.resolve())),
    runAlone('queue', work('other', Promise.resolve())),
  ];
  first.resolve();
  const results = await Promise.allSettled(jobs);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(steps.filter((step) => !step.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'third begins',
    'third ends',
  ]);
});

test('uses the locks of the browser where they exist, so that all windows take turns', async () => {
  const names: string[] = [];
  const request = (name: string, work: () => Promise<string>) => {
    names.push(name);
    return work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  expect(await runAlone('printer', async () => 'printed')).toBe('printed');
  expect(names).toEqual(['printer']);
});
