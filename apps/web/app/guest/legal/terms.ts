import en from '../../../../../docs/legal/terms.md?raw';
import fr from '../../../../../docs/legal/fr/terms.md?raw';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import type { LegalText } from './legal-page.tsx';

export const TERMS: LegalText = {
  title: say`Terms of Service`,
  description: say`What you can expect from us when you order online or book a table, and what we ask of you.`,
  updated: say`November 30, 2026`,
  path: paths.terms(),
  texts: { en, fr },
};
