import { expect, test } from 'vitest';
import { parsePrinter } from './printer.ts';

test.each([
  [{ way: 'network', host: '192.168.1.50', port: 9100 }],
  [{ way: 'serial', baudRate: 9600, vendorId: null, productId: null }],
  [{ way: 'serial', baudRate: 38_400, vendorId: 1208, productId: 514 }],
  [{ way: 'usb', vendorId: 1208, productId: 514, name: 'TM-T20' }],
])('stores and reads %j', (printer) => {
  expect(parsePrinter(structuredClone(printer))).toEqual(printer);
});

test.each([
  [null],
  ['usb'],
  [{ way: 'usb' }],
  [{ way: 'serial' }],
  [{ way: 'network', host: 1 }],
  [{ way: 'bluetooth' }],
])('%j is no printer', (stored) => {
  expect(parsePrinter(stored)).toBeNull();
});
