import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { receiptOf, type ReceiptSource } from '@tiffin/domain/receipt';
import {
  type DrawText,
  encodeEscPos,
  encodeText,
  printable,
  changeSlip as slipOf,
  kitchenTicket as ticketOf,
  type KitchenOrder,
  receiptRoll,
  testPage,
} from '@tiffin/domain/printing';
import { promiseText } from '../../../shared/order/promise-text.ts';

const UPPER = new Map(Array.from('çéèêëàüñß€×ø', (letter) => [encodeText(letter)[0] ?? 0, letter]));
/** Printer commands as bytes, and the readable name of each. */
const COMMANDS: readonly (readonly [readonly number[], string])[] = [
  [[0x1b, 0x40], ''],
  [[0x1c, 0x2e], ''],
  [[0x1b, 0x52, 0], ''],
  [[0x1b, 0x74, 19], '<start>'],
  [[0x1b, 0x61, 1], '<centred>'],
  [[0x1b, 0x61, 0], ''],
  [[0x1d, 0x21, 0x11], '<big>'],
  [[0x1d, 0x21, 0x01], '<tall>'],
  [[0x1d, 0x21, 0], ''],
  [[0x1b, 0x45, 1], '<bold>'],
  [[0x1b, 0x45, 0], ''],
  [[0x1d, 0x42, 1], '<white on black>'],
  [[0x1d, 0x42, 0], ''],
  [[0x1b, 0x70, 0, 25, 250], '<drawer>'],
  [[0x1d, 0x56, 66, 3], '<cut>'],
];

/** Decodes a roll as the printer does. Fails on a byte that is neither a letter nor one of the commands. */
function read(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const command = COMMANDS.find(([requested]) => requested.every((byte, i) => bytes[at + i] === byte));
    const byte = bytes[at] ?? 0;
    if (command) {
      text += command[1];
      at += command[0].length;
    } else {
      if (byte < 0x20 && byte !== 0x0a) throw new Error(`an unknown command at ${at}: ${byte}`);
      text += byte < 0x80 ? String.fromCharCode(byte) : (UPPER.get(byte) ?? '¿');
      at++;
    }
  }
  return text;
}

/** The widest line in columns; large characters take two. */
function widest(bytes: Uint8Array): number {
  const lines = read(bytes)
    .split('\n')
    .map((line) => line.replaceAll(/<[a-z ]+>/g, '').length * (line.includes('<big>') ? 2 : 1));
  return Math.max(...lines);
}

const order: Omit<KitchenOrder, 'items'> & ReceiptSource['order'] = {
  orderId: 'TRU-20261120-K7Q2M',
  orderType: 'pickup',
  orderTime: '2026-11-20T22:15:00.000Z',
  estimatedReady: '2026-11-20T22:45:00.000Z',
  status: 'pending',
  paymentStatus: 'pending',
  paymentMethod: 'cash',
  paidAt: null,
  locationInfo: {
    name: 'Truro Heights',
    address: '395 Truro Heights Road',
    phone: '+19025550100',
    timeZone: 'America/Halifax',
  },
  customerInfo: { name: 'Zoë Łukaszewska' },
  items: [
    { line: 1, name: 'Butter Chicken', price: 16.99, quantity: 2, spiceLevelName: 'Hot' },
    {
      line: 2,
      name: 'Chef’s Special Tandoori Mixed Grill for the Whole Table',
      price: 48.5,
      quantity: 1,
      spiceLevelName: 'Mild',
    },
    { line: 3, name: 'Mango Lassi', price: 5, quantity: 12, spiceLevelName: '' },
  ],
  pricing: { subtotal: 142.48, tax: 19.95, tip: 5, total: 167.43, taxRate: 0.14, taxLabel: 'HST', discount: null },
  refunds: [],
  specialInstructions: 'No onions, please',
  due: 0,
  metadata: { adminCreated: false },
};
const source: ReceiptSource = {
  order,
  business: { name: 'Sizzle & Spice', hstNumber: '12345 6789 RT0001' },
  cashRounding: 0.02,
  cashDue: 167.45,
};
const roll = (of: ReceiptSource, opensDrawer = false) =>
  encodeEscPos(
    receiptRoll(
      receiptOf(of, (at, look) => (look === 'time-zone' ? '6:20 p.m. AST' : at.slice(0, 10))),
      { opensDrawer },
    ),
  );
const kitchenTicket = (of: KitchenOrder) => encodeEscPos(ticketOf(of));
const changeSlip = (...of: Parameters<typeof slipOf>) => encodeEscPos(slipOf(...of));

test.each([
  [0, true],
  [11.4, false],
])('with %d to collect, “leave at the door” is on the ticket: %s', (due, isLeft) => {
  const delivered = { ...order, orderType: 'delivery' as const, due, deliveryInfo: { address: '', leaveAtDoor: true } };
  expect(read(kitchenTicket(delivered)).includes('<tall><bold>Leave at the door')).toBe(isLeft);
});

test('a kitchen ticket shows destination, code, time, large dishes, heat and notes, and no amounts', () => {
  expect(read(kitchenTicket(order))).toBe(
    [
      '<start><centred><big><white on black> PICKUP ',
      '<centred><big><bold>K7Q2M',
      '<centred>TRU-20261120-K7Q2M',
      '------------------------------------------------',
      'Placed                                 6:15 p.m.',
      '<tall><bold>Due                                    6:45 p.m.',
      'Customer                         Zoë Lukaszewska',
      '------------------------------------------------',
      '<big>2 Butter Chicken',
      '<tall><white on black> HOT ',
      '',
      "<big>1 Chef's Special",
      '  Tandoori Mixed Grill',
      '  for the Whole Table',
      '<tall><white on black> MILD ',
      '',
      '<big>12 Mango Lassi',
      '',
      '------------------------------------------------',
      '<bold>NOTE',
      '<tall><bold>No onions, please',
      '------------------------------------------------',
      '<bold>15 dishes',
      '<cut>',
    ].join('\n'),
  );
});

const thali = {
  line: 4,
  name: 'Thali',
  price: 20.95,
  quantity: 1,
  spiceLevelName: '',
  options: [
    { group: 's', groupName: 'Size', id: 'l', name: 'Large', units: 1, unitPrice: 18.95, isOneOf: true, isSize: true },
    { group: 'c', groupName: 'Chutneys', id: 'm', name: 'Mango', units: 2, unitPrice: 0.75 },
    { group: 'c', groupName: 'Chutneys', id: 'i', name: 'Mint', units: 1, unitPrice: 0, isDefault: true },
    { group: 'w', groupName: 'With', id: 'o', name: 'Onion', units: 0, unitPrice: 0, isDefault: true, isRemoval: true },
  ],
  note: 'No nuts, please',
};

test('the kitchen ticket prints only options that differ, and a dish allergy above all of them', () => {
  const ticket = read(kitchenTicket({ ...order, items: [thali] }));
  expect(ticket).toContain(
    [
      '<big>1 Thali',
      '<tall><bold>  Large',
      '<tall><bold>  + Mango ×2',
      '<tall><bold><white on black> - Onion ',
      '<tall><bold><white on black> "No nuts, please" ',
    ].join('\n'),
  );
  expect(ticket).toContain('<big><bold>Thali: No nuts, please');
  expect(ticket.indexOf('Thali: No nuts')).toBeLessThan(ticket.indexOf('<big>1 Thali'));
  expect(ticket).not.toContain('Mint');
});

test('a receipt lists the options below their dish', () => {
  expect(read(roll({ ...source, order: { ...order, items: [thali] } }))).toContain(
    [
      '1 x Thali                                  20.95',
      '    Large',
      '    + Mango ×2',
      '    - Onion',
      '    "No nuts, please"',
    ].join('\n'),
  );
});

test('a kitchen-only line is printed on the ticket and not counted as a dish', () => {
  const corkage = { line: 4, name: 'Corkage', price: 15, quantity: 2, spiceLevelName: '', isCooked: false };
  const ticket = read(kitchenTicket({ ...order, items: [...order.items, corkage] }));
  expect(ticket).toContain('<big>2 Corkage\n<bold>nothing to make');
  expect(ticket).toContain('<bold>15 dishes');
  expect(read(kitchenTicket({ ...order, items: [corkage] }))).toContain('NOTHING TO COOK');
});

test('a reprinted ticket of a changed order lists the changes', () => {
  const lines = [
    { line: 4, name: 'Garlic Naan', by: 1, spice: '' },
    { line: 3, name: 'Samosa', by: -2, spice: '' },
  ];
  const ticket = read(kitchenTicket({ ...order, changes: [{ lines }] }));
  expect(ticket).toContain('<white on black> CHANGED ');
  expect(ticket).toContain('<bold>+ 1 Garlic Naan');
  expect(ticket).toContain('<bold>- 2 Samosa');
  expect(read(kitchenTicket(order))).not.toContain('CHANGED');
});

test('refunded dishes are struck through and not counted', () => {
  const [chicken, grill, lassi] = order.items;
  const rest = { ...order, items: [{ ...chicken, refundedQuantity: 1 }, { ...grill, refundedQuantity: 1 }, lassi] };
  const ticket = read(kitchenTicket(rest as typeof order));
  expect(ticket).toContain('<big>1 Butter Chicken');
  expect(ticket.replaceAll(/\s+/g, ' ')).toContain(
    "1 Chef's Special Tandoori Mixed Grill for the Whole Table - TAKEN OFF",
  );
  expect(ticket).not.toContain('Butter Chicken - TAKEN OFF');
  expect(ticket).toContain('13 dishes');
});

const emptySlip = {
  isCancelled: false,
  dropped: [],
  added: [],
  changed: [],
  hasNewAllergies: false,
  hasNewNote: false,
};

test('a change slip says what not to cook, what to cook also and in which way, and a new note', () => {
  const [chicken, , lassi] = order.items;
  const slip = {
    ...emptySlip,
    dropped: [{ name: 'Mixed Grill', quantity: 1 }],
    added: [{ ...lassi, quantity: 2 }],
    changed: [{ ...chicken, note: 'No salt' }],
    hasNewNote: true,
  };
  expect(read(changeSlip(order, slip as never))).toBe(
    [
      '<start><centred><big><white on black> PICKUP ',
      '<centred><big><bold>K7Q2M',
      '<centred>TRU-20261120-K7Q2M',
      '------------------------------------------------',
      '<centred><big><white on black> DO NOT COOK ',
      '<big>1 Mixed Grill',
      '<centred><big><white on black> COOK ALSO ',
      '<big>2 Mango Lassi',
      '',
      '<centred><big><white on black> CHANGED ',
      '<big>2 Butter Chicken',
      '<tall><white on black> HOT ',
      '<tall><bold>  "No salt"',
      '',
      '<bold>NOTE',
      '<tall><bold>No onions, please',
      '<cut>',
    ].join('\n'),
  );
  const withdrawn = read(changeSlip({ ...order, specialInstructions: '' }, { ...emptySlip, hasNewNote: true }));
  expect(withdrawn).toContain('The note on the ticket no longer applies.');
});

test('a slip of a cancelled order says so above the dishes', () => {
  const slip = read(changeSlip(order, { ...emptySlip, isCancelled: true, dropped: [{ name: 'Dal', quantity: 1 }] }));
  expect(slip).toContain('<white on black> ORDER CANCELLED \n<centred><big><white on black> DO NOT COOK \n<big>1 Dal');
});

test('a slip of a changed dish repeats the allergies above all', () => {
  const slip = read(changeSlip({ ...order, allergies: [{ code: 'milk' }] }, { ...emptySlip, added: [...order.items] }));
  expect(slip).toContain('<white on black> ALLERGY \n<big><bold>Milk');
  expect(slip).not.toContain('Check every dish again.');
  expect(slip.indexOf('Milk')).toBeLessThan(slip.indexOf('COOK ALSO'));
});

test('a slip for an allergy stated late says what to avoid and to check again', () => {
  const late = { ...order, allergies: [{ code: 'milk' as const }], allergyNote: 'EpiPen' };
  const slip = read(changeSlip(late, { ...emptySlip, hasNewAllergies: true }));
  expect(slip).toContain('NEW ALLERGY');
  expect(slip).toContain('<big><bold>Milk');
  expect(slip).toContain('<big><bold>EpiPen');
  expect(slip.indexOf('K7Q2M')).toBeLessThan(slip.indexOf('NEW ALLERGY'));
  expect(slip.replaceAll(/\s+/g, ' ')).toContain('Check every dish again.');
});

test('the ticket of a fully refunded order says that there is nothing to cook', () => {
  const ticket = read(
    kitchenTicket({ ...order, items: order.items.map((item) => ({ ...item, refundedQuantity: item.quantity })) }),
  );
  expect(ticket).toContain('<centred><big><white on black> NOTHING TO COOK');
  expect(ticket).not.toMatch(/dish/);
});

test('a receipt of a split bill lists each payment with its tender and tip', () => {
  const parts = [
    { tender: 'cash', taken: 60, tip: 0 },
    { tender: 'debit', taken: 110.43, tip: 3 },
  ];
  const printed = read(roll({ ...source, cashRounding: 0, cashDue: 167.43, parts }));
  expect(printed).toMatch(/Cash +60\.00/);
  expect(printed).toMatch(/Debit, tip 3\.00 included +110\.43/);
});

test('stated allergies are printed first, before a change and the times, and again at their dish', () => {
  const ticket = read(
    kitchenTicket({
      ...order,
      allergies: [{ code: 'milk' }, { text: 'kiwi' }],
      items: [{ ...thali, note: undefined, allergies: [{ code: 'peanuts' }] }],
      changes: [{ lines: [{ line: 1, name: 'Thali', by: 1, spice: '' }] }],
    }),
  );
  expect(ticket).toContain('<big><bold>Milk, kiwi\n<big><bold>Thali: Peanuts\n');
  const inTurn = ['ALLERGY', 'Milk, kiwi', 'CHANGED', 'Placed', '<big>1 Thali', '<white on black> Allergy: Peanuts '];
  const places = inTurn.map((text) => ticket.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('an allergy of a table is printed with its seat, above the dishes and at those of this seat', () => {
  const ofSeat = [{ code: 'tree-nuts' as const, seat: 3 }];
  const items = [{ ...thali, note: undefined, allergies: ofSeat }];
  const ticket = read(encodeEscPos(ticketOf({ ...order, allergies: [{ code: 'milk' }, ...ofSeat], items })));
  const inTurn = ['ALLERGY', 'Milk, Seat 3: Tree nuts', '<big>1 Thali', '<white on black> Allergy: Seat 3: Tree nuts '];
  const places = inTurn.map((text) => ticket.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(ticket.match(/Tree nuts/g)).toHaveLength(2);
});

test('below a dish the ticket says that it contains the allergen and what was decided, or that nobody confirmed it', () => {
  const check = { allergies: [{ code: 'peanuts' as const }], contains: ['peanuts'], by: null, at: null };
  const at = '2026-11-20T22:25:00.000Z';
  const withChecks = {
    ...order,
    awaitsAllergyCheck: true,
    allergies: check.allergies,
    items: [
      { ...thali, line: 1, note: undefined, allergyCheck: check },
      { ...thali, line: 2, note: undefined, allergyCheck: { ...check, at, decision: 'guest-agreed' as const } },
      { ...thali, line: 3, note: undefined, allergyCheck: { ...check, contains: [] } },
      { ...thali, line: 4, note: undefined },
    ],
  };
  const dishes = read(kitchenTicket(withChecks)).replaceAll(/\s+/g, ' ').split('<big>1 Thali').slice(1);
  expect(dishes[0]).toMatch(/^ <tall><bold><white on black> CONTAINS PEANUTS </);
  expect(dishes[1]).toMatch(/^ <tall><bold><white on black> CONTAINS PEANUTS\. THE GUEST AGREED </);
  expect(dishes[2]).toMatch(/^ <tall><bold>NOT CONFIRMED </);
  expect(dishes[3]).not.toMatch(/CONTAINS|CONFIRMED/);
  const slip = read(changeSlip(withChecks, { ...emptySlip, hasNewAllergies: true }));
  expect(slip.match(/CONTAINS PEANUTS|NOT CONFIRMED/g)).toHaveLength(3);
});

test('an allergy is printed above the dishes, and a table replaces the order type', () => {
  const ticket = read(
    kitchenTicket({
      ...order,
      orderType: 'dine-in',
      tableInfo: { tableNumber: '4', partySize: 2 },
      specialInstructions: 'Peanut allergy at seat 2!',
      estimatedReady: null,
    }),
  );
  expect(ticket).toContain('<big><white on black> TABLE 4 \n');
  expect(ticket).toContain('2 guests\n');
  expect(ticket).toContain('<centred><big><white on black> ALLERGY \n<big><bold>Peanut allergy at seat\n2!\n');
  expect(ticket.indexOf('ALLERGY')).toBeLessThan(ticket.indexOf('Butter Chicken'));
  expect(ticket).not.toContain('NOTE');
  expect(ticket).not.toContain('Due');
});

test.each([
  ['a guest who wants to be seated', false, 'SEAT THEM'],
  ['a guest without a table', true, 'NO TABLE YET'],
])('a ticket without a table number, for %s', (_case, adminCreated, words) => {
  const tableInfo = { tableNumber: '', partySize: 2 };
  const ticket = read(kitchenTicket({ ...order, orderType: 'dine-in', tableInfo, metadata: { adminCreated } }));
  expect(ticket).toContain(words);
});

test('a receipt prints the restaurant, the order, dishes with amounts, sums and the payment state [C-RCPT-03]', () => {
  expect(read(roll(source))).toBe(
    [
      '<start><centred><big><bold>Sizzle & Spice',
      '<centred>Truro Heights',
      '<centred>395 Truro Heights Road',
      '<centred>(902) 555-0100',
      '------------------------------------------------',
      'Order                         TRU-20261120-K7Q2M',
      'Placed                                2026-11-20',
      'Order type                                Pickup',
      'Customer                         Zoë Lukaszewska',
      '------------------------------------------------',
      '2 x Butter Chicken                         33.98',
      '    Hot',
      "1 x Chef's Special Tandoori Mixed Grill    48.50",
      '    for the Whole Table',
      '    Mild',
      '12 x Mango Lassi                           60.00',
      '------------------------------------------------',
      'Subtotal                                  142.48',
      'HST (14%)                                  19.95',
      'Tip                                         5.00',
      '<tall><bold>Total CAD                                $167.43',
      'Cash rounding                               0.02',
      '<tall><bold>Cash due                                 $167.45',
      '------------------------------------------------',
      '<centred><big><bold>PAY AT PICKUP',
      '------------------------------------------------',
      '<centred>Thank you, Zoë.',
      '<centred>See you soon.',
      '<centred>HST No. 12345 6789 RT0001',
      '<cut>',
    ].join('\n'),
  );
});

test('opens the drawer before printing, and only on request', () => {
  expect(read(roll(source, true)).startsWith('<start><drawer>')).toBe(true);
  expect(read(roll(source))).not.toContain('<drawer>');
});

test('a paid and partly refunded order shows when and how much, without cash rounding', () => {
  const text = read(
    roll({
      ...source,
      order: {
        ...order,
        paymentMethod: 'card',
        paymentStatus: 'paid',
        paidAt: '2026-11-20T22:20:00.000Z',
        pricing: { ...order.pricing, tip: 0, discount: { code: 'WELCOME-7KQ4M', amount: 15.83 } },
        refunds: [
          { amount: 10, at: '2026-11-20T23:00:00.000Z', items: [{ line: 3, quantity: 2 }] },
          { amount: 1, at: '2026-11-21T23:00:00.000Z', items: [] },
        ],
        orderType: 'delivery',
        deliveryInfo: { address: '1204 Rather Long Street Name Crescent, Apartment 12' },
      },
      business: { name: 'Sizzle & Spice', hstNumber: null },
      cashRounding: 0,
    }),
  );
  expect(text).toContain('<big><bold>PAID\n<centred>Paid 6:20 p.m. AST\n');
  expect(text).toContain(
    'At menu prices                            158.31\nDiscount (WELCOME-7KQ4M)                  -15.83\nSubtotal                                  142.48\n',
  );
  expect(text).toContain('Refunded 2026-11-20: 2 × Mango Lassi     -$10.00\n');
  expect(text).toContain('Refunded 2026-11-21                       -$1.00\n');
  expect(text).toContain('Deliver to\n  1204 Rather Long Street Name Crescent,\n  Apartment 12\n');
  expect(text).not.toMatch(/Tip|Cash|HST No/);
});

test.each([
  ['Crème brûlée, jalapeño & smørrebrød 5€', 'Crème brûlée, jalapeño & smørrebrød 5€', true],
  ['Łukasz Dvořák, Nguyễn Văn', 'Lukasz Dvorák, Nguyen Van', true],
  ['“Half – no ghee…”', '"Half - no ghee..."', true],
  ['Цветаева Щукин', 'Tsvetaeva Shchukin', true],
  ['Ωμέγα Χριστός', 'Omega Christos', true],
  ['राम शर्मा को रायता', 'ram sharma ko rayata', true],
  ['ਹਰਪ੍ਰੀਤ ਸਿੰਘ', 'haraprit singh', true],
  ['தமிழ்', 'tamil', true],
  ['ﬁne １２３ ½', 'fine 123 ½', true],
  ['不要花生', '????', false],
  ['no 🥜', 'no ?', false],
])('%s is printed as %s', (written, text, isWhole) => {
  expect(printable(written)).toMatchObject({ text, isWhole });
});

test('a note that the printer cannot print refers the cook to the screen', () => {
  const ticket = read(kitchenTicket({ ...order, specialInstructions: '不要花生' }));
  expect(ticket).toContain('<tall><bold>????\n');
  expect(ticket).toContain('Characters that this printer cannot print');
});

test.each(['李雷', 'محمد'])('%s is printed as a picture, and the rest of the ticket as letters', (name) => {
  const drawn: unknown[] = [];
  const draw: DrawText = (texts, look) => {
    drawn.push([texts, look]);
    return { bytesPerRow: 72, rows: new Uint8Array(72 * 2).fill(0x41) };
  };
  const bytes = encodeEscPos(ticketOf({ ...order, customerInfo: { name }, specialInstructions: name }), draw);
  expect(drawn).toEqual([
    [['Customer', name], {}],
    [[name], expect.objectContaining({ bold: true })],
  ]);
  const command = [0x1d, 0x76, 0x30, 0, 72, 0, 2, 0, ...Array.from({ length: 144 }, () => 0x41)];
  const [before = '', between = '', after = ''] = Buffer.from(bytes)
    .toString('latin1')
    .split(String.fromCharCode(...command));
  const letters = [before, between, after].map((part) => read(Buffer.from(part, 'latin1'))).join('<image>');
  expect(letters.match(/<image>/g)).toHaveLength(2);
  expect(letters).toContain('Butter Chicken');
  expect(letters).not.toMatch(/\?|Characters that this printer/);
});

test.each(['Łukasz', 'ਗੁਰਪ੍ਰੀਤ', 'Дмитрий'])('%s is printed in letters, not as a picture', (name) => {
  const draw = vi.fn<DrawText>();
  const text = read(encodeEscPos(ticketOf({ ...order, customerInfo: { name } }), draw));
  expect(draw).not.toHaveBeenCalled();
  expect(text).toMatch(/Customer +(Lukasz|guraprit|Dmitriy)\n/);
});

test('guest text never becomes a printer command and never exceeds the paper width', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 120 });
  fc.assert(
    fc.property(anything, anything, anything, (name, dish, note) => {
      const strange = {
        ...order,
        customerInfo: { name },
        items: [
          {
            ...order.items[0],
            line: 1,
            price: 1,
            quantity: 1,
            selectedSpiceLevel: 2,
            name: dish,
            spiceLevelName: dish,
          },
        ],
        specialInstructions: note,
      };
      for (const bytes of [kitchenTicket(strange), roll({ ...source, order: strange })]) {
        expect(widest(bytes)).toBeLessThanOrEqual(48);
        expect(read(bytes).match(/<cut>|<drawer>/g)).toEqual(['<cut>']);
      }
    }),
    { numRuns: 40 },
  );
});

test('the test page shows both ends of the paper', () => {
  const text = read(encodeEscPos(testPage));
  expect(text).toContain(`\n${'-'.repeat(48)}\n`);
  expect(text).toContain('é è ê ç à ü ñ ß €');
});

const halifax = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Halifax', hour: 'numeric', minute: '2-digit' });
/** A window in words, without the product's formatters. */
function windowInWords(from: Date, to: Date): string {
  const [first = '', last = ''] = [from, to].map((at) =>
    halifax.format(at).replace(/\s/, ' ').replace('AM', 'a.m.').replace('PM', 'p.m.'),
  );
  if (first === last) return last;
  return `${first.slice(-4) === last.slice(-4) ? first.slice(0, -5) : first}–${last}`;
}

test('the printed ticket shows the window of the screens, also on the days when the clocks change', () => {
  const days = ['2026-11-01T03:00:00Z', '2027-03-14T04:00:00Z', '2026-11-20T21:00:00Z'];
  const minutes = (most: number) => fc.integer({ min: 0, max: most });
  fc.assert(
    fc.property(fc.constantFrom(...days), minutes(300), minutes(40), (day, start, length) => {
      const from = new Date(Date.parse(day) + start * 60_000);
      const to = new Date(from.getTime() + length * 60_000);
      const promised = { from: from.toISOString(), to: to.toISOString() };
      const due = { ...order, orderTime: promised.from, estimatedReady: promised.to, promised };
      const step = (at: Date, round: (steps: number) => number) => new Date(round(at.getTime() / 300_000) * 300_000);
      const words = windowInWords(step(from, length === 0 ? Math.ceil : Math.floor), step(to, Math.ceil));
      expect(promiseText(due)).toBe(words);
      const [, printed] = /Due +(?:\d{4}-\d\d-\d\d )?(.*)\n/.exec(read(kitchenTicket(due))) ?? [];
      expect(printed).toBe(words.replace('–', '-'));
    }),
    { seed: 20_261_126 },
  );
});

test('a kitchen ticket and its slips name the seat above its dishes, the shared ones last, and a tab by its name', () => {
  const dish = (line: number, name: string, seat?: number) => ({ line, name, quantity: 1, spiceLevelName: '', seat });
  const items = [dish(1, 'Rice'), dish(2, 'Korma', 2), dish(3, 'Dal', 1), dish(4, 'Naan', 2)];
  const tableInfo = { tableNumber: '', partySize: 2 };
  const tab = { label: 'Bob Bar', tableName: '' };
  const ofTab = { ...order, orderType: 'dine-in' as const, tableInfo, tab, items, specialInstructions: '' };
  const printed = read(kitchenTicket(ofTab)).split('\n');
  expect(printed[0]).toBe('<start><centred><big><white on black> BOB BAR ');
  expect(printed.join('\n')).not.toMatch(/SEAT THEM|NO TABLE/);
  const seat = (name: string) => `<centred><tall><bold><white on black> ${name} `;
  const dishes = [seat('SEAT 1'), '<big>1 Dal', '', seat('SEAT 2'), '<big>1 Korma', '', '<big>1 Naan', ''];
  const all = [...dishes, seat('TABLE'), '<big>1 Rice', ''];
  expect(printed.join('\n')).toContain(all.join('\n'));
  const slip = { ...emptySlip, added: items.slice(1) };
  expect(read(changeSlip(ofTab, slip))).toContain(['<centred><big><white on black> COOK ALSO ', ...dishes].join('\n'));
});

test('a bill has the code for phones below what is due, only where guests pay by phone', () => {
  const printed = (phoneCode?: string) =>
    read(
      encodeEscPos(
        receiptRoll(
          receiptOf(source, () => ''),
          { opensDrawer: false, service: { servedBy: 'Priya', guests: 2, phoneCode } },
        ),
      ),
    );
  expect(printed('K7MQ')).toContain('<centred><big><bold>K7MQ');
  expect(printed()).not.toContain('by phone');
});
