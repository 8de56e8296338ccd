import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newRandom } from '@tiffin/server/testing/random';
import { writeHistory } from '@tiffin/server/operations/demo/create-history';
import { writeExport } from '@tiffin/server/operations/export/write-export';
import { testServer } from '@tiffin/server/testing/server';
import { afterAll, expect, test } from 'vitest';
import { editOneByte } from './edit-export.ts';
import { playOrders } from './play-orders.ts';
import { hasPython, runChecker } from './run-checker.ts';

const SEED = 20_261_126;
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const done = await playOrders(server, SEED, 60);
await writeHistory(server.context, 400, () => undefined);
await writeExport(server.context.database.pool, folder, server.clock.now());

/** Checks the export after a change of one of its files, and undoes it. */
async function checkAfter(file: string, change: (text: string) => string, sumsOnly = true): Promise<string> {
  const target = path.join(folder, file);
  const text = readFileSync(target, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(target, change(text));
  const { isClean, output } = await runChecker(folder, { sumsOnly });
  writeFileSync(target, text);
  expect([isClean, output]).toEqual([false, output]);
  return output;
}

test.runIf(hasPython)(
  'the checker says yes to the export of the demo and of played evenings with every kind of payment and change',
  async () => {
    expect(await runChecker(folder)).toEqual({
      isClean: true,
      output: expect.stringMatching(
        /^yes: everything adds up\. 4\d\d bills, \d+ order-items, \d+ payments, \d+ refunds\.\n$/,
      ),
    });
    const kinds = [
      'till',
      'guest-cash',
      'card order',
      'delivery',
      'change',
      'discount',
      'paid by cash',
      'paid by debit',
    ];
    for (const kind of [...kinds, 'undone', 'refunded dishes', 'refunded amount', 'cancelled', 'completed']) {
      expect([kind, (done.get(kind) ?? 0) > 0]).toEqual([kind, true]);
    }
  },
);

test.runIf(hasPython)('the checker finds random edits of one byte, wherever they are', async () => {
  const random = newRandom(SEED);
  for (let at = 0; at < 12; at++) {
    const { file, offset, undo } = editOneByte(folder, random);
    const { isClean } = await runChecker(folder);
    undo();
    expect([file, offset, isClean]).toEqual([file, offset, false]);
  }
});

test.runIf(hasPython)('the checker names the row whose amount is wrong', async () => {
  const tax = /^(TRU-[^,]+),1,GST,GST,GST-1,5000,[^,]*,(\d+),(\d+),f,\1$/m;
  const [row = '', bill = ''] = tax.exec(readFileSync(path.join(folder, 'bill-taxes.csv'), 'utf8')) ?? [];
  const output = await checkAfter('bill-taxes.csv', (text) =>
    text.replace(
      row,
      row.replace(/(\d+),f,/, (_, cents: string) => `${Number(cents) + 1},f,`),
    ),
  );
  expect(output).toMatch(new RegExp(`no: bill-taxes: ${bill}, GST 5000: amount_cents is \\d+, its parts give \\d+`));
});

test.runIf(hasPython)('an export that was cut in half or lacks a row is not accepted', async () => {
  expect(await checkAfter('orders.csv', (text) => text.slice(0, text.length / 2), false)).toMatch('orders.csv');
  expect(await checkAfter('order-items.csv', (text) => text.slice(0, text.length / 2))).toMatch(/cut off|has no lines/);
  expect(await checkAfter('payments.csv', (text) => text.replace(/\n[^\n]*\n$/, '\n'))).toMatch('paid_cents');
  expect(await checkAfter('SHA256SUMS', (text) => text.replace(/^.*payments.*\n/m, ''), false)).toMatch('not listed');
});
