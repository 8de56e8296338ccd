import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Those of the 10,000 most common passwords that have at least ten characters; shorter ones are refused anyway. From
 * the list of zxcvbn-ts (https://github.com/zxcvbn-ts/zxcvbn, language-common 4.1.3, MIT License, Copyright (c)
 * 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 zxcvbn-ts).
 */
let common: ReadonlySet<string> | undefined;

/** Also true for a common password with other capitals or with more digits at its end. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .trim()
      .split('\n'),
  );
  for (let known = password.toLowerCase(); known !== ''; known = known.slice(0, -1)) {
    if (common.has(known)) return true;
    if (!/\d$/.test(known)) return false;
  }
  return false;
}
