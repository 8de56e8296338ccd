import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseCsv } from '@tiffin/domain/core';
import { auditData } from '@tiffin/server/operations/data-audit/audit-data';
import { writeHistory } from '@tiffin/server/operations/demo/create-history';
import { writeExport } from '@tiffin/server/operations/export/write-export';
import { testServer } from '@tiffin/server/testing/server';
import { afterAll, expect, test } from 'vitest';
import { hasPython, runChecker } from './run-checker.ts';

const [FROM, TO] = ['2026-06-01', '2026-11-19'];
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
await writeHistory(server.context, 2_000, () => undefined);
await sellGiftCards();
await writeExport(server.context.database.pool, folder, server.clock.now());
const admin = await server.signIn('admin@demo.test');
const { body: report } = await server.call('getReport', { query: { locationId: 'all', from: FROM, to: TO } }, admin);

/** Sells a card and uses a part of it on the last day of the report. */
async function sellGiftCards(): Promise<void> {
  const staff = await server.signIn('staff.truro@demo.test');
  const now = server.clock.now();
  server.clock.set('2026-11-19T22:00:00.000Z');
  const keyed = () => ({ ...staff, 'idempotency-key': crypto.randomUUID() });
  const sale = { locationId: 'truro', amount: 50, tender: 'cash' } as const;
  const { giftCard } = (await server.call('buyGiftCard', { body: sale }, keyed())).body;
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  const items = [{ id: 'open', name: 'Dish', price: 20, quantity: 1, open: {} }];
  expect((await server.call('addRound', { body: { billId, items } }, keyed())).status).toBe(200);
  const payment = { billId, tender: 'gift-card', amount: 12.34, giftCardCode: giftCard?.code ?? '' } as const;
  expect((await server.call('addPayment', { body: payment }, keyed())).status).toBe(200);
  await takeOverGiftCards();
  await server.settle();
  server.clock.set(now.toISOString());
}

/** Brings two cards of another system and undoes the import of one. */
async function takeOverGiftCards(): Promise<void> {
  const owner = await server.signIn('admin@demo.test');
  const bring = async (row: string) => {
    const file = Buffer.from(`code,balance\n${row}`).toString('base64');
    const body = { kind: 'gift-cards', locationId: 'truro', file } as const;
    const { token } = (await server.call('previewFileImport', { body }, owner)).body;
    return (await server.call('importFile', { body: { ...body, token } }, owner)).body.importId;
  };
  await bring('7783320011112222,31.50');
  const importId = await bring('7783320022223333,20');
  const undo = await server.call('undoFileImport', { body: { kind: 'gift-cards', importId } }, owner);
  expect(undo.status).toBe(200);
}

type Row = Readonly<Record<string, string>>;

function readTable(name: string): Row[] {
  const [head = [], ...rows] = parseCsv(readFileSync(path.join(folder, `${name}.csv`), 'utf8')) ?? [];
  return rows.map((row) => Object.fromEntries(head.map((column, index) => [column, row[index] ?? ''])));
}

/** The business day of a time in an export, which ends at four in Halifax. Independent of our SQL. */
function businessDay(time: string): string {
  const instant = Temporal.Instant.from(time.replace(' ', 'T').replace(/\+00$/, 'Z'));
  return instant
    .toZonedDateTimeISO('America/Halifax')
    .toPlainDateTime()
    .subtract({ hours: 4 })
    .toPlainDate()
    .toString();
}
const isWithin = (time: string) => time !== '' && FROM <= businessDay(time) && businessDay(time) <= TO;
const sum = (rows: readonly Row[], ...columns: string[]) =>
  rows.reduce((total, row) => total + columns.reduce((each, column) => each + Number(row[column]), 0), 0);
const cents = (dollars: number) => Math.round(dollars * 100);

const orders = readTable('orders');
const wasNeverSold = ({ status, order_time: at = '', cancelled_time: end = '' }: Row) =>
  status === 'cancelled' && businessDay(end || at) <= businessDay(at);
const sold = orders.filter((order) => isWithin(order['order_time'] ?? '') && !wasNeverSold(order));
const soldIds = new Set(sold.map(({ id }) => id));
const soldBills = new Set(sold.map(({ bill_id: bill }) => bill));
const lines = readTable('order-items').filter(({ order_id: order }) => soldIds.has(order));
const listPrice = (line: Row) => Number(line['quantity']) * Number(line['unit_list_cents'] || line['unit_price_cents']);
const netPrice = (line: Row) =>
  line['net_cents'] ? Number(line['net_cents']) : Number(line['quantity']) * Number(line['unit_price_cents']);
const paid = readTable('payments').filter((row) => row['status'] === 'succeeded' && isWithin(row['captured_at'] ?? ''));
const returned = readTable('refunds').filter(
  (row) => row['status'] === 'succeeded' && isWithin(row['settled_at'] ?? ''),
);
const MONEY = ['amount_cents', 'tip_cents', 'cash_rounding_cents'] as const;
const isGiftCard = (row: Row) => tenderOf(row) === 'gift-card';
const tenderOf = ({ tender, method }: Row) => tender || method || '';
const payments = new Map(readTable('payments').map((payment) => [payment['id'], payment]));
const returnedAs = (tender: string) =>
  returned.filter((refund) => tenderOf(payments.get(refund['payment_id']) ?? {}) === tender);

test.runIf(hasPython)('the audit and the checker find the demo in order', async () => {
  expect((await auditData(server.context)).broken).toEqual([]);
  expect(await runChecker(folder)).toMatchObject({ isClean: true });
  expect([sold.length > 300, paid.length > 300, returned.length > 10]).toEqual([true, true, true]);
});

test('sales of the report are those of the export', () => {
  const gross = lines.reduce((total, line) => total + listPrice(line), 0);
  const net = lines.reduce((total, line) => total + netPrice(line), 0);
  expect(report.orders).toBe(sold.length);
  expect(cents(report.sales.gross)).toBe(gross);
  expect(cents(report.sales.discounts)).toBe(gross - net);
  expect(cents(report.sales.net)).toBe(net - cents(report.refunds));
  const cancelled = orders.filter(
    (order) => order['status'] === 'cancelled' && isWithin(order['cancelled_time'] ?? ''),
  );
  expect([report.voids.count, cents(report.voids.amount)]).toEqual([cancelled.length, sum(cancelled, 'total_cents')]);
});

test('taxes of the report and what refunds took back are those of the export', () => {
  const taxes = readTable('bill-taxes').filter(({ bill_id: bill }) => soldBills.has(bill));
  expect(report.taxes.length).toBeGreaterThan(0);
  for (const { code, rate, base, refundedBase, amount, refundedAmount } of report.taxes) {
    const own = taxes.filter((tax) => tax['code'] === code && Number(tax['rate']) === Math.round(rate * 100_000));
    expect([code, cents(base) + cents(refundedBase)]).toEqual([code, sum(own, 'base_cents')]);
    expect([code, cents(amount) + cents(refundedAmount)]).toEqual([code, sum(own, 'amount_cents')]);
  }
});

test('money of the report is that of the export, by tender and provider', () => {
  const used = sum(paid.filter(isGiftCard), ...MONEY) - sum(returnedAs('gift-card'), ...MONEY);
  const received = sum(paid, ...MONEY) - sum(returned, ...MONEY) - used;
  expect([cents(report.received), cents(report.giftCardsUsed ?? 0)]).toEqual([received, used]);
  const cards = paid.filter((row) => row['gift_card_id'] !== '' && row['bill_id'] === '');
  expect([cards.length, cents(report.giftCardsSold ?? 0)]).toEqual([1, sum(cards, 'amount_cents')]);
  expect(cents(report.cashRounding)).toBe(sum(paid, 'cash_rounding_cents') - sum(returned, 'cash_rounding_cents'));
  expect(new Set(report.tenders.map(({ tender }) => tender))).toEqual(new Set(paid.map(tenderOf)));
  for (const { tender, count, amount, refunded } of report.tenders) {
    const own = paid.filter((payment) => tenderOf(payment) === tender);
    expect([tender, count, cents(refunded)]).toEqual([tender, own.length, sum(returnedAs(tender), ...MONEY)]);
    expect([tender, cents(amount)]).toEqual([tender, sum(own, ...MONEY) - sum(returnedAs(tender), ...MONEY)]);
  }
  for (const { provider, count, payments: amount } of report.payouts) {
    const own = paid.filter((payment) => payment['provider'] === provider);
    expect([provider, count, cents(amount)]).toEqual([provider, own.length, sum(own, ...MONEY)]);
  }
});

test('what is owed on gift cards is what is on the cards of the export, and cards that were taken over are no sale', () => {
  const entries = readTable('gift-entries').filter(({ kind }) => kind === 'taken-over');
  expect([entries.length, cents(report.giftCardsTakenOver ?? 0)]).toEqual([3, sum(entries, 'amount_cents')]);
  expect([cents(report.giftCardsOwed ?? 0), 3150 + 5000 - 1234]).toEqual([
    sum(readTable('gift-cards'), 'balance_cents'),
    cents(report.giftCardsOwed ?? 0),
  ]);
});

test.runIf(hasPython)('the checker accepts cards that were taken over, but not with a payment', async () => {
  expect(await runChecker(folder)).toMatchObject({ isClean: true });
  const file = path.join(folder, 'gift-entries.csv');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/taken-over,(\d+),,/, 'taken-over,$1,p1,'));
  const { output } = await runChecker(folder, { sumsOnly: true });
  writeFileSync(file, text);
  expect(output).toContain('was taken over from another system and sold here');
});

test('what was billed is received, owed or of other days, and consists of sales, charges, taxes and tips', () => {
  const taxes = report.taxes.reduce((total, { amount }) => total + cents(amount), 0);
  const { sales, charges, tips, cashRounding, billed, owed, otherDays, received, giftCardsSold, giftCardsUsed } =
    report;
  expect(cents(billed)).toBe(cents(sales.net) + cents(charges) + taxes + cents(tips) + cents(cashRounding));
  const cards = cents(giftCardsSold ?? 0) - cents(giftCardsUsed ?? 0);
  expect([cards, cents(received)]).toEqual([5000 - 1234, cents(billed) - cents(owed) + cents(otherDays) + cards]);
  // What refunds took back are dishes, charges, taxes and tips of the refunded amounts and nothing else.
  const takenBack =
    sum(sold, 'total_cents') +
    sum(paid, 'tip_cents') -
    sum(returned, 'tip_cents') +
    cents(cashRounding) -
    cents(billed);
  expect(takenBack).toBeGreaterThan(cents(report.refunds));
});
