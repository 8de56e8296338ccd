import { expect, test } from 'vitest';
import { messagesIn } from './messages.ts';

const texts = (source: string) =>
  messagesIn(source, 'apps/web/app/guest/cart/cart.tsx').map(({ text, one }) => (one ? [one, text] : text));

test.each([
  ['a text', 'const title = say`Your cart`;', ['Your cart']],
  [
    'a text between tags',
    'const title = <h1 title={say`Two dishes`}>{say`Your cart`}</h1>;',
    ['Two dishes', 'Your cart'],
  ],
  [
    'what is put in, by its name',
    'const t = (order: O) => say`Order ${order.id} at ${time}`;',
    ['Order {id} at {time}'],
  ],
  ['what a call is asked for', 'const t = (at: Date) => say`Ready ${timeText(at)}`;', ['Ready {at}']],
  ['two of one name', 'const t = say`${a.name} and ${b.name}`;', ['{name} and {name2}']],
  ['the same twice', 'const t = say`${name}, dear ${name}`;', ['{name}, dear {name}']],
  ['one or many', 'const t = (n: number) => (n === 1 ? say`1 item` : say`${n} items`);', [['1 item', '{n} items']]],
  [
    'one inside another',
    'const t = (n: number) => say`In ${n === 1 ? say`one day` : say`${n} days`}`;',
    ['In {value}', ['one day', '{n} days']],
  ],
  ['through types', 'export const t = { a: say`Words` } as const satisfies { a: string };', ['Words']],
])('%s is a message', (_, source, found) => {
  expect(texts(source)).toEqual(found);
});

test('only texts marked by say are messages', () => {
  expect(texts("const a = 'not words'; const b = say`We open ${time}`; const c = other`no words`;")).toEqual([
    'We open {time}',
  ]);
});
