const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** With three letters, more devices than a restaurant ever has. */
const MAX_LETTERS = 3;

/** The letters of the next device that takes orders offline: A … Z, then AA … ZZZ. Null if all are taken. */
export function nextDeviceLetters(taken: ReadonlySet<string>): string | null {
  for (let index = 0; ; index++) {
    const letters = lettersAt(index);
    if (letters.length > MAX_LETTERS) return null;
    if (!taken.has(letters)) return letters;
  }
}

function lettersAt(index: number): string {
  const last = ALPHABET.charAt(index % ALPHABET.length);
  return index < ALPHABET.length ? last : lettersAt(Math.floor(index / ALPHABET.length) - 1) + last;
}
