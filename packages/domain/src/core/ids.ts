/** Random numbers from 0 (inclusive) to 1 (exclusive). Always an argument, so that the domain is deterministic. */
export type Random = () => number;

/** Without 0, O, 1, I and L, because cooks call these codes out across the room. */
export const CALL_OUT_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export function randomCode(length: number, random: Random, alphabet: string = CALL_OUT_ALPHABET): string {
  let code = '';
  for (let i = 0; i < length; i++) code += alphabet[Math.floor(random() * alphabet.length)];
  return code;
}

/** 'Crème Brûlée!' → 'creme-brulee': lowercase letters, digits and single hyphens, at most `max` characters. */
export function slugOf(name: string, max: number): string {
  return trimHyphens(
    trimHyphens(
      name
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-'),
    ).slice(0, max),
  );
}

export const SUFFIX_TRIES_MAX = 100;

/** The slug, with the first free number appended if it is taken. The limit includes the number. */
export function freeSlug(slug: string, isTaken: (id: string) => boolean, max: number): string | null {
  if (!isTaken(slug)) return slug;
  for (let number = 1; number <= SUFFIX_TRIES_MAX; number++) {
    const suffix = `-${number}`;
    const id = trimHyphens(slug.slice(0, max - suffix.length)) + suffix;
    if (!isTaken(id)) return id;
  }
  return null;
}

function trimHyphens(text: string): string {
  return text.replace(/^-+/, '').replace(/(?<!-)-+$/, '');
}
