import { say } from '../core/language.ts';
import { cents, type Cents } from '../core/money.ts';

/** The tender of gift cards, and the provider of payments with them. */
export const GIFT_CARD = 'gift-card' as const;
/** The method of a payment with the deposit of a booking. Its provider is that of gift cards, whose ledger holds it. */
export const DEPOSIT = 'deposit' as const;

/** Without characters that look alike. Their number is a prime, so the check character finds every swapped pair. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 16;

/** Makes a code: one character for each random byte, and a last one that checks the others. */
export function giftCardCodeOf(bytes: Uint8Array): string {
  const code = [...bytes.subarray(0, LENGTH - 1)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return code + checkCharacter(code);
}

function checkCharacter(code: string): string {
  const sum = [...code].reduce((total, each, index) => total + (index + 1) * ALPHABET.indexOf(each), 0);
  return ALPHABET.charAt(sum % ALPHABET.length);
}

/** The code as it is stored, from what somebody typed; null if no card can have it. */
export function parseGiftCardCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  const isCode = code.length === LENGTH && [...code].every((each) => ALPHABET.includes(each));
  return isCode && checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null;
}

/** Shorter codes of other systems could be guessed. */
export const PRINTED_CODE_MIN = 10;

/** The code of a card of another system without spaces and signs; null if it cannot be one, or could be guessed. */
export function parsePrintedCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s\-–]/g, '');
  const isCode = /^[A-Z0-9]+$/.test(code) && code.length >= PRINTED_CODE_MIN && code.length <= 40;
  return isCode && new Set(code).size > 2 ? code : null;
}

/** In groups of four, as it is printed. */
export function giftCardCodeText(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** What receipts and screens show of a code. */
export function maskedGiftCard(last4: string): string {
  return `•••• ${last4}`;
}

const GIFT_CARD_MIN = cents(500);
const GIFT_CARD_MAX = cents(50_000);
/** The characters of the words that the buyer sends with a card. */
export const GIFT_CARD_MESSAGE_MAX = 300;
/** The amounts that the guests' page offers, in dollars. */
export const GIFT_CARD_PRESETS = [25, 50, 75, 100] as const;

/**
 * The sum of gift cards that a person at the till sells in a day without a manager. A card is money that nobody handed
 * out yet, so a larger one needs what a refund needs.
 */
export const GIFT_CARDS_WITHOUT_MANAGER = cents(200_00);

/** Whole dollars, which can be paid in coins everywhere. */
export function giftCardAmountProblem(amount: number): string | null {
  const isAmount = amount % 100 === 0 && amount >= GIFT_CARD_MIN && amount <= GIFT_CARD_MAX;
  return isAmount ? null : say`Choose a whole amount from ${GIFT_CARD_MIN / 100} to ${GIFT_CARD_MAX / 100}.`;
}

/** Why the sale of a card cannot be undone: its money went back already, or the card was used. */
export function giftCardUndoProblem(card: {
  readonly sold: Cents;
  readonly refunded: Cents;
  readonly balance: Cents;
}): string | null {
  if (card.refunded > 0) return say`The money for this card went back already.`;
  const isUsed = card.balance < card.sold;
  return isUsed
    ? say`The card was used, or a payment page holds a part of it. Only an unused card can be undone.`
    : null;
}

/** What a card pays of a total, and what is left to pay another way. */
export function payWithGiftCard(total: Cents, balance: Cents): { readonly pays: Cents; readonly rest: Cents } {
  const pays = cents(Math.min(total, balance));
  return { pays, rest: cents(total - pays) };
}
