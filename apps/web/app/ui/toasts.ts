/* Short messages at the edge of the screen. The library is loaded with the first one, and the message shows as soon as
   the layer is mounted. */

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
interface Layer {
  readonly sonner: Sonner;
  readonly lift: () => void;
}

let isNeeded = false;
const listeners = new Set<() => void>();
let open: (layer: Layer) => void = () => {};
const layer = new Promise<Layer>((resolve) => {
  open = resolve;
});

/** Connects this module with the Toaster: whether a toast is needed, and when the layer is mounted. */
export const toastLayer = {
  isNeeded: () => isNeeded,
  subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  open: (mounted: Layer) => open(mounted),
};

function requestLayer(): void {
  isNeeded = true;
  for (const listener of listeners) listener();
}

function show(kind: Kind) {
  return (text: string, options: ToastOptions = {}): void => {
    requestLayer();
    void layer.then(({ sonner, lift }) => {
      lift();
      // A toast with the same id would keep parts of the earlier one, such as the action to undo it.
      const all = { action: undefined, description: undefined, duration: undefined, ...options };
      return sonner.toast[kind](text, all);
    });
  };
}

export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  message: show('message'),
  /** Loads the library in advance, for pages that need toasts after the connection is lost. */
  prepare: requestLayer,
  dismiss(id?: string): void {
    if (isNeeded) void layer.then(({ sonner }) => sonner.toast.dismiss(id));
  },
};
