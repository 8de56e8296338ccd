import { cents, Refusal } from '@tiffin/domain/core';
import { EMAIL_TEMPLATES, SUBJECT_MAX } from '@tiffin/domain/messages';
import { contrastRatio } from '@tiffin/domain/restaurant';
import { assert, constantFrom, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { darkColours, lightColours } from './render-html.ts';
import {
  customMail,
  htmlOf,
  orderConfirmationMail,
  orderReadyMail,
  promotionMail,
  reservationConfirmationMail,
  welcomeMail,
  type RenderedMail,
} from './index.ts';
import {
  sampleBrand,
  sampleMails,
  sampleOrder,
  sampleLocation,
  sampleReservation,
  sampleTyped,
} from '../../../testing/mail-samples.ts';

const orderUrl = 'https://sizzleandspice.test/order-success';
const manageUrl = 'https://sizzleandspice.test/reservations/1?token=a&b=c';
/** A mail with its HTML. */
const withHtml = (mail: RenderedMail) => ({ ...mail, html: htmlOf(mail.content) });
const confirm = (order: Partial<typeof sampleOrder> = {}) =>
  withHtml(
    orderConfirmationMail({
      brand: sampleBrand,
      location: sampleLocation,
      order: { ...sampleOrder, ...order },
      orderUrl,
    }),
  );
const reserve = (reservation: Partial<typeof sampleReservation> = {}) =>
  withHtml(
    reservationConfirmationMail({
      brand: sampleBrand,
      location: sampleLocation,
      reservation: { ...sampleReservation, ...reservation },
      manageUrl,
    }),
  );
const offer = {
  offerTitle: 'Two thalis for one',
  validUntil: 'November 30, 2026',
  terms: 'Dine-in only.',
  title: 'Bring a friend',
  imageUrl: 'https://sizzleandspice.test/images/thali.webp',
};
const promote = (change: Partial<Parameters<typeof promotionMail>[0]> = {}) =>
  withHtml(
    promotionMail({
      brand: sampleBrand,
      customerName: 'Asha Menon',
      offer,
      unsubscribeUrl: 'https://sizzleandspice.test/unsubscribe?token=t0k3n',
      menuUrl: 'https://sizzleandspice.test/menu',
      ...change,
    }),
  );

const letterTo = (customerName: string | null) =>
  customMail({
    brand: sampleBrand,
    customerName,
    subject: 'For {customerName}',
    message: 'Dear {customerName}!',
    imageUrl: null,
  });

const elementsOf = (html: string): string[] => html.match(/<[a-z!/][^>]*>/gi)?.map((tag) => tag.slice(0, 8)) ?? [];
const mailWithText = (typedText: string): string =>
  withHtml(
    orderConfirmationMail({
      brand: { ...sampleBrand, name: typedText },
      location: { ...sampleLocation, name: typedText },
      order: {
        ...sampleOrder,
        customerName: typedText,
        specialInstructions: typedText,
        dishes: [{ name: typedText, quantity: 1, description: typedText, total: cents(100) }],
      },
      orderUrl,
      message: 'Fixed',
    }),
  ).html;

const subjectOf = (subject: string): string =>
  customMail({ brand: sampleBrand, customerName: null, subject, message: 'x', imageUrl: null }).subject;

test.each(Object.entries(sampleMails))('%s works in old mail programs', (_id, write) => {
  const { subject, html, text } = withHtml(write());
  expect(subject).not.toBe('');
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).toContain('max-width:600px');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).toContain('<!--[if mso]><table role="presentation" align="center" width="600"');
  expect(html).toMatch(/display:none[^>]*>[^<&]/); // a preheader with text
  expect(html).not.toMatch(/<script|<link|var\(|oklch|display:\s*(flex|grid)/i);
  // No obsolete HTML or CSS outside of the comments for Word.
  const plain = html.replaceAll(/<!--.*?-->/gs, '');
  expect(plain).not.toMatch(/\s(cellpadding|cellspacing|border|bgcolor|align|valign)=|supported-color-schemes:|mso-/);
  expect(html.match(/<table/g)).toHaveLength(html.match(/<\/table>/g)?.length ?? -1);
  // Mail programs cut off longer mails.
  expect(html.length).toBeLessThan(100_000);
  for (const end of [sampleBrand.postalAddress, sampleBrand.phone, sampleBrand.email]) {
    expect(html).toContain(end);
    expect(text).toContain(end);
  }
  expect(text).not.toMatch(/<|&(amp|lt|gt|quot|#39);/);
});

test('every template can be written [A-MAIL-02]', () => {
  expect(Object.keys(sampleMails)).toEqual(expect.arrayContaining(EMAIL_TEMPLATES.map(({ id }) => id)));
});

test.each([null, '', '   '])('a guest without a name (%j) is a Valued Customer [A-MAIL-23]', (customerName) => {
  for (const { html, text } of [confirm({ customerName }), reserve({ customerName })]) {
    expect(html).toContain('Hello Valued Customer,');
    expect(text).toContain('Hello Valued Customer,');
  }
});

test('an order without a type and a time is Takeout, ready in 30 minutes [A-MAIL-24] [A-MAIL-25]', () => {
  const { text, html } = confirm({ promise: null, orderType: null });
  expect(text).toContain('Takeout. Estimated time: 30 minutes');
  expect(html).toContain('in 30 minutes');
});

test('an order late at night says that it is ready tomorrow', () => {
  const { text, html } = confirm({
    placedAt: new Date('2026-11-21T02:25:00Z'),
    promise: { from: new Date('2026-11-21T15:54:00Z'), to: new Date('2026-11-21T15:54:00Z') },
  });
  expect(text).toContain('Estimated time: tomorrow, 11:55 a.m.');
  expect(html).toContain('tomorrow, 11:55 a.m. AST');
});

test('the ready time is the restaurant’s local time, AST in winter and ADT in summer', () => {
  expect(confirm().text).toContain('Estimated time: 6:35–6:45 p.m.');
  expect(confirm().html).toContain('6:35–6:45 p.m. AST');
  const promise = { from: new Date('2026-07-20T21:35:00Z'), to: new Date('2026-07-20T21:45:00Z') };
  expect(confirm({ placedAt: new Date('2026-07-20T21:15:00Z'), promise }).html).toContain('6:35–6:45 p.m. ADT');
});

test('confirmations contain the location’s address [A-MAIL-27]', () => {
  for (const { html, text } of [confirm(), reserve()]) {
    expect(html).toContain('395 Truro Heights Road, B2N 1A1');
    expect(text).toContain('Address: 395 Truro Heights Road, B2N 1A1');
  }
});

test('a reservation confirmation shows date, time, party, table and requests [A-MAIL-04]', () => {
  const { subject, text } = reserve({ tableNumber: '12' });
  expect(subject).toBe('Your table on Saturday, November 21, 2026 at 6:30 p.m.');
  expect(text).toContain('Date: Saturday, November 21, 2026');
  expect(text).toContain('Time: 6:30 p.m.');
  expect(text).toContain('Party: 4 guests');
  expect(text).toContain('Table: 12');
  expect(text).toContain('Special requests: A high chair, please');
  expect(reserve({ partySize: 1, specialRequests: null }).text).toContain('Party: 1 guest\n');
});

test('a confirmation lists the lines and the parts of the total', () => {
  const { text } = confirm();
  expect(text).toMatch(/2 × Butter Chicken \(Medium\) +\$34\.98\n/);
  expect(text).toMatch(/Subtotal +\$47\.88\nHST \(14%\) +\$6\.70\nTip +\$5\.46\nTotal +\$60\.04\n/);
  expect(confirm({ tip: cents(0) }).text).not.toContain('Tip');
});

test('the offer is shown below the subtotal that includes it', () => {
  const { text } = confirm({ discount: { code: 'WELCOME-7KQ4M', amount: cents(532) } });
  expect(text).toMatch(/At menu prices +\$53\.20\nDiscount \(WELCOME-7KQ4M\) +-\$5\.32\nSubtotal +\$47\.88\nHST/);
  expect(confirm().text).not.toContain('discount');
});

test.each([
  ['pickup', 'It is waiting for you, warm, at 395 Truro Heights Road.'],
  ['delivery', 'Your order leaves next'],
  ['dine-in', 'bringing it to your table'],
])('the mail about a ready %s order says where it is', (orderType, expected) => {
  const mail = { brand: sampleBrand, location: sampleLocation, order: { ...sampleOrder, orderType }, orderUrl };
  expect(orderReadyMail(mail).text).toContain(expected);
});

test('the welcome mail offers 10 % off the first order with its code [A-MAIL-26]', () => {
  const menuUrl = 'https://sizzleandspice.test/menu';
  const { subject, html, text } = withHtml(
    welcomeMail({
      brand: sampleBrand,
      customerName: 'Asha',
      code: 'HELLO-10',
      menuUrl,
      unsubscribeUrl: 'https://sizzleandspice.test/unsubscribe?token=t0k3n',
    }),
  );
  expect(subject).toBe('Welcome to Sizzle & Spice: 10% off your first order');
  expect(html).toContain('HELLO-10');
  expect(text).toContain('10% off your first order, with the code: HELLO-10');
});

test('{customerName} in subject and message becomes the guest’s name [A-MAIL-10]', () => {
  expect(letterTo('Asha Menon')).toMatchObject({ subject: 'For Asha Menon' });
  expect(letterTo('Asha Menon').text).toContain('Dear Asha Menon!');
  expect(letterTo(null).text).toContain('Dear Valued Customer!');
});

test('a promotion shows title, offer, end, terms and picture [A-MAIL-03]', () => {
  const { subject, html, text } = promote();
  expect(subject).toBe('Two thalis for one');
  expect(text).toMatch(/^Bring a friend\n/);
  expect(text).toContain('Two thalis for one, until November 30, 2026.');
  expect(text).toContain('Dine-in only.');
  expect(html).toContain('<img src="https://sizzleandspice.test/images/thali.webp" alt="Two thalis for one"');
});

test('a promotion names its sender with the postal address and has one-click unsubscribe', () => {
  const { html, text, headers } = promote();
  expect(html).toContain('href="https://sizzleandspice.test/unsubscribe?token=t0k3n"');
  expect(text).toContain('Unsubscribe with one click: https://sizzleandspice.test/unsubscribe?token=t0k3n');
  expect(headers).toEqual({
    'List-Unsubscribe': '<https://sizzleandspice.test/unsubscribe?token=t0k3n>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(confirm().headers).toEqual({});
});

test.each([
  ['no sender', { brand: { ...sampleBrand, name: ' ' } }],
  ['no postal address', { brand: { ...sampleBrand, postalAddress: '' } }],
  ['no way out', { unsubscribeUrl: '' }],
  ['a picture that is no web address', { offer: { ...offer, imageUrl: 'javascript:alert(1)' } }],
])('refuses a promotion with %s', (_case, change) => {
  expect(() => promote(change)).toThrow(Refusal);
});

test('links to anything but web addresses are omitted', () => {
  const url = 'javascript:alert(1)';
  expect(() =>
    orderConfirmationMail({ brand: sampleBrand, location: sampleLocation, order: sampleOrder, orderUrl: url }),
  ).toThrow(RangeError);
});

test('a mail has the restaurant’s colours, and the defaults where text would be unreadable', () => {
  const worn = (colours: Partial<typeof sampleBrand>) =>
    withHtml(
      reservationConfirmationMail({
        brand: { ...sampleBrand, ...colours },
        location: sampleLocation,
        reservation: sampleReservation,
        manageUrl,
      }),
    ).html;
  const forest = worn({ colour: '#0b3d2e', accent: '#ffd166' });
  expect(forest).toContain('background:#0b3d2e');
  expect(forest).toContain('solid #ffd166');
  expect(forest).not.toContain(lightColours['aubergine-900']);
  expect(forest).not.toContain(lightColours['aubergine-700']);
  // A mail from before branding, and invalid colours.
  for (const odd of [{}, { colour: null, accent: null }, { colour: '#f3a52b', accent: '#200b1c' }, { colour: '"x' }]) {
    expect(worn(odd)).toBe(worn({}));
  }
  expect(worn({})).toContain(`background:${lightColours['aubergine-900']}`);
});

test('the large figure is readable on any two colours of a restaurant', () => {
  const some = integer({ min: 0, max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
  assert(
    property(some, some, (colour, accent) => {
      const { html } = withHtml(
        orderConfirmationMail({
          brand: { ...sampleBrand, colour, accent },
          location: sampleLocation,
          order: sampleOrder,
          orderUrl,
        }),
      );
      const [, band = ''] = /class="card pad" style="background:(#\w+);/.exec(html) ?? [];
      const [, figure = ''] = /class="figure" style="[^"]*color:(#\w+)"/.exec(html) ?? [];
      expect(contrastRatio(figure, band)).toBeGreaterThanOrEqual(3);
    }),
  );
});

test('a foreign phone number keeps its country code', () => {
  const link = (phone: string) =>
    withHtml(
      orderConfirmationMail({
        brand: { ...sampleBrand, phone },
        location: sampleLocation,
        order: sampleOrder,
        orderUrl,
      }),
    ).html;
  expect(link('+351 21 555 0100')).toContain('href="tel:+351215550100"');
  expect(link('(902) 555-0100')).toContain('href="tel:+19025550100"');
});

test('text typed by people never becomes markup', () => {
  const usual = elementsOf(mailWithText('x'));
  assert(
    property(
      string({ unit: constantFrom('<', '>', '"', "'", '&', '/', '=', 'a', ' ', '-', '!', ';'), minLength: 1 }),
      (typedText) => {
        expect(elementsOf(mailWithText(typedText))).toEqual(usual);
      },
    ),
  );
  const html = mailWithText('<img src=x onerror="alert(1)">');
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
});

test('a subject is one header line of at most 200 characters', () => {
  expect(subjectOf('Hello\r\nBcc: everybody@example.test')).toBe('Hello Bcc: everybody@example.test');
  expect(subjectOf('a\u2028b\u0000c\u202Ed')).toBe('a b c d');
  assert(
    property(string({ unit: 'binary', maxLength: 500 }), (typedText) => {
      const subject = subjectOf(typedText);
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(subject.length).toBeLessThanOrEqual(SUBJECT_MAX);
    }),
  );
  expect(confirm({ orderId: 'X\r\nBcc: y' }).subject).toBe('Your order X Bcc: y is confirmed');
});

const PAIRS: readonly (readonly [string, string, string])[] = [
  ['ink', lightColours.ink, lightColours.surface],
  ['soft ink', lightColours['ink-soft'], lightColours.surface],
  ['footer', lightColours['ink-faint'], lightColours.canvas],
  ['note', lightColours.ink, lightColours['saffron-100']],
  ['title', lightColours['on-brand'], lightColours['aubergine-900']],
  ['label', lightColours['on-brand-soft'], lightColours['aubergine-900']],
  ['figure', lightColours['saffron-500'], lightColours['aubergine-900']],
  ['button', lightColours['on-brand'], lightColours['aubergine-700']],
  ['dark ink', darkColours.ink, darkColours.surface],
  ['dark soft ink', darkColours['ink-soft'], darkColours.surface],
  ['dark footer', darkColours['ink-faint'], darkColours.canvas],
  ['dark note', darkColours.ink, darkColours['saffron-100']],
  ['dark button', lightColours['aubergine-950'], lightColours['saffron-500']],
];

test.each(PAIRS)('%s can be read: contrast is at least 4.5 to 1', (_case, ink, ground) => {
  const [brighter = 0, darker = 0] = [luminance(ink), luminance(ground)].toSorted((a, b) => b - a);
  expect((brighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(4.5);
});

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Fields that the product writes; all others contain text typed by people. */
const OURS = new Set(
  'orderId orderType placedAt promise payment discount given taxes name reservationId date time tableNumber'.split(' '),
);

/** The same value with one text in every text field. */
function replaceTexts<T>(text: string, value: T): T;
function replaceTexts(text: string, value: unknown): unknown {
  if (typeof value === 'string' || value === null) return text;
  if (Array.isArray(value)) return value.map((each) => replaceTexts(text, each));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, OURS.has(name) ? each : replaceTexts(text, each)]),
  );
}

test.each([
  'evil.test/claim your refund',
  'https://evil.test/pay',
  'www.evil.test',
  'sub-domain.evil.test',
  'evil。test/pay',
  'evil．test',
  'evil｡test',
  'evil\u200b.test',
  'http：//evil.test',
  '203.0.113.7/pay',
  '203。0。113。7/pay',
])('no mail contains a link typed by a guest: %j', (typed) => {
  for (const write of Object.values(sampleMails)) {
    const { subject, html, text } = withHtml(write(replaceTexts(typed, sampleTyped)));
    for (const version of [subject, html, text])
      expect(version).not.toMatch(
        /evil\p{Cf}*[.。．｡]test|www\.evil|\/\/evil|203[.。．｡]0[.。．｡]|0[.。．｡]113|113[.。．｡]7/u,
      );
  }
});

test.each(['\n\n', '\r\n\r\n', '\u2028\u2028', '\u0085\u0085', '\v\f'])(
  'nothing a stranger typed begins a line of ours in any mail: %j',
  (breaks) => {
    const typed = `No nuts${breaks}We could not take your payment: call 900 555 0100`;
    for (const write of Object.values(sampleMails)) {
      const { html, text, subject } = withHtml(write(replaceTexts(typed, sampleTyped)));
      for (const typedText of [html, text, subject]) expect(typedText).not.toMatch(/(?<!No nuts )We could not take/);
    }
  },
);
