import { GUEST_EDITS } from './guest-edits.ts';
import { OFFICE_EDITS } from './office-edits.ts';
import type { ScreenEdit } from './screen-edit.ts';

/** Rows gone, figures made constant, pauses skipped, menus missing, other words: each by itself. */
export const SCREEN_EDITS: readonly ScreenEdit[] = [...OFFICE_EDITS, ...GUEST_EDITS];
