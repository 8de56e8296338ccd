import { runTestServer, type TestPostgres } from '@tiffin/server/testing/run-test-server';
import { writeExport } from '@tiffin/server/operations/export/write-export';
import { playOrders } from './play-orders.ts';

/**
 * Plays orders on the server of this copy of the sources and writes an export. Its own process, because a fault is in the
 * sources: `write-played-export.ts POSTGRES FOLDER SEED ORDERS`, the database as JSON.
 */
const [postgres = '', folder = '', seed = '', orders = ''] = process.argv.slice(2);
const server = await runTestServer(JSON.parse(postgres) as TestPostgres, { env: { RATE_LIMITS: '0' } });
const done = await playOrders(server, Number(seed), Number(orders));
await writeExport(server.context.database.pool, folder, server.clock.now());
await server.stop();
process.stdout.write(JSON.stringify(Object.fromEntries(done)));
process.exit(0);
