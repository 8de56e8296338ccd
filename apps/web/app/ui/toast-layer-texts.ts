export const toastLayerTexts = {
  toasts: 'Notifications',
  close: 'Close toast',
} as const;
