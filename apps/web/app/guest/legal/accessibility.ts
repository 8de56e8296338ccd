import en from '../../../../../docs/legal/accessibility.md?raw';
import fr from '../../../../../docs/legal/fr/accessibility.md?raw';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import type { LegalText } from './legal-page.tsx';

export const ACCESSIBILITY: LegalText = {
  title: say`Accessibility`,
  description: say`How far everybody can use our website, what is missing, and whom to tell if something does not work.`,
  updated: say`November 30, 2026`,
  path: paths.accessibility(),
  texts: { en, fr },
};
