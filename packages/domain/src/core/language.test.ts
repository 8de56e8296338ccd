import { PARTY_MAX, PARTY_MIN, PARTY_PROBLEM } from '../reservation/index.ts';
import { afterEach, expect, test } from 'vitest';
import { CART_TEXTS, MAX_CART_LINES, MAX_CART_QUANTITY } from '../cart/index.ts';
import { DEFAULT_WEEK, closedOrderText, openState, dayUnlessToday, twelveHourText } from '../hours/index.ts';
import { hoursText } from '../menu/index.ts';
import { emailTemplates, fillPlaceholders, smsTemplates } from '../messages/index.ts';
import { orderTypeLabel, statusLabel } from '../order/index.ts';
import { changePaymentStatus } from '../payment/index.ts';
import { discountRows, taxLineText } from '../pricing/index.ts';
import { growthText, moneyText, timeAgo } from '../stats/index.ts';
import { type Language, currentLocale, say, sayNow, setTranslator } from './language.ts';
import { amountText, cents } from './money.ts';
import { rate } from './rates.ts';
import { joinWithOr, joinWithAnd } from './variants.ts';

const ZONE = 'America/Halifax';
/** Friday, 18:15 local time. */
const FRIDAY = new Date('2026-11-20T22:15:00Z');

let spoken: Language = 'en';
const speak = (language: Language, catalogue: Readonly<Record<string, string>> = {}) => {
  spoken = language;
  setTranslator({
    currentLanguage: () => spoken,
    translate: (parts, values) => {
      const found = spoken === 'fr' ? catalogue[parts.join('{}')] : undefined;
      return found?.replaceAll(/\{(\d)\}/g, (_hole, at: string) => String(values[Number(at)]));
    },
  });
};

afterEach(() => speak('en'));

/** The platform uses non-breaking spaces of several widths. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, '·');

test('translates a text to the current language and inserts its values', () => {
  const text = (dish: string, left: number) => say`Only ${left} left of ${dish}.`;
  speak('fr', { 'Only {} left of {}.': '{1} : plus que {0}.' });
  expect(text('Samosa', 2)).toBe('Samosa : plus que 2.');
  spoken = 'en';
  expect(text('Samosa', 2)).toBe('Only 2 left of Samosa.');
});

test('a text that is missing in the catalogue appears in English', () => {
  speak('fr');
  expect(say`Nobody translated ${'this'}`).toBe('Nobody translated this');
  expect(sayNow('Nobody translated this')).toBe('Nobody translated this');
  expect([orderTypeLabel('pickup'), orderTypeLabel('out-for-a-walk')]).toEqual(['Pickup', 'Out for a walk']);
});

test('a constant that was created when its module was loaded is translated when it is shown', () => {
  speak('fr', { Pickup: 'À emporter', 'Being Prepared': 'En préparation', 'Ready for Pickup': 'Prête à emporter' });
  expect(orderTypeLabel('pickup')).toBe('À emporter');
  expect([statusLabel('preparing', 'pickup'), statusLabel('ready', 'pickup')]).toEqual([
    'En préparation',
    'Prête à emporter',
  ]);
  spoken = 'en';
  expect(orderTypeLabel('pickup')).toBe('Pickup');
});

test('an empty text is not translated, because its catalogue entry is the file header', () => {
  speak('fr', { '': 'Language: fr' });
  expect(sayNow('')).toBe('');
});

test.each([
  ['en', '1234.50', '−0.05', '$1,234.50', '+12.5%', 'HST (14%)', 'GST (9.975%) included', 'a, b or c', 'a, b'],
  ['fr', '1234,50', '−0,05', '1·234,50·$', '+12,5·%', 'TVH (14·%)', 'TPS (9,975·%) incl.', 'a, b ou c', 'a et b'],
] as const)(
  '%s: amounts, percentages, taxes and lists are written in the style of the language',
  (language, ...looks) => {
    speak(language, { HST: 'TVH', GST: 'TPS', '{} included': '{0} incl.' });
    expect(
      [
        amountText(cents(123_450)),
        amountText(cents(-5)),
        moneyText(cents(123_450), 'activityTotal'),
        growthText(12.5),
        taxLineText({ label: 'HST', rate: rate(14_000) }),
        taxLineText({ label: 'GST', rate: rate(9975), included: true }),
        joinWithOr(['a', 'b', 'c']),
        joinWithAnd(['a', 'b']),
      ].map(plain),
    ).toEqual(looks);
  },
);

test.each([
  ['en', '6:15 p.m.', 'Open until 11:00 p.m.', 'Monday', 'Tuesday, December 1'],
  ['fr', '18·h·15', 'Ouvert jusqu’à 23·h·00', 'lundi', 'mardi 1·décembre'],
] as const)('%s: times and dates are written in the style of the language', (language, ...looks) => {
  speak(language, { 'Open until {}': 'Ouvert jusqu’à {0}' });
  const hours = { week: DEFAULT_WEEK, exceptions: [], zone: ZONE };
  const day = (date: string) => dayUnlessToday(new Date(`${date}T16:00:00Z`), FRIDAY, ZONE) ?? '';
  // Ignores the difference between breaking and non-breaking spaces.
  const blanks = (text: string) => text.replaceAll(/(?<=\d)\s(?=h|\p{L})|(?<=h)\s/gu, '·');
  expect(
    [twelveHourText('18:15'), openState(true, hours, FRIDAY).text, day('2026-11-23'), day('2026-12-01')].map((text) =>
      language === 'fr' ? blanks(text) : text,
    ),
  ).toEqual(looks);
});

test('a sentence is translated as a whole, with translated values', () => {
  speak('fr', {
    tomorrow: 'demain',
    '{} at {}': '{0} à {1}',
    'We are closed now, so nothing was ordered. We open {}, and you can order for then.': 'Nous ouvrons {0}.',
    '{}, {} to {}': '{0}, de {1} à {2}',
    '1 hour ago': 'il y a 1 heure',
    paid: 'payé',
    unpaid: 'impayé',
    'Cannot change payment from {} to {}': 'De {0} à {1} : impossible',
  });
  const text = closedOrderText(new Date('2026-11-21T15:30:00Z'), ZONE, FRIDAY);
  expect(text.replaceAll(/\s/g, ' ')).toBe('Nous ouvrons demain à 11 h 30.');
  const lunch = { id: 'l', name: 'Midi', days: [...DAYS], from: '11:30', until: '15:00', price: null } as const;
  expect(hoursText({ parts: [lunch] }).replaceAll(/\s/g, ' ')).toBe('Midi, de 11 h 30 à 15 h 00');
  expect(timeAgo(new Date(FRIDAY.getTime() - 3_600_000), FRIDAY)).toBe('il y a 1 heure');
  expect(changePaymentStatus('paid', 'unpaid')).toMatchObject({ error: { message: 'De payé à impayé : impossible' } });
});

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

test('labels stored in English on a bill are translated for the reader', () => {
  const reported = (label: string) => discountRows({ adjustments: [{ kind: 'discount', label, amount: -1 }] })[0]?.[0];
  const labels = ['Discount 10%', 'Discount', 'On the house: Samosa: large', 'Our own word'];
  expect(labels.map(reported)).toEqual(labels);
  speak('fr', { 'Discount {}': 'Rabais {0}', 'On the house': 'Offert', '{}: {}': '{0} : {1}' });
  expect(labels.map(reported)).toEqual(['Rabais 10\u00a0%', 'Discount', 'Offert : Samosa: large', 'Our own word']);
});

test('a message template is shown in the language of its editor, with placeholders in any position', () => {
  speak('fr', {
    'Your order {orderId} is confirmed': 'Commande confirmée : {orderId}',
    'Valued Customer': 'chère cliente',
  });
  const subject = emailTemplates()[0]?.subject ?? '';
  expect(subject).toBe('Commande confirmée : {orderId}');
  expect(fillPlaceholders(`${subject}, {customerName}`, { orderId: 'TRU-7' })).toBe(
    'Commande confirmée : TRU-7, chère cliente',
  );
  expect(smsTemplates().map(({ message }) => message)).toContain(
    'Hi {customerName}, your order {orderId} is ready. See you soon!',
  );
});

test('texts that contain limits show the current values', () => {
  expect(PARTY_PROBLEM).toContain(`(${PARTY_MIN}-${PARTY_MAX} people)`);
  expect(CART_TEXTS.total).toContain(` ${MAX_CART_QUANTITY} `);
  expect(CART_TEXTS.different).toContain(` ${MAX_CART_LINES} `);
});

test('each language has its locale', () => {
  expect(currentLocale()).toBe('en-CA');
  speak('fr');
  expect(currentLocale()).toBe('fr-CA');
});
