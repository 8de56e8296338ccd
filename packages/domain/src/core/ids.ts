/** Randomness is an argument everywhere in the domain: a number from 0 up to, not including, 1. */
export type Random = () => number;

/** No 0 O 1 I L: a cook calls these out across the room. */
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

/** The slug itself, or the slug with the first free number behind it; the limit holds with the number. */
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
  return text.replace(/^-+|-+$/g, '');
}
