import { expect, test } from 'vitest';
import { readList } from './read-list.ts';

const cells = (text: string) => readList(text).map(({ row, cells: [...all] }) => [row, ...all].join('|'));

test.each([
  ['Margherita 14.00', ['1||Margherita||14.00']],
  ['Margherita ........ $14', ['1||Margherita||$14']],
  ['Margherita\t14', ['1||Margherita||14']],
  ['Margherita      14', ['1||Margherita||14']],
  ['Margherita – 14 €', ['1||Margherita||14 €']],
  ['Margherita – tomato, basil  14.00', ['1||Margherita|tomato, basil|14.00']],
  ['Margherita: tomato, basil 14,00', ['1||Margherita|tomato, basil|14,00']],
  ['Margherita 14.00\nTomato, basil\nand mozzarella', ['1||Margherita|Tomato, basil and mozzarella|14.00']],
  ['Margherita\nTomato, basil\n14.00\nMarinara\n12.00', ['1||Margherita|Tomato, basil|14.00', '4||Marinara||12.00']],
  ['Dal – slow 9.00\nRaita\nWith mint\n3.00', ['1||Dal|slow|9.00', '2||Raita|With mint|3.00']],
  ['Pizza\n\nMargherita 14.00', ['3|Pizza|Margherita||14.00']],
  ['PIZZA\nMargherita 14.00\nDRINKS:\nCola 3.00', ['2|PIZZA|Margherita||14.00', '4|DRINKS|Cola||3.00']],
  ['Wine .... 8 / 32', ['1||Wine ....||8 / 32']],
  ['Chai Small 3.00 / Large 4.50', ['1||Chai Small||3.00 / Large 4.50']],
  ['Chicken 65\nFried, with curry leaves\n12.00', ['1||Chicken 65|Fried, with curry leaves|12.00']],
  ['Chicken 65 $12', ['1||Chicken 65||$12']],
  ['Soup of the day\nAsk us\n\nDal 9.00', ['1||Soup of the day|Ask us|', '4||Dal||9.00']],
  ['Dal 9.00\n\nMango', ['1||Dal||9.00', '3|Mango|Mango||']],
  ['Fruit\n\nDrinks\n\nCola 3.00', ['1|Fruit|Fruit||', '5|Drinks|Cola||3.00']],
  ['9.00', ['1||||9.00']],
])('a person who pastes %j gets these dishes', (text, expected) => {
  expect(cells(text)).toEqual(expected);
});

test('a list of five megabytes is read without a long wait', () => {
  expect(readList(`${'.'.repeat(1900)}\n`.repeat(2600)).length).toBe(1);
});
