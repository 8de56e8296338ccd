import { openFirefoxWindow } from './firefox-window.ts';
import { openWebKitWindow } from './webkit-window.ts';

export type Engine = 'firefox' | 'webkit';

/** The size of a page, without the browser's bars. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The keys that journeys press besides text. */
export type Key = 'Escape' | 'SelectAll';

/** What the WebDriver protocols of all engines can do. Each window has cookies and storage of its own. */
export interface EngineWindow {
  /** Returns once the page and its pictures have loaded. */
  open(url: string): Promise<void>;
  /** Runs `return (function)(...args)` in the page. Arguments and result are JSON; a promise is awaited. */
  evaluate<T>(source: string, args: readonly unknown[]): Promise<T>;
  /** Makes the page this large. Null where the engine does not take every new size. */
  readonly resize: ((size: Size) => Promise<void>) | null;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  close(): Promise<void>;
}

/** Opens a window with the browser that `scripts/engines.mjs` found. */
export function openWindow(engine: Engine, size: Size): Promise<EngineWindow> {
  const program = { firefox: process.env.FIREFOX, webkit: process.env.WEBKIT }[engine];
  if (!program) throw new Error(`${engine} is not installed: run npm run engines`);
  return engine === 'webkit' ? openWebKitWindow(program, size) : openFirefoxWindow(program, size);
}
