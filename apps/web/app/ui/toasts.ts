import type { ExternalToast } from 'sonner';

/**
 * Short messages at the edge of the screen. The library comes with the first one, so that no guest
 * waits for what they may never need; it is shown as soon as its place is there.
 */
export interface ToastOptions {
  /** A second toast with the same id takes the first one's place. */
  readonly id?: string;
  readonly description?: string;
  readonly duration?: number;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

export type Sonner = typeof import('sonner');
type Kind = 'success' | 'error' | 'info' | 'warning' | 'message';

/** The library, and what lifts its place above a dialog that has opened since. */
interface Place {
  readonly sonner: Sonner;
  readonly lift: () => void;
}

let isNeeded = false;
const listeners = new Set<() => void>();
let open: (place: Place) => void = () => {};
const place = new Promise<Place>((resolve) => {
  open = resolve;
});

/** Between here and the Toaster: whether anything was said yet, and when its place is on the page. */
export const toastPlace = {
  isNeeded: () => isNeeded,
  subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  open: (there: Place) => open(there),
};

function want(): void {
  isNeeded = true;
  for (const listener of listeners) listener();
}

function say(kind: Kind) {
  return (text: string, options: ToastOptions = {}): void => {
    want();
    void place.then(({ sonner, lift }) => {
      lift();
      return sonner.toast[kind](text, options satisfies ExternalToast);
    });
  };
}

export const toast = {
  success: say('success'),
  error: say('error'),
  info: say('info'),
  warning: say('warning'),
  message: say('message'),
  /** Before the first one: for pages that must still speak when the connection is gone. */
  prepare: want,
  dismiss(id?: string): void {
    if (isNeeded) void place.then(({ sonner }) => sonner.toast.dismiss(id));
  },
};
