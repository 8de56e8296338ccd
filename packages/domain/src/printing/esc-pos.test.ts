import { expect, test } from 'vitest';
import { encodeEscPos, encodeStar, testPage, USUAL_SETUP, type DrawText, type PrintContent } from './index.ts';

test('a Star printer gets the same ticket in its own commands', () => {
  const ticket: PrintContent = (roll) => {
    roll.line('TABLE 4', { size: 'big', inverted: true, centred: true });
    roll.line('2 Naan', { size: 'tall', bold: true });
    roll.openDrawer();
    roll.cut();
  };
  const esc = '\x1b';
  expect(Buffer.from(encodeStar(ticket)).toString('latin1')).toBe(
    `${esc}@${esc}\x1dt\x04` +
      `${esc}\x1da\x01${esc}i\x01\x01${esc}4 TABLE 4 \n${esc}5${esc}i\0\0${esc}\x1da\0` +
      `${esc}i\x01\0${esc}E2 Naan\n${esc}F${esc}i\0\0` +
      `\x07${esc}d\x03`,
  );
});

const box: DrawText = () => ({ bytesPerRow: 72, rows: new Uint8Array(72 * 2).fill(0x41) });
const bits = 'A'.repeat(144);

test.each([
  ['Star', encodeStar, `\x1b\x1dS\x01\x48\0\x02\0\0${bits}`],
  ['ESC/POS', encodeEscPos, `\x1dv0\0\x48\0\x02\0${bits}`],
] as const)('a %s printer gets a line in Chinese as a picture in its own command', (_, encode, command) => {
  const text = Buffer.from(encode((roll) => roll.line('李雷'), box)).toString('latin1');
  expect(text).toContain(command);
  expect(text).not.toContain('?');
});

test('on 58 mm paper nothing is wider than 32 columns, and a picture has the dots of that paper', () => {
  const widths: number[] = [];
  const draw: DrawText = (_texts, _look, paperDots) => {
    widths.push(paperDots);
    return { bytesPerRow: 48, rows: new Uint8Array(48) };
  };
  const content: PrintContent = (roll) => {
    roll.line('A dish with a very long name', { size: 'big' });
    roll.row('Two butter chicken with extra rice', '31.98');
    testPage(roll);
  };
  const text = Buffer.from(encodeEscPos(content, draw, { ...USUAL_SETUP, paper: 58 })).toString('latin1');
  expect(text).toContain(`\n${'-'.repeat(32)}\n`);
  expect(text).not.toContain('-'.repeat(33));
  expect(text).toContain('Two butter chicken with    31.98\n');
  expect(new Set(widths)).toEqual(new Set([384]));
});

test.each([
  ['Ελένη', true],
  ['Дмитро', true],
  ['ਹਰਪ੍ਰੀਤ', true],
  ['Łukasz', true],
  ['Zoë — “crème brûlée” 5€', false],
])('where letters are printed as they are written, %s is drawn: %s', (name, isDrawn) => {
  const bytes = encodeEscPos((roll) => roll.line(name), box, { ...USUAL_SETUP, ownLetters: true });
  expect(Buffer.from(bytes).toString('latin1').includes(bits)).toBe(isDrawn);
  const usual = encodeEscPos((roll) => roll.line(name), box);
  expect(Buffer.from(usual).toString('latin1')).not.toContain(bits);
});
