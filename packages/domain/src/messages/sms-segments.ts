/** The letters of a text message in its short encoding (3GPP TS 23.038), without the escape character. */
const GSM_LETTERS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Letters that take two characters in the short encoding. */
const GSM_PAIRS = new Set('\f^{}\\[~]|€');

const LIMITS = { short: { one: 160, part: 153 }, unicode: { one: 70, part: 67 } } as const;

/**
 * The number of messages for which a provider charges. A message holds fewer letters if one of them is outside the short
 * encoding. The parts of a longer text are a little shorter, and no letter is divided between two.
 */
export function countSmsSegments(text: string): number {
  const isShort = isGsmText(text);
  const { one, part } = LIMITS[isShort ? 'short' : 'unicode'];
  const sizes = Array.from(text, (letter) => (isShort ? (GSM_PAIRS.has(letter) ? 2 : 1) : letter.length));
  if (sizes.reduce((sum, size) => sum + size, 0) <= one) return 1;
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}

function isGsmText(text: string): boolean {
  return Array.from(text).every((letter) => GSM_LETTERS.has(letter) || GSM_PAIRS.has(letter));
}

/** Typographic characters whose only loss would be their looks. */
const PLAIN: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
};
const TYPOGRAPHIC = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Replaces typographic quotes, dashes and spaces if that is all that keeps the text out of the short encoding. */
export function withPlainPunctuation(text: string): string {
  const plain = text.replaceAll(TYPOGRAPHIC, (letter) => PLAIN[letter] ?? letter);
  return isGsmText(plain) ? plain : text;
}
