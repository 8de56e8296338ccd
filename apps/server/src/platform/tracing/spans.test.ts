import { expect, test } from 'vitest';
import { errorKind, inSpan, inStatementSpan, outsideSpans, startSpan, statementName } from './spans.ts';

test.each([
  ['select "id" from "orders" where "id" = $1', 'select orders'],
  ['\n  insert into order_items (id) values ($1)', 'insert order_items'],
  ['update "event_readers" set id = $1', 'update event_readers'],
  ['delete from carts', 'delete carts'],
  ['with sent as (select 1 from messages) insert into jobs select * from sent', 'with messages'],
  ['select coalesce(x, 1) from unnest($1::text[]) as x', 'select'],
  ['begin', 'begin'],
  ['', 'statement'],
])('the statement %j is called %j', (text, name) => {
  expect(statementName(text)).toBe(name);
});

test('an error is named by its code, else by its class, never by its message', () => {
  expect(errorKind(Object.assign(new Error('asha@example.test'), { code: '23505' }))).toBe('23505');
  expect(errorKind(new TypeError('asha@example.test'))).toBe('TypeError');
  expect(errorKind('asha@example.test')).toBe('string');
});

test('without a collector, work runs without spans', async () => {
  expect(startSpan({ name: 'a', kind: 'internal' })).toBeNull();
  expect(await inSpan({ name: 'a', kind: 'internal' }, async () => 1)).toBe(1);
  expect(await inStatementSpan('select 1', async () => 2)).toBe(2);
  expect(outsideSpans(() => 3)).toBe(3);
});
