import { say } from '@tiffin/domain/core';

export const settingsTexts = {
  kinds: { admin: say`Admin key`, customer: say`Customer key` },
} as const;
