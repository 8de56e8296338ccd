import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { auditData } from './operations/data-audit/audit-data.ts';
import { startServer } from './server.ts';
import { payloadFor } from './testing/order-payload.ts';
import { FRIDAY_EVENING } from './testing/templates.ts';

const [folder, isMounted] = mountSmallDisk(320);
const [nearlyFull] = mountSmallDisk(150);

/** A small file system for the data folder. Needs root on Linux. */
function mountSmallDisk(size: number): [folder: string, isMounted: boolean] {
  const disk = mkdtempSync(path.join(tmpdir(), 'tiffin-full-'));
  let mounted = true;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    mounted = false;
  }
  afterAll(() => {
    if (mounted) execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  return [disk, mounted];
}

const PATIENT = { timeout: 60_000, interval: 100 };
const json = { 'content-type': 'application/json', 'x-api-key': 'pk_demo' };

test.skipIf(!isMounted)(
  'a first start on a nearly full disk ends with the reason, before it fills the disk',
  async () => {
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: nearlyFull, LOG_LEVEL: 'silent' });
    await expect(startServer(config, { pages: false })).rejects.toThrow(
      /^A new database needs 200 MB, and the disk of /,
    );
  },
);

test.skipIf(!isMounted)(
  'a full disk refuses orders with 503 and shows in health and metrics, and after space returns every accepted order has its mail once',
  { timeout: 180_000, retry: 0 },
  async () => {
    const config = readConfig({
      NODE_ENV: 'test',
      DATA_DIR: folder,
      PORT: '0',
      DEMO: '1',
      CLOCK_AT: FRIDAY_EVENING,
      RATE_LIMITS: '0',
      LOG_LEVEL: 'silent',
      MIN_FREE_MB: '5',
    });
    const server = await startServer(config, { pages: false });
    try {
      const { url, context } = server;
      const read = async (call: string) =>
        (await fetch(`${url}/api/${call}?locationId=truro`, { headers: json })).json();
      const { location } = (await read('getLocation')) as never;
      const payload = payloadFor(location, (await read('getLocationMenu')) as never);
      const place = async () => {
        const body = JSON.stringify(payload);
        const answer = await fetch(`${url}/api/createCustomerOrderCash`, { method: 'POST', headers: json, body });
        return { status: answer.status, body: (await answer.json()) as { orderId?: string } };
      };
      const health = async () => {
        const answer = await fetch(`${url}/api/healthCheck`);
        return ((await answer.json()) as { status: string }).status;
      };
      expect((await place()).status).toBe(200);
      expect(await health()).toBe('healthy');

      const { bavail, bsize } = statfsSync(folder);
      const filler = path.join(folder, 'filler');
      execFileSync('fallocate', ['-l', String(bavail * bsize), filler]);
      const accepted: string[] = [];
      const refused: number[] = [];
      await vi.waitFor(
        async () => {
          const { status, body } = await place();
          if (body.orderId) accepted.push(body.orderId);
          else refused.push(status);
          expect(refused.length).toBeGreaterThan(2);
        },
        { timeout: 120_000, interval: 1 },
      );
      expect(new Set(refused)).toEqual(new Set([503]));
      await vi.waitFor(async () => expect(await health()).toBe('degraded'), PATIENT);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(Number(/^tiffin_database_free_bytes (\d+)$/m.exec(metrics)?.[1])).toBeLessThan(5e6);

      rmSync(filler);
      await vi.waitFor(async () => expect(await health()).toBe('healthy'), PATIENT);
      const { body } = await place();
      accepted.push(body.orderId ?? 'refused');
      const mailedOrders = async () => {
        const rows = await context.db
          .selectFrom('messages')
          .select('order_id')
          .where('order_id', 'in', accepted)
          .where('template', '=', 'order_confirmation')
          .execute();
        return rows.map((row) => row.order_id ?? '').toSorted();
      };
      await vi.waitFor(async () => expect(await mailedOrders()).toEqual(accepted.toSorted()), PATIENT);
      expect((await auditData(context)).broken).toEqual([]);
    } finally {
      await server.stop();
    }
  },
);
