import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeHistory } from '@tiffin/server/operations/demo/create-history';
import { writeExport } from '@tiffin/server/operations/export/write-export';
import { newRandom } from '@tiffin/server/testing/random';
import { createTemplates } from '@tiffin/server/testing/create-templates';
import { startPostgres } from '@tiffin/server/testing/postgres';
import { runTestServer, type TestPostgres } from '@tiffin/server/testing/run-test-server';
import type { Benchmark, Report } from './benchmark.ts';
import { editOneAmount, editOneByte, type Edit } from './checker/edit-export.ts';
import { FaultyCopy } from './checker/faulty-copy.ts';
import { FAULTS, type Fault } from './checker/faults.ts';
import { playOrders } from './checker/play-orders.ts';
import { runChecker } from './checker/run-checker.ts';

const PLAYED = 80;

export const checker: Benchmark = {
  name: 'checker',
  about: 'what tools/check-export.py finds: clean bills, edits of an export and faults of the server',
  apart: 'it takes long and times nothing',
  atMostMinutes: 60,
  async run(report, { short, seed }) {
    await using postgres = await startPostgres();
    await createTemplates(postgres.connection);
    const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-checker-'));
    try {
      const clean = path.join(folder, 'clean');
      await writeCleanExport(report, postgres.connection, clean, { orders: short ? 300 : 10_000, seed });
      // Edits are drawn in a small export, because each is checked.
      await rm(clean, { recursive: true });
      await writeCleanExport(report, postgres.connection, clean, { orders: 100, seed });
      await countFoundEdits(report, clean, { edits: short ? 10 : 200, seed });
      const faults = short ? FAULTS.slice(0, 2) : FAULTS;
      await countFoundFaults(report, faults, { postgres: postgres.connection, folder, seed });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Generated past orders, and played ones with everything that the past ones do not have. */
async function writeCleanExport(
  report: Report,
  postgres: TestPostgres,
  folder: string,
  { orders, seed }: { orders: number; seed: number },
): Promise<void> {
  report.step(`generating ${orders} past orders and playing ${PLAYED * 3}`);
  const server = await runTestServer(postgres, { env: { RATE_LIMITS: '0' } });
  try {
    await playOrders(server, seed, PLAYED * 3);
    await writeHistory(server.context, orders, () => undefined);
    await writeExport(server.context.database.pool, folder, server.clock.now());
  } finally {
    await server.stop();
  }
  const { isClean, output } = await runChecker(folder);
  report.step(output.trim());
  report.figure(`false alarms on ${orders} clean bills`, isClean ? 0 : output.split('\n').length, '', { atMost: 0 });
}

async function countFoundEdits(report: Report, folder: string, { edits, seed }: { edits: number; seed: number }) {
  const random = newRandom(seed);
  const count = async (edit: () => Edit, sumsOnly: boolean) => {
    let found = 0;
    for (let at = 0; at < edits; at++) {
      const { file, offset, undo } = edit();
      const { isClean } = await runChecker(folder, { sumsOnly });
      undo();
      if (!isClean) found += 1;
      else report.step(`not found${sumsOnly ? ' by sums' : ''}: ${file} at byte ${offset}`);
    }
    return found;
  };
  const bytes = await count(() => editOneByte(folder, random), false);
  report.figure(`edits of one byte found, of ${edits}`, bytes, '', { atLeast: edits });
  const amounts = await count(() => editOneAmount(folder, random), true);
  report.figure(`edits of one amount found without digests, of ${edits}`, amounts, '');
}

async function countFoundFaults(
  report: Report,
  faults: readonly Fault[],
  { postgres, folder, seed }: { postgres: TestPostgres; folder: string; seed: number },
) {
  const queue = faults.map((fault, index) => ({ fault, index }));
  let found = 0;
  const work = async () => {
    await using copy = await FaultyCopy.create();
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { fault, index } = next;
      const target = path.join(folder, `fault-${index}`);
      const answer = await copy
        .writeExport(fault, { postgres, folder: target, seed, orders: PLAYED })
        .then(() => runChecker(target));
      if (!answer.isClean) found += 1;
      const first = answer.output.split('\n')[0] ?? '';
      report.step(`${index + 1}. ${fault.file}: ${fault.faulty} → ${answer.isClean ? 'NOT FOUND' : first}`);
      await rm(target, { recursive: true, force: true });
    }
  };
  // Without a fault nothing is found, so that a found fault is one.
  await using sound = await FaultyCopy.create();
  const target = path.join(folder, 'sound');
  report.step(await sound.writeExport(null, { postgres, folder: target, seed, orders: PLAYED }));
  const { output } = await runChecker(target);
  if (!output.startsWith('yes')) throw new Error(`a false alarm without a fault: ${output}`);
  await Promise.all([work(), work()]);
  report.figure(`faults of one line found, of ${faults.length}`, found, '', { atLeast: faults.length });
}
