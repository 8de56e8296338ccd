import { strToU8, zipSync } from 'fflate';
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
    .replace('\uFEFF', '')
    .split('\r\n');
  expect(lines).toEqual(['Name,,Price', '', '"Dal, yellow",yes,12.95', '']);
});

test('a file that is no workbook is refused', () => {
  expect(() => workbookCsv(strToU8('Name,Price'))).toThrow('invalid zip data');
  expect(() => workbookCsv(zipSync({ 'word/document.xml': strToU8('<document/>') }))).toThrow('no sheet');
});
