import { expect, test } from 'vitest';
import { messagesIn } from './messages.ts';

const TEXT_FILE = 'apps/web/app/guest/cart/texts.ts';
const texts = (source: string, file = TEXT_FILE) =>
  messagesIn(source, file).map(({ text, one }) => (one ? [one, text] : text));

test.each([
  ['a text', `export const texts = { title: 'Your cart' };`, ['Your cart']],
  ['what is put in, by its name', 'const t = (order: O) => `Order ${order.id} at ${time}`;', ['Order {id} at {time}']],
  ['what a call is asked for', 'const t = (at: Date) => `Ready ${timeText(at)}`;', ['Ready {at}']],
  ['two of one name', 'const t = `${a.name} and ${b.name}`;', ['{name} and {name2}']],
  ['the same twice', 'const t = `${name}, dear ${name}`;', ['{name}, dear {name}']],
  ['one or many', "const t = (n: number) => (n === 1 ? '1 item' : `${n} items`);", [['1 item', '{n} items']]],
  [
    'one inside another',
    'const t = (n: number) => `In ${n === 1 ? "one day" : `${n} days`}`;',
    ['In {value}', ['one day', '{n} days']],
  ],
  [
    'no names, codes, types or modules',
    `import x from 'the module'; export const t: Record<'some code', string> = { 'a key': is === 'the code' ? 'Yes, it is' : x['the key'] };`,
    ['Yes, it is'],
  ],
  ['no signs and figures', "export const t = { dot: '·', h: 'h', rate: `${n} %` };", []],
  ['what a colon separates', 'const t = (name: string, code: string) => `${name}: ${code}`;', ['{name}: {code}']],
  ['through types', "export const t = { a: 'Words' } as const satisfies { a: string };", ['Words']],
])('in a text file %s is a message', (_, source, found) => {
  expect(texts(source)).toEqual(found);
});

test('in a source file, say marks messages, and singular and plural are two messages', () => {
  const source = 'const t = (n: number) => (n === 1 ? say`1 item` : say`${n} items`);';
  expect(texts(source, 'packages/domain/src/hours/texts.ts')).toEqual(['1 item', '{n} items']);
});

test('in other files only texts marked by say are messages', () => {
  const source = "const a = 'not words'; const b = say`We open ${time}`; const c = other`no words`;";
  expect(texts(source, 'packages/domain/src/hours/texts.ts')).toEqual(['We open {time}']);
});
