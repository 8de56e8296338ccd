import { newRoll } from './roll.ts';
import { PRINT_TEXTS as texts } from './paper-texts.ts';

/** Shows that the printer is there, that its paper is 80 mm wide and that it knows our letters. */
export function testPage(): Uint8Array<ArrayBuffer> {
  const roll = newRoll();
  roll.line(texts.testTitle, { size: 'big', bold: true, centred: true });
  roll.line(texts.testText);
  roll.line(texts.testLetters);
  roll.line(texts.testRuler);
  roll.rule();
  roll.cut();
  return roll.bytes();
}
