import type { Slices } from '@tiffin/domain/core';
import { expect, test, vi } from 'vitest';
import { runInSlices } from './run-in-slices.ts';

test('long work pauses for other requests, and short work does not', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turnsDuring = async (sliceMs: number) => {
    let turns = 0;
    let isOver = false;
    const others = () => {
      if (!isOver) setImmediate(others);
      turns++;
    };
    setImmediate(others);
    const work = function* (): Slices<string> {
      for (let slice = 0; slice < 20; slice++) {
        now += sliceMs;
        yield;
      }
      return 'done';
    };
    expect(await runInSlices(work())).toBe('done');
    isOver = true;
    return turns;
  };
  expect(await turnsDuring(0.1)).toBe(0);
  expect(await turnsDuring(10)).toBeGreaterThanOrEqual(19);
});
