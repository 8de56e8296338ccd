import { expect, test } from 'vitest';
import { layoutText, type TextLine, type PdfTextStyle } from './text-layout.ts';

const STYLE: PdfTextStyle = { size: 10, weight: 400, direction: 'auto' };
const layout = (text: string, style: Partial<PdfTextStyle> = {}, width = 500) =>
  layoutText(text, { ...STYLE, ...style }, width);
const oneLine = (text: string, style: Partial<PdfTextStyle> = {}): TextLine => {
  const [line, ...more] = layout(text, style);
  if (!line || more.length > 0) throw new Error(`${text} takes ${more.length + 1} lines`);
  return line;
};
/** The glyphs of a line from left to right. */
const glyphsOf = (text: string) =>
  oneLine(text).fragments.flatMap((fragment) => fragment.font.font.layout(fragment.text).glyphs.map(({ id }) => id));
const shown = (line: TextLine) => line.fragments.map(({ text }) => text);

test('text in Latin letters is one fragment of one font', () => {
  const line = oneLine('Butter Chicken, 12.50 €');
  expect(line.fragments).toMatchObject([{ text: 'Butter Chicken, 12.50 €', x: 0 }]);
  expect(line).toMatchObject({ text: 'Butter Chicken, 12.50 €', isReadable: true });
});

test('words from right to left are drawn in reverse, with numbers and Latin words between them unchanged', () => {
  expect(shown(oneLine('محمد علي')).join('')).toBe('علي محمد');
  expect(shown(oneLine('محمد 12 علي')).join('')).toBe('علي 12 محمد');
  expect(shown(oneLine('محمد (Truro)')).join('')).toBe('(Truro) محمد');
});

test('a name from right to left keeps its place in a line from left to right', () => {
  expect(shown(oneLine('2 × محمد علي, Truro', { direction: 'ltr' })).join('')).toBe('2 × علي محمد, Truro');
});

test('brackets around Arabic words are mirrored', () => {
  expect(shown(oneLine('محمد (علي)')).join('')).toBe('(علي) محمد');
});

test('Persian digits are drawn from left to right, beside Arabic letters too', () => {
  const [one = 0, two = 0, three = 0] = ['۱', '۲', '۳'].flatMap(glyphsOf);
  for (const text of ['۱۲۳', 'علی ۱۲۳']) expect(glyphsOf(text).slice(0, 3)).toEqual([one, two, three]);
});

test('Arabic letters join, and Indian vowel signs move before their consonant', () => {
  const single = ['م', 'ح', 'م', 'د'].flatMap(glyphsOf);
  expect(glyphsOf('محمد').some((id) => single.includes(id) && id !== single[3])).toBe(false);
  const [consonant] = glyphsOf('ਸ');
  expect(glyphsOf('ਸਿ').at(-1)).toBe(consonant);
});

test('every fragment begins where the one before ends', () => {
  const { fragments, width } = oneLine('Łukasz 李雷 Ελένη');
  expect(new Set(fragments.map(({ font }) => font.id)).size).toBeGreaterThan(3);
  let end = 0;
  for (const { font, text, x } of fragments) {
    expect(x).toBeCloseTo(end, 6);
    end = x + (font.font.layout(text).advanceWidth / font.font.unitsPerEm) * STYLE.size;
  }
  expect(width).toBeCloseTo(end, 6);
});

test.each([
  ['words', 'Butter chicken, mild, with extra rice and a note', 100],
  ['Chinese without spaces', '这是一个很长的中文备注没有空格必须在任意两个字之间换行', 100],
  ['one word that is too long', 'Supercalifragilisticexpialidocious', 60],
  ['Arabic', 'اردو میں نوٹ: براہ کرم مرچ کم رکھیں، شکریہ', 80],
])('%s are broken into lines that fit and lose nothing', (_what, text, width) => {
  const lines = layout(text, {}, width);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.width).toBeLessThanOrEqual(width);
  expect(
    lines
      .map((line) => line.text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(text.replaceAll(' ', ''));
});

test('a line does not end between two joined letters or a letter and its accent', () => {
  const lines = layout('ਗੁਰਪ੍ਰੀਤਗੁਰਪ੍ਰੀਤਗੁਰਪ੍ਰੀਤ', {}, 40);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.text).not.toMatch(/^\p{M}/u);
});

test('bold text uses the bold font', () => {
  expect(oneLine('李雷', { weight: 700 }).fragments[0]?.font.id).toMatch(/-700$/);
});

test('a letter that no font has loses its accent or becomes a question mark, and the line is not readable', () => {
  expect(oneLine('𝐊im')).toMatchObject({ text: '𝐊im', isReadable: false });
  expect(shown(oneLine('𝐊im')).join('')).toBe('Kim');
  expect(shown(oneLine('김')).join('')).toBe('?');
  expect(oneLine('김').isReadable).toBe(false);
});

test('control characters and marks of direction are not drawn', () => {
  expect(shown(oneLine('a\u0000b\u200e\u202ec\u2066d')).join('')).toBe('a bcd');
  expect(layout('\u202e')).toEqual([]);
});
