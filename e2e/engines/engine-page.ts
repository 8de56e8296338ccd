import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { EngineWindow, Key, Size } from './engine-window.ts';
import { locate, readText, setGlobals, takeErrors, type Located, type NameQuery } from './in-page.ts';

const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

export type Role = 'button' | 'link' | 'radio' | 'checkbox' | 'textbox' | 'summary';

/** How long a page may take for the next step on a busy machine. */
const PATIENCE_MS = 15_000;

/** A page in a window of some engine, used as a person does: by the names of controls, with pointer and keys. */
export class EnginePage {
  private readonly errors: string[] = [];
  private readonly window: EngineWindow;
  private readonly baseUrl: string;

  // The compiler strips types only, so parameter properties are not available.
  constructor(window: EngineWindow, baseUrl: string) {
    this.window = window;
    this.baseUrl = baseUrl;
  }

  async open(path: string): Promise<void> {
    await this.collectErrors();
    await this.window.open(this.baseUrl + path);
    await this.prepare();
  }

  async goBack(): Promise<void> {
    await this.collectErrors();
    // Later, because the answer would be lost with the page.
    await this.window.evaluate('() => void setTimeout(() => history.back())', []);
  }

  get canResize(): boolean {
    return this.window.resize !== null;
  }

  async resize(size: Size): Promise<void> {
    await this.window.resize?.(size);
  }

  press(key: Key): Promise<void> {
    return this.window.press(key);
  }

  /** Presses a control as soon as it can be reached. */
  async click(role: Role, name: string | RegExp): Promise<void> {
    const { x, y } = await this.find(role, name);
    await this.window.clickAt(x, y);
  }

  /**
   * Presses a control until it is gone, because some ignore a press that comes too soon to be meant: the alarm of a new
   * order, for example.
   */
  async clickUntilGone(role: Role, name: string | RegExp): Promise<void> {
    await this.click(role, name);
    const clickAgain = async () => {
      const located = await this.locate(role, name);
      if (!('problem' in located)) await this.window.clickAt(located.x, located.y);
      return located;
    };
    await expect.poll(clickAgain, { timeout: PATIENCE_MS }).toEqual({ problem: 'not on the page' });
  }

  /** Chooses a radio button or checks a checkbox. */
  async select(role: 'radio' | 'checkbox', name: string | RegExp): Promise<void> {
    await this.click(role, name);
    await expect.poll(async () => (await this.find(role, name)).checked, { message: `${name} is chosen` }).toBe(true);
  }

  /** Replaces the text of a field by typing. Some fields write what was typed in their own form. */
  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.click('textbox', name);
    await this.window.press('SelectAll');
    await this.window.type(text);
    const letters = (value: string) => value.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const typed = async () => letters((await this.find('textbox', name)).value);
    await expect.poll(typed, { message: `${name} is filled in` }).toContain(letters(text));
  }

  /** Waits until the page, or its topmost dialog, says this. */
  async expectText(text: string | RegExp): Promise<void> {
    // While a page replaces another there is nothing to read.
    const read = () => this.run(readText).catch(() => '');
    const poll = expect.poll(read, { message: `the page says ${text}`, timeout: PATIENCE_MS });
    await (typeof text === 'string' ? poll.toContain(text) : poll.toMatch(text));
  }

  /** The path with query and hash. */
  address(): Promise<string> {
    return this.run(() => location.pathname + location.search + location.hash);
  }

  /** Runs a function in the page. It may use nothing outside itself. */
  async run<A extends readonly unknown[], T>(work: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    const guarded = `(...args) => globalThis.TestingLibraryDom === undefined ? 'unprepared' : (${String(work)})(...args)`;
    const began = performance.now();
    for (;;) {
      try {
        const result = await this.window.evaluate<Awaited<T> | 'unprepared'>(guarded, args);
        if (result !== 'unprepared') return result;
        await this.prepare();
      } catch (error) {
        // A press may have led to another page, which takes the place of this one in the meantime.
        if (performance.now() - began > PATIENCE_MS) throw error;
        await pause(100);
      }
    }
  }

  /** The uncaught errors since the last call, on this and earlier pages. Those of the first moments may be missing. */
  async uncaughtErrors(): Promise<string[]> {
    await this.collectErrors();
    return this.errors.splice(0);
  }

  close(): Promise<void> {
    return this.window.close();
  }

  private async prepare(): Promise<void> {
    await this.window.evaluate(`() => { (${String(setGlobals)})(); ${testingLibrary} }`, []);
  }

  private async collectErrors(): Promise<void> {
    this.errors.push(...(await this.window.evaluate<string[]>(String(takeErrors), [])));
  }

  private locate(role: Role, name: string | RegExp): Promise<Located> {
    const query: NameQuery = typeof name === 'string' ? { text: name } : { pattern: name.source };
    return this.run(locate, role, query);
  }

  /** Finds a control that stays where it is, because a page that still loads moves its parts. */
  private async find(role: Role, name: string | RegExp) {
    const began = performance.now();
    let before: Located = { problem: 'not looked for' };
    for (;;) {
      const located = await this.locate(role, name);
      if (!('problem' in located) && !('problem' in before) && located.x === before.x && located.y === before.y)
        return located;
      before = located;
      if (performance.now() - began > PATIENCE_MS) {
        const text = await this.run(readText);
        const problem = 'problem' in located ? located.problem : 'it moves';
        throw new Error(`${role} ${name}: ${problem}\nThe page says: ${text.slice(0, 1500)}`);
      }
      await pause(50);
    }
  }
}
