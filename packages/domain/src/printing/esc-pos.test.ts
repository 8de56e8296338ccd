import { expect, test } from 'vitest';
import { encodeStar, type PrintContent } from './index.ts';

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
