import type { ExternalToast } from 'sonner';

/**
 * Short messages at the edge of the screen. The library comes after the page is alive, so that no
 * guest waits for it; a toast said before that is shown as soon as it is there.
 */
export interface ToastOptions {
  /** A second toast with the same id takes the first one's place. */
  readonly id?: string;
  readonly description?: string;
  readonly duration?: number;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

type Kind = 'success' | 'error' | 'info' | 'warning' | 'message';

function say(kind: Kind) {
  return (text: string, options: ToastOptions = {}): void => {
    void import('sonner').then(({ toast: sonner }) => sonner[kind](text, options satisfies ExternalToast));
  };
}

export const toast = {
  success: say('success'),
  error: say('error'),
  info: say('info'),
  warning: say('warning'),
  message: say('message'),
  dismiss(id?: string): void {
    void import('sonner').then(({ toast: sonner }) => sonner.dismiss(id));
  },
};
