import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '@tiffin/server/testing/server-process';
import type { Benchmark } from './benchmark.ts';
import { median, times } from './measure.ts';

export const start: Benchmark = {
  name: 'start',
  about: 'from the start of the server to its first answer, with data there, and its stop',
  async run(report, request) {
    const starts = request.short ? 1 : 7;
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tiffin-bench-'));
    try {
      report.step('first start: makes the database and lays the demo data');
      const first = await startServer({ dataDir });
      await first.stop();
      report.figure('first start, empty data folder', first.startedInMs / 1000, 's');
      report.step(`${starts} further starts`);
      const runs = await times(starts, async () => {
        const server = await startServer({ dataDir });
        return { started: server.startedInMs, stopped: await server.stop() };
      });
      report.figure('start to first answer, median', median(runs.map((run) => run.started)) / 1000, 's', { atMost: 2 });
      report.figure('slowest start', Math.max(...runs.map((run) => run.started)) / 1000, 's');
      report.figure('slowest stop', Math.max(...runs.map((run) => run.stopped)) / 1000, 's', { atMost: 5 });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
