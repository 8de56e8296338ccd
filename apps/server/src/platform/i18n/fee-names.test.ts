import { LANGUAGES, sayNow, type Language } from '@tiffin/domain/core';
import { CHARGE_LABELS } from '@tiffin/domain/pricing';
import { expect, test } from 'vitest';
import { enableRequestLanguages, inLanguage } from './request-language.ts';

enableRequestLanguages();

const NAMED_LIKE_A_TAX =
  /tax|duty|levy|regulat|government|\b(?:gst|hst|pst|qst|rst|tps|tvh|tvp|tvq|tvd)\b|droit|réglement/i;

test.each(Object.keys(LANGUAGES) as Language[])('in %s no fee is named like a tax', (language) => {
  for (const [kind, label] of Object.entries(CHARGE_LABELS)) {
    expect([kind, inLanguage(language, () => sayNow(label))].join(' ')).not.toMatch(NAMED_LIKE_A_TAX);
  }
});
