import { parseArgs } from 'node:util';
import { Refusal } from '@tiffin/domain/core';
import { ConfigError } from '../../platform/read-variables.ts';
import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../platform/db/connection.ts';
import { StartError } from '../../platform/db/embedded/start-error.ts';
import { writeDemo } from '../demo/create-demo.ts';
import { writeHistory } from '../demo/create-history.ts';
import { withContext } from './with-context.ts';

const USAGE = `Usage:
  npm run demo
      Lays the demo restaurant on an empty database.
  npm run demo -- --orders N
      Lays N past orders on it, two years of them: once per database.
`;
const MAX_ORDERS = 5_000_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

class UsageError extends Error {}

function readOptions(args: readonly string[]): { orders: number } {
  let requested: string | undefined;
  try {
    requested = parseArgs({ args: [...args], options: { orders: { type: 'string' } } }).values.orders;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const orders = Number(requested ?? 0);
  if (!Number.isInteger(orders) || orders < 0 || orders > MAX_ORDERS) {
    throw new UsageError(`--orders: a whole number from 0 to ${MAX_ORDERS.toLocaleString('en-CA')}`);
  }
  return { orders };
}

async function createDemo(context: Context, orders: number): Promise<void> {
  if (context.config.production) throw new ConfigError('NODE_ENV: there is no demo in production');
  print((await writeDemo(context)) ? 'The demo restaurant is ready.' : 'There is a restaurant already.');
  if (orders === 0) return;
  const began = performance.now();
  let nextPercent = 0;
  const written = await writeHistory(context, orders, (done) => {
    const percent = Math.floor((done / orders) * 100);
    if (percent < nextPercent) return;
    print(`  ${String(percent).padStart(3)} % of the orders`);
    nextPercent = percent + 10;
  });
  const seconds = (performance.now() - began) / 1000;
  print(`${written.orders.toLocaleString('en-CA')} orders of the last two years, ${seconds.toFixed(0)} s.`);
}

try {
  const { orders } = readOptions(process.argv.slice(2));
  await withContext((context) => createDemo(context, orders));
} catch (error) {
  const isExpected = error instanceof Refusal || error instanceof ConfigError || error instanceof StartError;
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n${USAGE}`);
  else if (isExpected) process.stderr.write(`${error.message}\n`);
  else if (isDatabaseUnavailable(error)) process.stderr.write('The database cannot be reached.\n');
  else throw error;
  process.exitCode = 1;
}
