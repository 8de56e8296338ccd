/**
 * Short messages at the edge of the screen. The library is loaded with the first one, and the message shows as soon as
 * the layer is mounted.
 */
export interface ToastOptions {
  /** A toast with the same id replaces the earlier one. */
  readonly id?: string;
  readonly description?: string;
  readonly duration?: number;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

export type Sonner = typeof import('sonner');
type Kind = 'success' | 'error' | 'info' | 'warning' | 'message';

/** The library, and a function that moves its layer above a dialog. */
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

/** Connects this module with the Toaster: whether a toast is needed, and when the layer is mounted. */
export const toastLayer = {
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
      // A toast with the same id would keep parts of the earlier one, such as the action to undo it.
      const all = { action: undefined, description: undefined, duration: undefined, ...options };
      return sonner.toast[kind](text, all);
    });
  };
}

export const toast = {
  success: say('success'),
  error: say('error'),
  info: say('info'),
  warning: say('warning'),
  message: say('message'),
  /** Loads the library in advance, for pages that need toasts after the connection is lost. */
  prepare: want,
  dismiss(id?: string): void {
    if (isNeeded) void place.then(({ sonner }) => sonner.toast.dismiss(id));
  },
};
