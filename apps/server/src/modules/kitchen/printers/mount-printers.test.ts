import { expect, test } from 'vitest';
import { readPrintResponse } from './mount-printers.ts';

const response = (attributes: string, jobId = 'a1') =>
  `<?xml version="1.0" encoding="UTF-8"?><PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${jobId}</printjobid></Parameter><PrintResponse><response ${attributes} xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"/></PrintResponse></ePOSPrint></PrintResponseInfo>`;
const nothing = { jobId: '', isPrinted: false, code: '' };

test.each([
  ['a printed ticket', response('success="true" code="" status="251658262"'), { jobId: 'a1', isPrinted: true }],
  ['success as a number', response('success="1" code=""'), { isPrinted: true }],
  ['attributes on lines of their own', response('\n success="true"\n code=""'), { isPrinted: true, code: '' }],
  ['no paper', response('success="false" code="EPTR_REC_EMPTY"'), { isPrinted: false, code: 'EPTR_REC_EMPTY' }],
  ['another response', '<responses success="no"></responses>', nothing],
  ['a cut response', '<printjobid>a1</printjobi', nothing],
  ['nothing', '', nothing],
])('reads %s from what an Epson printer reports', (_what, xml, expected) => {
  expect(readPrintResponse(xml)).toMatchObject(expected);
});

// With work that grows with the square of the text, a megabyte would take minutes and the test its time limit.
test.each(['<response ', '<printjobid>', '<response code="', '<response success="true" '])(
  'a megabyte of “%s” is nothing that an Epson printer reports',
  (part) => {
    expect(readPrintResponse(part.repeat(1_000_000 / part.length))).toEqual(nothing);
  },
);
