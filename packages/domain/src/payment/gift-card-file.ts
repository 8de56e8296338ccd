import { cents, say, type Cents, type Result } from '../core/index.ts';
import {
  choicesOf,
  currencyOf,
  currencyProblem,
  joinCells,
  meaningsOf,
  parseAmount,
  parseDay,
  parseEmail,
  readRowsFile,
  type Cell,
  type FileChoices,
  type RowsFile,
  type Vocabulary,
} from '../menu-file/index.ts';
import { parsePrintedCode, PRINTED_CODE_MIN } from './gift-cards.ts';

/** What a column of a file with gift cards can mean. */
const CARD_COLUMNS = {
  code: say`Code of the card`,
  balance: say`Balance`,
  expires: say`Day on which it expires`,
  email: say`Email`,
} as const;
type CardColumn = keyof typeof CARD_COLUMNS;

export const giftCardColumnChoices = () => choicesOf(CARD_COLUMNS);

const CARD_VOCABULARY: Vocabulary<CardColumn> = {
  sources: [
    { name: 'Square', marks: ['gan', 'balance'] },
    { name: 'Toast', marks: ['card number', 'current balance'] },
  ],
  own: () => null,
  others: meaningsOf<CardColumn>({
    code: 'code, card code, card number, card no, gift card, gift card number, gift card code, gan, number, numéro, numéro de carte, code de la carte',
    balance:
      'balance, current balance, remaining balance, available balance, card balance, amount remaining, remaining value, balance money, solde, solde restant',
    expires: 'expires, expires on, expires at, expiry, expiry date, expiration, expiration date, valid until, échéance',
    email: 'email, email address, recipient email, customer email, holder email, owner email, courriel',
  }),
};

export interface FileGiftCard {
  readonly row: number;
  readonly code: string;
  readonly balance: Cents;
  /** The address of its holder, or an empty text. */
  readonly email: string;
}

/** Parses a file with gift cards of another system. */
export function readGiftCardFile(
  bytes: Uint8Array,
  choices: FileChoices,
  today: string,
): Result<RowsFile<FileGiftCard>> {
  let currency: string | null = null;
  return readRowsFile<CardColumn, FileGiftCard>(bytes, CARD_VOCABULARY, choices, () => ({
    needs: ['code', 'balance'],
    keyOf: ({ code }) => code,
    repeated: (row) => say`Row ${row} has the same code.`,
    read: (text) => {
      currency ??= currencyOf(text('balance'));
      const cells = joinCells({
        code: parseCode(text('code')),
        balance: parseBalance(text('balance'), currency),
        email: parseEmail(text('email')),
        expires: parseExpiry(text('expires'), today),
      });
      const name = text('code').slice(-4).padStart(8, '•');
      if ('problem' in cells) return { name, cell: cells };
      const { expires: _expires, ...card } = cells.value;
      return { name, cell: { value: card } };
    },
  }));
}

function parseCode(text: string): Cell<string> {
  if (/^\d+[.,]\d+E\+?\d+$/i.test(text)) {
    return { problem: say`A spreadsheet has shortened this code. Save its column as text.` };
  }
  const value = parsePrintedCode(text);
  const problem = say`This is not a code. It needs ${PRINTED_CODE_MIN} letters or digits, since a shorter one could be guessed.`;
  return value === null ? { problem } : { value };
}

/** More on one card is a typing error, or for the owner to sell here by hand. */
const MAX_BALANCE = cents(2_000_00);

function parseBalance(text: string, currency: string | null): Cell<Cents> {
  const value = parseAmount(text);
  const problem =
    currencyProblem(text, currency) ??
    (value === null && text !== '' ? say`“${text}” is not an amount.` : null) ??
    (value ? null : say`Nothing is left on this card.`) ??
    (value && value > MAX_BALANCE ? say`More than ${MAX_BALANCE / 100} on one card cannot be imported.` : null);
  return problem === null ? { value: value ?? cents(0) } : { problem };
}

/** What does not expire today never does: the law forbids it in most places, and cards of Tiffin have no such day. */
function parseExpiry(text: string, today: string): Cell<string | null> {
  const day = parseDay(text);
  return 'value' in day && day.value !== null && day.value < today
    ? { problem: say`This card expired on ${day.value}.` }
    : day;
}
