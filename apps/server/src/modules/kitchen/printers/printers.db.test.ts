import { hash, randomUUID } from 'node:crypto';
import type { ResponseOf } from '@tiffin/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { offlineTill } from '../../../testing/offline-sale.ts';
import { tillOf } from '../../../testing/payments.ts';
import { testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const till = tillOf(server);
const manager = await server.signIn('manager.truro@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
await server.settle();
const newKey = () => ({ 'idempotency-key': randomUUID() });

type NewPrinter = {
  kind: 'star' | 'epson';
  prints?: 'tickets' | 'receipts';
  stationId?: string;
  paper?: 80 | 58;
  ownLetters?: boolean;
};

async function newPrinter(input: NewPrinter) {
  const body = { locationId: 'truro', name: 'Wok', ...input };
  const answer = await server.call('addPrinter', { body }, manager);
  expect(answer.status).toBe(200);
  return { ...answer.body.printer, path: new URL(answer.body.address ?? '').pathname };
}

const stateOf = async (printerId: string) =>
  (await server.call('getPrinters', { query: { locationId: 'truro' } }, manager)).body.printers.find(
    (each) => each.printerId === printerId,
  );

/** A Star printer, as CloudPRNT describes it: it asks, fetches and confirms. */
function starPrinter(path: string) {
  const poll = async (statusCode = '200%20OK') => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ status: '23 6 0', printerMAC: '00:11:62:0d:00:01', statusCode, clientAction: null });
    return (await (await server.fetch(path, { ...init, body })).json()) as {
      jobReady: boolean;
      mediaTypes: string[];
      jobToken: string;
    };
  };
  const fetchJob = async (token: string) => {
    const type = encodeURIComponent('application/vnd.star.starprnt');
    const answer = await server.fetch(`${path}?mac=00%3A11&type=${type}&token=${token}`);
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : null;
  };
  const confirm = (token: string, code = '200%20OK') =>
    server.fetch(`${path}?code=${code}&token=${token}`, { method: 'DELETE' });
  return { poll, fetchJob, confirm };
}

/** Prints all that waits and returns it. */
async function printAll(path: string): Promise<string[]> {
  const { poll, fetchJob, confirm } = starPrinter(path);
  const printed: string[] = [];
  for (let job = await poll(); job.jobReady; job = await poll()) {
    printed.push((await fetchJob(job.jobToken)) ?? '');
    await confirm(job.jobToken);
  }
  return printed;
}

/** An Epson printer: it posts forms, and gets XML with the commands. */
function epsonPrinter(path: string) {
  const post = async (form: Record<string, string>) =>
    (
      await server.fetch(path, {
        method: 'POST',
        body: new URLSearchParams({ ID: '', Name: 'TM-m30', ...form }).toString(),
      })
    ).text();
  const ask = async () => {
    const xml = await post({ ConnectionType: 'GetRequest' });
    const [, jobId = '', hex = ''] = /<printjobid>(\w+)<\/printjobid>.*<command>(\w*)<\/command>/s.exec(xml) ?? [];
    return xml === '' ? null : { jobId, text: Buffer.from(hex, 'hex').toString('latin1') };
  };
  const report = (jobId: string, success: boolean, code = '') =>
    post({
      ConnectionType: 'SetResponse',
      ResponseFile: `<PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${jobId}</printjobid></Parameter><PrintResponse><response success="${success}" code="${code}" status="251658262"/></PrintResponse></ePOSPrint></PrintResponseInfo>`,
    });
  return { ask, report };
}

async function order(): Promise<ResponseOf<'createAdminOrderUnpaid'>['order']> {
  const data = await till.payload({ paymentMethod: 'cash' });
  const body = { ...data, finalTotal: data.pricing.total };
  const { order: placed } = (await server.call('createAdminOrderUnpaid', { body }, staff)).body;
  await server.settle();
  return placed;
}

test('a Star printer prints the ticket of each order once', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const [first, second] = [await order(), await order()];
  await server.call('updateOrderStatus', { body: { orderId: first.id, status: 'preparing' } }, staff);
  await server.settle();
  expect(await stateOf(printerId)).toMatchObject({ waiting: 2, isOnline: false });
  const printed = await printAll(path);
  expect(printed).toHaveLength(2);
  expect(printed[0]).toContain(first.id);
  expect(printed[0]).toContain(first.items[0]?.name);
  expect(printed[1]).toContain(second.id);
  expect(await printAll(path)).toEqual([]);
  expect(await stateOf(printerId)).toMatchObject({ waiting: 0, isOnline: true, trouble: null });
});

test('a ticket that the device printed offline is not printed on arrival, one that it did not print is, and no receipt', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  const receipts = await newPrinter({ kind: 'star', prints: 'receipts' });
  const { sell } = await offlineTill(server, staff);
  const arrive = async (ticketPrinted: boolean) => {
    const body = { ...sell(await till.payload({ paymentMethod: 'cash' })), ticketPrinted };
    const { body: placed } = await server.call('createAdminOrderCash', { body }, { ...staff, ...newKey() });
    await server.settle();
    return placed.order;
  };
  const printed = await arrive(true);
  expect(printed.ticketPrinted).toBe(true);
  await server.call('updateOrderStatus', { body: { orderId: printed.id, status: 'preparing' } }, staff);
  await server.settle();
  expect(await printAll(path)).toEqual([]);
  const missing = await arrive(false);
  expect(await printAll(path)).toEqual([expect.stringContaining(missing.id)]);
  await server.call('cancelOrder', { body: { orderId: printed.id, reason: 'Guest left' } }, manager);
  await server.settle();
  expect(await printAll(path)).toEqual([expect.stringContaining(printed.id)]);
  expect(await printAll(receipts.path)).toEqual([]);
});

test('a ticket whose download breaks stays, is offered again after a moment, and says that it was printed before', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  const { poll, fetchJob, confirm } = starPrinter(path);
  const { jobToken } = await poll();
  const first = await fetchJob(jobToken);
  expect(first).not.toContain('PRINTED AGAIN');
  // A slow download is not offered a second time.
  expect((await poll()).jobReady).toBe(false);
  clock.forward(29_000);
  expect((await poll()).jobReady).toBe(false);
  clock.forward(2_000);
  expect(await poll()).toMatchObject({ jobReady: true, jobToken });
  const again = await fetchJob(jobToken);
  for (const words of [id, 'PRINTED AGAIN']) expect(again).toContain(words);
  await confirm(jobToken);
  expect(await fetchJob(jobToken)).toBeNull();
  clock.forward(60_000);
  expect((await poll()).jobReady).toBe(false);
  expect(await stateOf(printerId)).toMatchObject({ waiting: 0, unconfirmed: [] });
});

test('a printer may begin a download anew at once, which is its second and says so', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  await order();
  const { poll, fetchJob } = starPrinter(path);
  const { jobToken } = await poll();
  await fetchJob(jobToken);
  expect(await fetchJob(jobToken)).toContain('PRINTED AGAIN');
  clock.forward(31_000);
  expect((await poll()).jobReady).toBe(false);
});

const step = async (orderId: string, ...statuses: ('preparing' | 'ready' | 'completed')[]) => {
  for (const status of statuses) await server.call('updateOrderStatus', { body: { orderId, status } }, staff);
};
const cancel = async (orderId: string) =>
  expect((await server.call('cancelOrder', { body: { orderId, reason: 'Left' } }, manager)).status).toBe(200);

test('a ticket that was not confirmed is not offered again once its order is completed; a cancelled one gets a slip', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  const [cancelled, completed, open] = [await order(), await order(), await order()];
  const { poll, fetchJob } = starPrinter(path);
  for (let times = 0; times < 3; times++) await fetchJob((await poll()).jobToken);
  await cancel(cancelled.id);
  await step(completed.id, 'preparing', 'ready', 'completed');
  await server.settle();
  clock.forward(31_000);
  const [again = '', slip = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  for (const words of [open.id, 'PRINTED AGAIN']) expect(again).toContain(words);
  for (const words of [cancelled.id, 'DO NOT COOK', ...cancelled.items.map(({ name }) => name)]) {
    expect(slip).toContain(words);
  }
});

test('a ticket that no printer fetched is not printed after its order was cancelled, unless somebody asks for it', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  await cancel(id);
  await server.settle();
  expect(await stateOf(printerId)).toMatchObject({ waiting: 0 });
  expect(await printAll(path)).toEqual([]);
  await server.call('printOrder', { body: { printerId, orderId: id } }, staff);
  expect(await printAll(path)).toHaveLength(1);
});

test('while a lost ticket waits, the next one is printed', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  const [lost, next] = [await order(), await order()];
  const { poll, fetchJob } = starPrinter(path);
  await fetchJob((await poll()).jobToken);
  expect((await printAll(path)).map((ticket) => [ticket.includes(lost.id), ticket.includes(next.id)])).toEqual([
    [false, true],
  ]);
  clock.forward(31_000);
  expect((await printAll(path)).map((ticket) => ticket.includes(lost.id))).toEqual([true]);
});

test('a printer that never confirms gets a ticket twice, and not again before somebody presses “Print again”', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  const { poll, fetchJob } = starPrinter(path);
  let times = 0;
  for (let minute = 0; minute < 10; minute++) {
    const { jobReady, jobToken } = await poll();
    if (jobReady && (await fetchJob(jobToken)) !== null) times++;
    clock.forward(60_000);
  }
  expect(times).toBe(2);
  expect(await stateOf(printerId)).toMatchObject({ waiting: 0, unconfirmed: [id] });
  await server.call('printOrder', { body: { printerId, orderId: id } }, staff);
  expect(await stateOf(printerId)).toMatchObject({ waiting: 1, unconfirmed: [] });
  expect(await printAll(path)).toHaveLength(1);
  clock.forward(2 * 3_600_000);
  expect(await stateOf(printerId)).toMatchObject({ unconfirmed: [] });
});

test('a newer ticket of an order replaces one that the printer did not confirm', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  const { poll, fetchJob } = starPrinter(path);
  await fetchJob((await poll()).jobToken);
  await server.call('printOrder', { body: { printerId, orderId: id } }, staff);
  clock.forward(31_000);
  const printed = await printAll(path);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('REPLACES AN EARLIER TICKET');
  clock.forward(60_000);
  expect(await printAll(path)).toEqual([]);
});

test('HEAD takes no ticket and changes nothing', async () => {
  const star = await newPrinter({ kind: 'star' });
  const epson = await newPrinter({ kind: 'epson' });
  const { id } = await order();
  const before = await context.db.selectFrom('print_jobs').selectAll().execute();
  expect((await server.fetch(star.path, { method: 'HEAD' })).status).toBe(200);
  expect((await server.fetch(`${star.path}x`, { method: 'HEAD' })).status).toBe(401);
  expect((await server.fetch(epson.path, { method: 'HEAD' })).status).toBe(404);
  expect(await context.db.selectFrom('print_jobs').selectAll().execute()).toEqual(before);
  expect(await stateOf(star.printerId)).toMatchObject({ waiting: 1, lastPolledAt: null });
  for (const [ticket] of [await printAll(star.path)]) expect(ticket).toContain(id);
});

test('a ticket that a printer rejects is neither printed again by itself nor confirmed', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  const { poll, fetchJob, confirm } = starPrinter(path);
  const { jobToken } = await poll();
  await fetchJob(jobToken);
  await confirm(jobToken, '511%20MediaDecodingError');
  clock.forward(61_000);
  expect((await poll()).jobReady).toBe(false);
  expect(await stateOf(printerId)).toMatchObject({ waiting: 0, unconfirmed: [id] });
  await server.call('printOrder', { body: { printerId, orderId: id } }, staff);
  expect(await stateOf(printerId)).toMatchObject({ waiting: 1, unconfirmed: [] });
});

test('a ticket that a printer could not download is offered again', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  await order();
  const { poll, fetchJob, confirm } = starPrinter(path);
  const { jobToken } = await poll();
  await fetchJob(jobToken);
  await confirm(jobToken, '520%20Timeout');
  expect((await stateOf(printerId))?.trouble).toBe('It could not download the ticket');
  clock.forward(31_000);
  expect(await printAll(path)).toHaveLength(1);
});

test('staff see the tickets of open orders that no printer confirmed for a minute, by printer', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const unconfirmed = async (as = staff, locationId = 'truro') =>
    (await server.call('getUnconfirmedTickets', { query: { locationId } }, as)).body.tickets?.filter(
      (each) => each.printerId === printerId,
    );
  const [lost, unfetched, printed] = [await order(), await order(), await order()];
  const { poll, fetchJob, confirm } = starPrinter(path);
  const token = (await poll()).jobToken;
  expect(await fetchJob(token)).toContain(lost.id);
  expect(await unconfirmed()).toEqual([]);
  clock.forward(31_000);
  // It prints a later ticket meanwhile, which is confirmed.
  const { rows } = await sql<{ id: string }>`
    select id from print_jobs where printer_id = ${printerId} and order_id = ${printed.id}`.execute(context.db);
  await fetchJob(rows[0]?.id ?? '');
  await confirm(rows[0]?.id ?? '');
  clock.forward(31_000);
  const about = { printerId, locationId: 'truro', name: 'Wok' };
  const both = [
    { ...about, orderId: lost.id, isFetched: true },
    { ...about, orderId: unfetched.id, isFetched: false },
  ];
  expect(await unconfirmed()).toEqual(both);
  expect(await unconfirmed(staff, 'all')).toEqual(both);
  const other = await server.signIn('staff.glasgow@demo.test');
  expect(await unconfirmed(other)).toBeUndefined();
  expect(await unconfirmed(other, 'all')).toEqual([]);
  await server.call('updateOrderStatus', { body: { orderId: unfetched.id, status: 'preparing' } }, staff);
  await server.call('updateOrderStatus', { body: { orderId: unfetched.id, status: 'ready' } }, staff);
  await server.settle();
  await confirm(token);
  expect(await unconfirmed()).toEqual([]);
});

test('a printer without paper says so in words, and prints the ticket when it has some', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  await order();
  const { poll, fetchJob, confirm } = starPrinter(path);
  const { jobToken } = await poll();
  await fetchJob(jobToken);
  await confirm(jobToken, '410%20PaperOut');
  expect(await stateOf(printerId)).toMatchObject({ trouble: 'Out of paper', waiting: 1 });
  expect(await printAll(path)).toHaveLength(1);
  expect(await stateOf(printerId)).toMatchObject({ trouble: null, waiting: 0 });
});

test('an Epson printer prints each ticket once, and again what it could not print', async () => {
  const { path, printerId } = await newPrinter({ kind: 'epson' });
  const { id } = await order();
  const { ask, report } = epsonPrinter(path);
  const job = await ask();
  expect(job?.text).toContain(id);
  expect(await ask()).toBeNull();
  await report(job?.jobId ?? '', false, 'EPTR_COVER_OPEN');
  expect((await stateOf(printerId))?.trouble).toBe('Its cover is open');
  const again = await ask();
  expect(again?.text).toBe(job?.text);
  await report(again?.jobId ?? '', true);
  expect([await ask(), (await stateOf(printerId))?.trouble]).toEqual([null, null]);
});

test('an Epson printer whose download breaks gets the ticket again after a moment, until it reports success', async () => {
  const { path } = await newPrinter({ kind: 'epson' });
  const { id } = await order();
  const { ask, report } = epsonPrinter(path);
  const job = await ask();
  expect(await ask()).toBeNull();
  clock.forward(31_000);
  const again = await ask();
  expect(again?.jobId).toBe(job?.jobId);
  for (const words of [id, 'PRINTED AGAIN']) expect(again?.text).toContain(words);
  await report(job?.jobId ?? '', true);
  clock.forward(31_000);
  expect(await ask()).toBeNull();
});

test('nothing of a request with an unknown key is read', async () => {
  const star = await newPrinter({ kind: 'star' });
  const epson = await newPrinter({ kind: 'epson' });
  for (const [path, status, reads] of [
    [`${star.path}x`, 401, 0],
    [`${epson.path}x`, 401, 0],
    [star.path.replace('cloudprnt', 'epson-print'), 401, 0],
    [epson.path, 200, 1],
  ] as const) {
    let pulls = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          pulls++;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await server.fetch(path, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect({ path, status: answer.status, pulls }).toEqual({ path, status, pulls: reads });
  }
});

/** Changes a placed order as staff do, and lets its event be handled. */
async function change(orderId: string, more: object) {
  const { version } = (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
  const headers = { ...manager, 'idempotency-key': randomUUID() };
  expect(
    (await server.call('changeOrder', { body: { orderId, version, why: 'Wrong dish', ...more } }, headers)).body
      .success,
  ).toBe(true);
  await server.settle();
}
const refund = async (orderId: string) => {
  const items = [{ line: 1, quantity: 1 }];
  expect((await server.call('refundOrderItems', { body: { orderId, items, reason: 'Ran out' } }, manager)).status).toBe(
    200,
  );
  await server.settle();
};
async function paidOrder() {
  const data = await till.payload({ paymentMethod: 'cash' });
  const body = { ...data, cashConfirmed: true as const, finalTotal: data.pricing.total };
  const { orderId } = (await server.call('createAdminOrderCash', { body }, staff)).body;
  await server.settle();
  return orderId;
}

test('what the kitchen must not cook any more is a slip, or nothing if its ticket was not fetched yet', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  const first = await paidOrder();
  await printAll(path);
  await refund(first);
  const [slip = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  for (const words of [first, 'DO NOT COOK']) expect(slip).toContain(words);
  for (const words of ['REPLACES', 'TAKEN OFF', 'Placed']) expect(slip).not.toContain(words);
  const second = await paidOrder();
  await refund(second);
  const printed = await printAll(path);
  expect(printed).toHaveLength(1);
  for (const words of [second, 'TAKEN OFF']) expect(printed[0]).toContain(words);
  for (const words of ['REPLACES', 'DO NOT COOK']) expect(printed[0]).not.toContain(words);
});

test('a change after the ticket is one slip with all that is new, and an allergy stated late comes first', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id, items } = await order();
  await printAll(path);
  await change(id, { change: [{ line: 2, quantity: 3 }], note: 'Ring twice' });
  await change(id, { allergies: [{ code: 'milk' }] });
  expect(await stateOf(printerId)).toMatchObject({ waiting: 1 });
  const [slip = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  const inTurn = [id, 'NEW ALLERGY', 'Milk', 'Stated after', 'COOK ALSO', `1 ${items[1]?.name}`, 'Ring twice'];
  const places = inTurn.map((words) => slip.indexOf(words));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  // A step and a change that was taken back print nothing.
  await step(id, 'preparing');
  await server.settle();
  await change(id, { change: [{ line: 2, quantity: 4 }] });
  await change(id, { change: [{ line: 2, quantity: 3 }] });
  expect(await stateOf(printerId)).toMatchObject({ waiting: 0 });
  expect(await printAll(path)).toEqual([]);
});

test('a change after a ticket that no printer confirmed is the whole ticket, because the first one may be missing', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id, items } = await order();
  const { poll, fetchJob } = starPrinter(path);
  await fetchJob((await poll()).jobToken);
  await change(id, { allergies: [{ code: 'milk' }] });
  const [ticket = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  for (const words of ['REPLACES AN EARLIER TICKET', 'ALLERGY', 'Milk', 'Placed', ...items.map(({ name }) => name)]) {
    expect(ticket).toContain(words);
  }
  clock.forward(61_000);
  expect(await stateOf(printerId)).toMatchObject({ waiting: 0, unconfirmed: [] });
});

test('a slip whose download breaks is offered again, and a ticket that staff ask for is not turned into a slip', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  await printAll(path);
  const { poll, fetchJob } = starPrinter(path);
  await cancel(id);
  await server.settle();
  expect(await fetchJob((await poll()).jobToken)).toContain('DO NOT COOK');
  clock.forward(31_000);
  const [again = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  for (const words of ['PRINTED AGAIN', 'ORDER CANCELLED', 'DO NOT COOK']) expect(again).toContain(words);
  const next = await order();
  await server.call('printOrder', { body: { printerId, orderId: next.id } }, staff);
  expect(await printAll(path)).toHaveLength(1);
  await change(next.id, { note: 'Ring' });
  expect((await printAll(path)).map((each) => each.includes('Placed'))).toEqual([false]);
  await server.call('printOrder', { body: { printerId, orderId: next.id } }, staff);
  await change(next.id, { note: 'Ring twice' });
  const [whole = '', ...rest] = await printAll(path);
  expect(rest).toEqual([]);
  for (const words of ['REPLACES AN EARLIER TICKET', 'Placed', 'Ring twice']) expect(whole).toContain(words);
  await change(next.id, { note: 'Ring once' });
  expect((await printAll(path)).map((each) => each.includes('REPLACES'))).toEqual([false]);
});

test('a cancelled order takes all dishes off, also when the slip before was not confirmed', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  const { id, items } = await order();
  await printAll(path);
  await change(id, { change: [{ line: 2, quantity: 1 }], add: [{ id: items[0]?.id, quantity: 1 }] });
  const { poll, fetchJob } = starPrinter(path);
  expect(await fetchJob((await poll()).jobToken)).toContain('COOK ALSO');
  await cancel(id);
  await server.settle();
  const [slip = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  for (const words of ['ORDER CANCELLED', ...items.map(({ name }) => name)]) expect(slip).toContain(words);
});

/** What a copy of the previous version stored of a ticket. */
async function storePreviousDigest(printerId: string, orderId: string) {
  const { body } = await server.call('getOrderDetails', { query: { orderId } }, staff);
  const { items, specialInstructions } = body.order;
  const dishes = items.map((item) => [item.line, item.quantity, item.spiceLevelId, item.note, item.options]);
  const sum = hash('sha256', JSON.stringify([dishes, [], specialInstructions]), 'base64url');
  const digest = `cook ${sum.slice(0, 20)}`;
  await context.db.updateTable('print_jobs').set({ digest }).where('printer_id', '=', printerId).execute();
}

test('a ticket that the previous version printed is printed again when something changes, not for a step', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  await printAll(path);
  await storePreviousDigest(printerId, id);
  await step(id, 'preparing');
  await server.settle();
  expect(await printAll(path)).toEqual([]);
  await change(id, { allergies: [{ code: 'milk' }] });
  const [ticket = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  for (const words of ['REPLACES AN EARLIER TICKET', 'ALLERGY', 'Milk']) expect(ticket).toContain(words);
  await change(id, { note: 'Ring twice' });
  expect((await printAll(path)).map((each) => each.includes('REPLACES'))).toEqual([false]);
  await storePreviousDigest(printerId, id);
  await cancel(id);
  await server.settle();
  expect((await printAll(path)).map((each) => each.includes('DO NOT COOK'))).toEqual([true]);
});

test('a ticket that the previous version noted and nobody fetched is printed once', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const { id } = await order();
  await storePreviousDigest(printerId, id);
  await step(id, 'preparing');
  await server.settle();
  expect((await printAll(path)).map((each) => each.includes('REPLACES'))).toEqual([false]);
});

test('a printer that is set up later prints no ticket of an open order, but its changes', async () => {
  const { id } = await order();
  const { path } = await newPrinter({ kind: 'star' });
  await step(id, 'preparing');
  await server.settle();
  expect(await printAll(path)).toEqual([]);
  await change(id, { allergies: [{ code: 'milk' }] });
  expect((await printAll(path)).map((each) => each.includes('NEW ALLERGY'))).toEqual([true]);
});

test('of orders placed in the moment in which a printer is set up none is missed, whatever its server’s clock says', async () => {
  const placed = Promise.all(Array.from({ length: 6 }, () => order()));
  const printers = await Promise.all(Array.from({ length: 3 }, () => newPrinter({ kind: 'star' })));
  // As if the server that set it up were an hour ahead.
  const set_up_at = new Date(clock.now().getTime() + 3_600_000);
  await context.db.updateTable('printers').set({ set_up_at }).execute();
  const ids = (await placed).map(({ id }) => id);
  const last = await order();
  for (const { path, printerId } of printers) {
    const jobs = await context.db
      .selectFrom('print_jobs')
      .select(['order_id', 'printed_at', 'digest'])
      .where('printer_id', '=', printerId)
      .where('order_id', 'in', [...ids, last.id])
      .execute();
    // Each is either one that the kitchen had, or a ticket.
    expect(jobs.map(({ order_id }) => order_id ?? '').toSorted()).toEqual([...ids, last.id].toSorted());
    const waiting = jobs.filter(({ printed_at }) => printed_at === null);
    expect(waiting.map(({ order_id }) => order_id)).toContain(last.id);
    expect(await printAll(path)).toHaveLength(waiting.length);
  }
});

/** How many of a dish a cook makes who follows these tickets and slips in turn. */
function followPaper(papers: readonly string[], dish: string): number {
  let count = 0;
  for (const paper of papers) {
    const amounts = (of: string) =>
      [...of.matchAll(new RegExp(`(\\d+) ${dish}`, 'g'))].reduce((sum, [, amount]) => sum + Number(amount), 0);
    const isTicket = paper.includes('Placed');
    const [before = '', also = ''] = paper.split('COOK ALSO');
    count = isTicket ? amounts(paper) : count - amounts(before) + amounts(also);
  }
  return count;
}

test('while an order changes and two connections of a printer fetch, the paper says in the end what the order says', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  const { id, items } = await order();
  const papers = await printAll(path);
  for (const quantity of [4, 2, 5, 1, 6, 3]) {
    const [, ...printed] = await Promise.all([
      change(id, { change: [{ line: 2, quantity }] }),
      printAll(path),
      printAll(path),
    ]);
    papers.push(...printed.flat().filter((paper) => paper !== '' && !paper.includes('PRINTED AGAIN')));
  }
  papers.push(...(await printAll(path)));
  expect(followPaper(papers, items[1]?.name ?? '')).toBe(3);
});

test('a station’s printer prints only its dishes, and nothing for other orders', async () => {
  const placed = await order();
  const [mine] = placed.items;
  const rules = { categories: [], itemIds: [mine?.id ?? ''], options: [] };
  const station = await server.call(
    'saveStation',
    { body: { locationId: 'truro', name: 'Wok', kind: 'cook', isDefault: false, fallbackId: null, ...rules } },
    manager,
  );
  const stationId = station.body.station.stationId;
  const { path } = await newPrinter({ kind: 'star', stationId });
  const next = await order();
  const [ticket = '', ...more] = await printAll(path);
  expect(more).toEqual([]);
  expect(ticket).toContain(next.items[0]?.name);
  expect(ticket).not.toContain(next.items[1]?.name);
});

test('a receipt printer prints the receipt when an order is paid', async () => {
  const { path } = await newPrinter({ kind: 'star', prints: 'receipts' });
  const { id, billId } = await order();
  expect(await printAll(path)).toEqual([]);
  const { body } = await server.call('getBill', { query: { billId } }, staff);
  const paid = { billId, tender: 'cash', amount: body.bill.due, tip: 0 } as never;
  expect((await server.call('addPayment', { body: paid }, staff)).status).toBe(200);
  await server.settle();
  const receipts = await printAll(path);
  expect(receipts).toHaveLength(1);
  expect(receipts[0]).toContain(id);
  expect(receipts[0]).toContain('PAID');
});

test('a test page and a ticket that staff print once more arrive at the next question', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  await server.call('testPrinter', { body: { printerId } }, manager);
  expect((await printAll(path))[0]).toContain('The printer works');
  const { id } = await order();
  await printAll(path);
  await server.call('printOrder', { body: { printerId, orderId: id } }, staff);
  expect((await printAll(path))[0]).toContain('REPLACES AN EARLIER TICKET');
  await server.call('updateOrderStatus', { body: { orderId: id, status: 'preparing' } }, staff);
  await server.settle();
  expect(await printAll(path)).toEqual([]);
});

test('a printer that was off for hours prints no old tickets', async () => {
  const { path } = await newPrinter({ kind: 'star' });
  await order();
  clock.forward(2 * 3_600_000);
  expect(await printAll(path)).toEqual([]);
});

test('an address works while it is not ended, for its kind of printer, and as long as its maker manages the location', async () => {
  const { path, printerId } = await newPrinter({ kind: 'star' });
  const ask = (to: string) => server.fetch(to, { method: 'POST', body: '{}' });
  expect((await ask(path)).status).toBe(200);
  expect((await ask(path.replace('cloudprnt', 'epson-print'))).status).toBe(401);
  expect((await ask(`${path}x`)).status).toBe(401);
  await server.call('removePrinter', { body: { printerId } }, manager);
  expect((await ask(path)).status).toBe(401);
  const other = await newPrinter({ kind: 'star' });
  await context.db.updateTable('users').set({ role: 'staff' }).where('email', '=', 'manager.truro@demo.test').execute();
  expect((await ask(other.path)).status).toBe(401);
  await context.db
    .updateTable('users')
    .set({ role: 'manager' })
    .where('email', '=', 'manager.truro@demo.test')
    .execute();
});

test('an API key sets up no printer, because its address ends with the rights of a person', async () => {
  const admin = await server.signIn('admin@demo.test');
  const { key } = (await server.call('createApiKey', { body: { name: 'Other software' } }, admin)).body;
  const body = { locationId: 'truro', name: 'Wok', kind: 'star' as const };
  expect((await server.call('addPrinter', { body }, { 'x-api-key': key ?? '' })).status).toBe(403);
});

test('the key is stored as a hash, and staff of another location see and use no printer', async () => {
  const { path, printerId } = await newPrinter({ kind: 'epson' });
  const key = path.split('/').at(-1) ?? '';
  const stored = JSON.stringify([
    await context.db.selectFrom('printers').selectAll().execute(),
    await context.db.selectFrom('idempotency_keys').selectAll().execute(),
    await context.db.selectFrom('audit_log').selectAll().execute(),
  ]);
  expect(stored).not.toContain(key);
  const other = await server.signIn('staff.glasgow@demo.test');
  expect((await server.call('getPrinters', { query: { locationId: 'truro' } }, other)).status).toBe(403);
  expect((await server.call('testPrinter', { body: { printerId } }, other)).status).toBe(403);
});

/** The pictures in what a Star printer got, as rows of dots. */
function picturesIn(printed: string): string[][] {
  return printed
    .split('\x1b\x1dS\x01')
    .slice(1)
    .map((rest) => {
      const bytes = Buffer.from(rest, 'latin1');
      const [perRow, rows] = [bytes.readUInt16LE(0), bytes.readUInt16LE(2)];
      return Array.from({ length: rows }, (_, row) =>
        Array.from(bytes.subarray(5 + row * perRow, 5 + (row + 1) * perRow), (byte) =>
          byte.toString(2).padStart(8, '0'),
        ).join(''),
      );
    });
}

test.each([
  ['letters it lacks are drawn only where they cannot be transliterated', 80, false, 2],
  ['all letters are drawn where the printer is set up so, on narrow paper too', 58, true, 6],
] as const)('at a Star printer without a tablet, %s', async (_, paper, ownLetters, most) => {
  const { path, printerId } = await newPrinter({ kind: 'star', paper, ownLetters });
  expect(await stateOf(printerId)).toMatchObject({ paper, ownLetters });
  await server.call('testPrinter', { body: { printerId } }, manager);
  const [page = ''] = await printAll(path);
  const pictures = picturesIn(page);
  // The test page has one line with Greek, Cyrillic, Gurmukhi, Arabic and Chinese.
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.length).toBeLessThanOrEqual(most);
  for (const rows of pictures) {
    expect(rows[0]).toHaveLength(paper === 80 ? 576 : 384);
    const ink = rows.join('').replaceAll('0', '').length;
    expect(ink).toBeGreaterThan(200);
    expect(ink).toBeLessThan(rows.join('').length / 3);
  }
  expect(page.includes('Lukasz')).toBe(!ownLetters);
});
