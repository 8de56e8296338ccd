import { CALL_OUT_ALPHABET, randomCode, type Random } from '@tiffin/domain/core';
import { checkNewPassword } from '@tiffin/domain/people';

const LETTERS = `${CALL_OUT_ALPHABET}${CALL_OUT_ALPHABET.toLowerCase()}`;

/** Four groups that can be read out over the telephone: about 90 bits. */
export function newPassword(random: Random): string {
  for (;;) {
    const password = Array.from({ length: 4 }, () => randomCode(4, random, LETTERS)).join('-');
    if (checkNewPassword(password).ok) return password;
  }
}
