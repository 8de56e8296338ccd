/** Randomness is an argument everywhere in the domain: a number from 0 up to, not including, 1. */
export type Random = () => number;

/** No 0 O 1 I L: a cook calls these out across the room. */
export const CALL_OUT_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export function randomCode(length: number, random: Random, alphabet: string = CALL_OUT_ALPHABET): string {
  let code = '';
  for (let i = 0; i < length; i++) code += alphabet[Math.floor(random() * alphabet.length)];
  return code;
}
