import { refuse, type Result } from '@tiffin/domain/core';
import { checkNewPassword, checkStaffPassword, type Role } from '@tiffin/domain/people';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export function checkPasswordFor(role: Role, password: string): Result<true> {
  return role !== 'customer' ? checkStaffPassword(password, isCommonPassword(password)) : checkNewPassword(password);
}

export function requirePasswordFor(role: Role, password: string): void {
  const checked = checkPasswordFor(role, password);
  if (!checked.ok) throw refuse(checked.error.code, checked.error.message);
}

/**
 * Those of the 10,000 most common passwords that have at least five characters; shorter ones are part of many good
 * passwords. From the list of zxcvbn-ts (https://github.com/zxcvbn-ts/zxcvbn, language-common 4.1.3, MIT License,
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 zxcvbn-ts).
 */
let common: ReadonlySet<string> | undefined;

const MIN_DIFFERENT_CHARACTERS = 4;

/**
 * True for a password of few different characters and for a common one, which may be repeated, have other capitals, and
 * end with digits or other signs.
 */
function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .trim()
      .split('\n'),
  );
  const typed = password.toLowerCase();
  if (new Set(typed).size < MIN_DIFFERENT_CHARACTERS) return true;
  for (let known = typed; known !== ''; known = known.slice(0, -1)) {
    if (common.has(known) || common.has(repeatedPart(known))) return true;
    if (/\p{L}$/u.test(known)) return false;
  }
  return false;
}

/** 'abc' of 'abcabc'; the text itself if it repeats nothing. */
function repeatedPart(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}
