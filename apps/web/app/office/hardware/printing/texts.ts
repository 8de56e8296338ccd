import type { PrintFault } from './printer.ts';

export const PRINT_TEXTS = {
  table: (number: string) => `TABLE ${number}`,
  guests: (count: number) => (count === 1 ? '1 guest' : `${count} guests`),
  placed: 'Placed',
  due: 'Due',
  customer: 'Customer',
  allergy: 'ALLERGY',
  lateAllergy: 'NEW ALLERGY',
  lateAllergyText: 'Stated after the ticket was printed. Check every dish again.',
  note: 'NOTE',
  changed: 'CHANGED',
  doNotCook: 'DO NOT COOK',
  cookAfterAll: 'COOK AFTER ALL',
  notCooked: 'nothing to make',
  takenOff: (dish: string) => `${dish} - TAKEN OFF`,
  nothingToCook: 'NOTHING TO COOK',
  dishes: (count: number) => (count === 1 ? '1 dish' : `${count} dishes`),
  lettersMissing: 'Characters that this printer cannot print appear as ?. Read the order on the screen.',
  testTitle: 'The printer works',
  testText: 'This is the printer of this device. Receipts and kitchen tickets look like this line.',
  testLetters: 'Accents: é è ê ç à ü ñ ß €  Names: Zoë, François, Łukasz',
  testRuler: 'Both ends of the line below must be visible:',
} as const;

export const texts = {
  print: 'Print',
  kitchenTicket: 'Kitchen ticket',
  sent: 'Sent to the printer',
  tryAgain: 'Try Again',
  noReceipt: 'The receipt could not be read',

  printer: 'Printer',
  settings: (state: string) => `Printer: ${state}`,
  title: 'Printer of this device',
  states: { unsupported: 'Print dialog', none: 'Print dialog', ready: 'Ready', out: 'Not reachable' },
  unsupported:
    'Tickets and receipts use the print dialog of this device. A receipt printer needs Chrome, Edge or the Android app.',
  none: 'Tickets and receipts use the print dialog of this device until you connect a receipt printer for 80 mm paper (ESC/POS).',
  noneYet: 'This device has no printer yet.',
  noneYetText: 'Connect one under Printer, or use the receipt page.',
  ready: 'It prints the receipts and kitchen tickets of this device.',
  faults: {
    gone: 'The browser no longer knows this printer. Connect it again.',
    'out-of-reach': 'Nothing was printed. Check that the printer is switched on and plugged in, and has paper.',
  } satisfies Record<PrintFault, string>,

  connectUsb: 'Connect by USB',
  connectSerial: 'Connect by serial cable',
  speed: 'Speed of the serial cable (baud)',
  host: 'Address of the printer',
  hostHint: 'It is on the printer’s own test page, such as 192.168.1.50',
  port: 'Port',
  connectNetwork: 'Connect over the network',
  hostWrong: 'An address looks like 192.168.1.50',
  portWrong: 'A port is a number from 1 to 65535',
  failed: 'The printer could not be connected',

  names: {
    usb: (name: string) => (name === '' ? 'USB printer' : name),
    serial: (baud: number) => `Serial cable, ${baud} baud`,
    network: (host: string, port: number) => `${host}:${port}`,
  },
  test: 'Print a test page',
  forget: 'Forget this printer',
  byThemselves: 'Print new orders’ tickets',
  byThemselvesHint:
    'While the back office is open here, the kitchen ticket of each new order is printed once, and a slip when one of its dishes is refunded or the guest states an allergy later.',
  ticketsWait: 'Kitchen tickets are waiting',
  ticketsWaitText:
    'Check that the printer is switched on and plugged in, and has paper. They are printed as soon as it is back.',
} as const;
