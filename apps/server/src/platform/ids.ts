import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Random } from '@tiffin/domain/core';

export interface Ids {
  /** For rows. */
  uuid(): string;
  /** For what must not be guessed: receipts, manage links, keys. */
  token(): string;
  /** For the domain's codes. */
  readonly random: Random;
}

/** `randomInt` chooses from fewer than 2 ** 48 numbers. */
const FRACTIONS = 2 ** 47;

export const cryptoIds: Ids = {
  uuid: () => randomUUID(),
  token: () => randomBytes(24).toString('base64url'),
  random: () => randomInt(FRACTIONS) / FRACTIONS,
};
