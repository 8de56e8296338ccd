import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvAmount, escapeCsvFormula, parseCsv, unescapeCsvFormula, writeCsv } from './csv.ts';

test('a file begins with the byte order mark and ends every line with CRLF', () => {
  expect(writeCsv(['A', 'B'], [['1', 2]])).toBe('\uFEFFA,B\r\n1,2\r\n');
  expect(writeCsv(['A'], [])).toBe('\uFEFFA\r\n');
});

test.each([
  ['a comma', 'Rao, Asha', '"Rao, Asha"'],
  ['a quote', 'the "best"', '"the ""best"""'],
  ['a line end', 'one\ntwo', '"one\ntwo"'],
  ['a carriage return inside', 'one\rtwo', '"one\rtwo"'],
  ['a blank at the edge', ' x', '" x"'],
  ['plain', 'x', 'x'],
  ['nothing', null, ''],
  ['not there', undefined, ''],
  ['no', false, 'false'],
  ['a negative number', -5, '-5'],
  ['an amount', csvAmount(18157), '18157.00'],
  ['an amount below zero', csvAmount(-3.1), '-3.10'],
  ['no amount', csvAmount(null), ''],
])('%s', (_what, cell, written) => {
  expect(writeCsv(['A'], [[cell]])).toBe(`\uFEFFA\r\n${written}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1902', "'+1902"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['Rao;＋1', "Rao;'＋1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ["'=1", "''=1"],
  ['Rao;=1+1', "Rao;'=1+1"],
  ['Rao,@SUM(A1)', "Rao,'@SUM(A1)"],
  ['Rao\t+1', "Rao\t'+1"],
  ['two lines\n-1', "two lines\n'-1"],
  ['two lines\r\n=1', "two lines\r\n'=1"],
  ['Rao;"=1"', `Rao;'"=1"`],
  ['=1;=2;;=3', "'=1;'=2;;'=3"],
])('escapes %j', (text, escaped) => {
  expect(escapeCsvFormula(text)).toBe(escaped);
  expect(parseCsv(writeCsv(['A'], [[text]]))?.[1]).toEqual([escaped]);
  expect(unescapeCsvFormula(escaped)).toBe(text);
});

test.each(['1+1', 'a=b', '', ' =1', 'Mild, +$1', '12:00-14:00; 18:00-22:00'])('leaves %j unchanged', (text) => {
  expect(escapeCsvFormula(text)).toBe(text);
});

test('reads files of other programs: LF line ends, no byte order mark, no final line end', () => {
  expect(parseCsv('a,b\n"c\r\nd",e')).toEqual([
    ['a', 'b'],
    ['c\r\nd', 'e'],
  ]);
  expect(parseCsv('a,\r\n,b\r\n')).toEqual([
    ['a', ''],
    ['', 'b'],
  ]);
  expect(parseCsv('')).toEqual([]);
  expect(parseCsv('a\rb')).toEqual([['a\rb']]);
  expect(parseCsv('a,')).toEqual([['a', '']]);
  expect(parseCsv('a,"b')).toBeNull();
  expect(parseCsv('12" Pizza\t14.00\n14" Pizza\t16.00\n', '\t')).toEqual([
    ['12" Pizza', '14.00'],
    ['14" Pizza', '16.00'],
  ]);
});

test('written text reads back unchanged, and no cell begins a formula', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', 'é') }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 }), (rows) => {
      const read = parseCsv(writeCsv(['A', 'B'], rows)) ?? [];
      expect(read.slice(1)).toEqual(rows.map((row) => row.map(escapeCsvFormula)));
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@\t\r]/);
    }),
    { numRuns: 300 },
  );
});

test('at whatever character a spreadsheet splits a file, no cell of text begins a formula, and escaping can be undone', () => {
  const unit = fc.constantFrom('=', '+', '-', '@', ';', ',', '\t', '\r', '\n', '"', "'", ' ', 'é');
  fc.assert(
    fc.property(fc.array(fc.string({ unit }), { minLength: 1, maxLength: 3 }), (row) => {
      const [, ...lines] = writeCsv(['A'], [row]).split(/[,;\t\r\n]/);
      for (const part of lines) expect(part.replaceAll('"', '')).not.toMatch(/^[=+\-@]/);
      for (const text of row) expect(unescapeCsvFormula(escapeCsvFormula(text))).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test('the byte order mark is one character', () => {
  expect([...BYTE_ORDER_MARK].map((mark) => mark.codePointAt(0))).toEqual([0xfeff]);
});

test.each(['Łukasz', '李雷', 'ਗੁਰਪ੍ਰੀਤ', 'محمد'])(
  '%s is written as UTF-8 behind the byte order mark and read back',
  (name) => {
    const bytes = new TextEncoder().encode(writeCsv(['Name'], [[name]]));
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toBe(`Name\r\n${name}\r\n`);
    expect(parseCsv(writeCsv(['Name'], [[name]]))).toEqual([['Name'], [name]]);
  },
);
