import en from '../../../../../docs/legal/privacy.md?raw';
import fr from '../../../../../docs/legal/fr/privacy.md?raw';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import type { LegalText } from './legal-page.tsx';

export const PRIVACY: LegalText = {
  title: say`Privacy Policy`,
  description: say`What we keep when you order or book a table, why, for how long, and how to see, correct or delete it.`,
  updated: say`November 30, 2026`,
  path: paths.privacy(),
  texts: { en, fr },
};
