import { say } from '@tiffin/domain/core';

export const keyLimitTexts = {
  presets: {
    everything: say`Everything`,
    read: say`Read everything`,
    ordering: say`Orders and reservations`,
    chosen: say`Choose`,
  },
} as const;
