import { say } from '@tiffin/domain/core';

export const texts = {
  addOffline: say`Dishes can be added once the connection is back.`,
  heat: { none: say`None`, mild: say`Mild`, medium: say`Medium`, hot: say`Hot` },
  reorderFailed: say`The order could not be saved.`,
} as const;
