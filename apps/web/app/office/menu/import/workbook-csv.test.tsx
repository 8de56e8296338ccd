import { strToU8, zipSync } from 'fflate';
import { MENU_FILE_LIMITS } from '@tiffin/domain/menu-file';
import { expect, test } from 'vitest';
import { workbookCsv } from './workbook-csv.ts';

const cell = (at: string, value: string, type = '') => `<c r="${at}"${type && ` t="${type}"`}><v>${value}</v></c>`;
const workbook = (rows: string) =>
  zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="Menu" r:id="rId3"/><sheet name="Old" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8('<sst><si><t>Name</t></si><si><r><t>Dal, </t></r><r><t>yellow</t></r></si></sst>'),
    'xl/worksheets/sheet1.xml': strToU8('<worksheet/>'),
    'xl/worksheets/sheet2.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });

test('the first sheet of a workbook is read, with empty cells and rows where they are', () => {
  const rows = [
    `<row r="1">${cell('A1', '0', 's')}<c r="C1" t="inlineStr"><is><t>Price</t></is></c></row>`,
    `<row r="3">${cell('A3', '1', 's')}${cell('B3', '1', 'b')}${cell('C3', '12.949999999999999')}</row>`,
  ];
  const lines = workbookCsv(workbook(rows.join('')))
    ?.replace('\uFEFF', '')
    .split('\r\n');
  expect(lines).toEqual(['Name,,Price', '', '"Dal, yellow",yes,12.95', '']);
});

const sheets = (...contents: string[]) =>
  zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="r"><sheets>${contents.map((_, at) => `<sheet name="S${at}" r:id="rId${at}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${contents.map((_, at) => `<Relationship Id="rId${at}" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      contents.map((content, at) => [`xl/worksheets/sheet${at}.xml`, strToU8(`<worksheet>${content}</worksheet>`)]),
    ),
  });
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const linesOf = (bytes: Uint8Array) => workbookCsv(bytes)?.replace('\uFEFF', '').trimEnd().split('\r\n');

test('the sheet with the dishes is read, also behind one with instructions', () => {
  const instructions = `<sheetData><row>${text('A1', 'How to fill in this workbook')}</row></sheetData>`;
  const items = `<sheetData><row>${text('A1', 'Clover ID')}${text('B1', 'Name')}${text('C1', 'Price')}</row><row>${text('B2', 'Dal')}${cell('C2', '9.5')}</row></sheetData>`;
  expect(linesOf(sheets(instructions, items))).toEqual(['Clover ID,Name,Price', ',Dal,9.5']);
});

test('a category in merged cells counts for each of its rows, and a formula for its value', () => {
  const rows = [
    `<row r="1">${text('A1', 'Category')}${text('B1', 'Name')}${text('C1', 'Price')}</row>`,
    `<row r="2">${text('A2', 'Mains')}${text('B2', 'Dal')}<c r="C2"><f>4+5</f><v>9</v></c></row>`,
    `<row r="3">${text('B3', 'Naan')}<c r="C3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
    `<row r="4">${text('B4', 'Raita')}<c r="C4"><f>A1</f></c></row>`,
  ];
  const merged =
    '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="B1:C1"/><mergeCell ref="A9:A1048576"/></mergeCells>';
  expect(linesOf(sheets(`<sheetData>${rows.join('')}</sheetData>${merged}`))).toEqual([
    'Category,Name,Price',
    'Mains,Dal,9',
    'Mains,Naan,#DIV/0!',
    'Mains,Raita',
  ]);
});

test('a workbook that unpacks to more than 20 MB is refused, not read in part', () => {
  const bomb = zipSync({
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/sharedStrings.xml': new Uint8Array(21 * 1024 * 1024),
  });
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => workbookCsv(bomb)).toThrow('too large');
});

test('a file that is no workbook is refused', () => {
  expect(() => workbookCsv(strToU8('Name,Price'))).toThrow('invalid zip data');
  expect(() => workbookCsv(zipSync({ 'word/document.xml': strToU8('<document/>') }))).toThrow('no sheet');
});

const LAST_ROW = MENU_FILE_LIMITS.sheetRows;

test.each([
  ['a row two billion', `<row r="2000000000">${cell('A2000000000', '1')}</row>`, null],
  ['the row below the last one', `<row r="${LAST_ROW + 1}">${cell('A1', '1')}</row>`, null],
  ['a column beyond the last one', `<row r="1">${cell('CW1', '1')}</row>`, null],
  ['a column ZZZ in each of many rows', `<row>${cell('ZZZ1', '1')}</row>`.repeat(5_000), null],
  ['empty cells with a look far away', `<row r="1">${cell('A1', '7')}<c r="XFD1" s="2"/></row><row r="1048576"/>`, '7'],
])('a sheet with %s costs no more than a menu', (_what, rows, firstLine) => {
  const csv = workbookCsv(workbook(rows));
  expect(csv === null ? null : csv.replace('\uFEFF', '').split('\r\n')).toEqual(firstLine && [firstLine, '']);
});
