import { cleanup } from '@testing-library/react';
import { toast } from 'sonner';
import { vi } from 'vitest';
import * as samples from './samples.ts';

/* One document and one copy of all modules serve many files. After each test they are as a browser has them before it
   loads the page. This module is evaluated once for each process. */

declare global {
  /** See vitest.page-state.ts. */
  var firstState: (() => void)[] | undefined;
}

// An element that happy-dom does not implement.
const create = document.createElement.bind(document);
document.createElement = (name: string, more?: ElementCreationOptions) =>
  create(name === 'search' ? 'div' : name, more);

// happy-dom does not implement popovers.
Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} });

// A test that needs the server has its own `fetch`. What a screen asks after the end of its test gets no answer.
globalThis.fetch = () => new Promise(() => {});

/** How to end what runs until the page is left. */
const endings = new Set<() => void>();

// A timer that a screen left behind, such as the one that removes a toast, would run in a later test.
const { setTimeout: startTimer, setInterval: startInterval } = globalThis;
globalThis.setTimeout = Object.assign((...call: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...call);
  endings.add(() => clearTimeout(timer));
  return timer;
}, startTimer);
globalThis.setInterval = Object.assign((...call: Parameters<typeof setInterval>) => {
  const timer = startInterval(...call);
  endings.add(() => clearInterval(timer));
  return timer;
}, startInterval);

// React and user-event listen to the document once and for all, so of its events only this one is taken back.
const events: readonly [EventTarget, (type: string) => boolean][] = [
  [globalThis, () => true],
  [document, (type) => type === 'visibilitychange'],
];
for (const [target, isOurs] of events) {
  const listen = target.addEventListener.bind(target);
  target.addEventListener = (...call: Parameters<typeof listen>) => {
    const [type, listener, options] = call;
    listen(...call);
    if (isOurs(type)) endings.add(() => target.removeEventListener(type, listener, options));
  };
}

const { BroadcastChannel: Channel } = globalThis;
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name);
    endings.add(() => this.close());
  }
};

/** Returns a function that puts back the fields of an object and of the objects in it. */
function keep(object: object, depth: number): () => void {
  const fields = Object.getOwnPropertyDescriptors(object);
  const inner = Object.values(fields).flatMap(({ value }) =>
    depth > 0 && typeof value === 'object' && value !== null ? [keep(value, depth - 1)] : [],
  );
  return () => {
    for (const key of Reflect.ownKeys(object)) {
      if (!Object.hasOwn(fields, key)) Reflect.deleteProperty(object, key);
    }
    Object.defineProperties(object, fields);
    for (const again of inner) again();
  };
}

const root = document.documentElement;
const attributes = [root, document.head, document.body].map(
  (element) =>
    [element, new Map(element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? '']))] as const,
);
const kept = [
  keep(navigator, 0),
  ...Object.values(samples).flatMap((sample) => (typeof sample === 'object' ? [keep(sample, 6)] : [])),
];

/** Puts back all that a test can have changed. */
export async function leavePage(): Promise<void> {
  vi.useRealTimers();
  cleanup();
  // React renders in an immediate.
  await new Promise((resolve) => void setImmediate(resolve));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const end of endings) end();
  endings.clear();
  // The library outside of our modules shows its toasts again to the next page that listens.
  toast.dismiss();
  for (const again of globalThis.firstState ?? []) again();
  for (const again of kept) again();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const [element, first] of attributes) {
    for (const name of element.getAttributeNames()) if (!first.has(name)) element.removeAttribute(name);
    for (const [name, value] of first) element.setAttribute(name, value);
  }
}
