import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSmsSegments, withPlainPunctuation } from './sms-segments.ts';

test.each([
  ['nothing', '', 1],
  ['160 plain letters', 'a'.repeat(160), 1],
  ['161 plain letters', 'a'.repeat(161), 2],
  ['306 plain letters', 'a'.repeat(306), 2],
  ['307 plain letters', 'a'.repeat(307), 3],
  ['160 letters of the short encoding', 'é'.repeat(160), 1],
  ['80 euro signs, two characters each', '€'.repeat(80), 1],
  ['81 euro signs', '€'.repeat(81), 2],
  ['a euro sign that does not fit the end of a part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 Chinese letters', '李'.repeat(70), 1],
  ['71 Chinese letters', '李'.repeat(71), 2],
  ['134 Chinese letters', '李'.repeat(134), 2],
  ['135 Chinese letters', '李'.repeat(135), 3],
  ['a Polish name makes the whole text long', `Łukasz${'a'.repeat(65)}`, 2],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ', 1],
  ['Arabic', 'محمد'.repeat(17), 1],
  ['35 pictures, two characters each', '🌶'.repeat(35), 1],
  ['a picture that does not fit the end of a part', `${'李'.repeat(66)}🌶${'李'.repeat(66)}`, 3],
])('%s', (_what, text, segments) => {
  expect(countSmsSegments(text)).toBe(segments);
});

test('a text never needs fewer parts when it gets longer', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 });
  fc.assert(
    fc.property(text, text, (one, more) => {
      expect(countSmsSegments(one + more)).toBeGreaterThanOrEqual(countSmsSegments(one));
    }),
  );
});

test.each([
  ['l’été à 18\u202fh\u00a030 – «\u00a0merci\u00a0»…', 'l\'été à 18 h 30 - " merci "...'],
  ['You’re “welcome”', 'You\'re "welcome"'],
  // Another letter needs the long encoding anyway.
  ['It’s ready, Łukasz', 'It’s ready, Łukasz'],
  ['It’s ready, 李雷 – 1', 'It’s ready, 李雷 – 1'],
])('%s is sent as %s', (text, sent) => {
  expect(withPlainPunctuation(text)).toBe(sent);
});
