import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { EngineWindow, Key } from './engine-window.ts';
import { boxFaults, listenForErrors, locate, readText, takeErrors, type Located, type NameQuery } from './in-page.ts';

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

export type Role = 'button' | 'link' | 'radio' | 'checkbox' | 'textbox' | 'searchbox' | 'switch' | 'menuitem' | 'tab';

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

  async back(): Promise<void> {
    await this.collectErrors();
    await this.window.evaluate('() => history.back()', []);
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
    await expect
      .poll(
        async () => {
          const located = await this.locate(role, name);
          if (!('problem' in located)) await this.window.clickAt(located.x, located.y);
          return located;
        },
        { timeout: PATIENCE_MS },
      )
      .toEqual({ problem: 'not on the page' });
  }

  /** Selects a radio button, a checkbox or a switch. */
  async check(role: 'radio' | 'checkbox' | 'switch', name: string | RegExp): Promise<void> {
    await this.click(role, name);
    await expect.poll(async () => (await this.find(role, name)).checked, { message: `${name} is chosen` }).toBe(true);
  }

  /** Replaces the text of a field by typing. */
  async fill(name: string | RegExp, text: string, role: 'textbox' | 'searchbox' = 'textbox'): Promise<void> {
    await this.click(role, name);
    await this.window.press('SelectAll');
    await this.window.type(text);
    await expect
      .poll(async () => (await this.find(role, name)).value, { message: `${name} is filled in` })
      .not.toBe('');
  }

  /** Waits until the page, or its topmost dialog, says this. */
  async reads(text: string | RegExp): Promise<void> {
    const poll = expect.poll(() => this.readText(), { message: `the page reads ${text}`, timeout: PATIENCE_MS });
    await (typeof text === 'string' ? poll.toContain(text) : poll.toMatch(text));
  }

  async readsNot(text: string): Promise<void> {
    await expect.poll(() => this.readText(), { timeout: PATIENCE_MS }).not.toContain(text);
  }

  /** The path with query and hash. */
  address(): Promise<string> {
    return this.run(() => location.pathname + location.search + location.hash);
  }

  /** Runs a function in the page; it may use nothing outside itself. */
  async run<A extends readonly unknown[], T>(work: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    const guarded = `(...args) => globalThis.TestingLibraryDom === undefined ? 'unprepared' : (${String(work)})(...args)`;
    const result = await this.window.evaluate<Awaited<T> | 'unprepared'>(guarded, args);
    if (result !== 'unprepared') return result;
    await this.prepare();
    return this.run(work, ...args);
  }

  boxFaults(): Promise<string[]> {
    return this.run(boxFaults);
  }

  /** The errors of scripts since the last call. */
  async scriptErrors(): Promise<string[]> {
    await this.collectErrors();
    return this.errors.splice(0);
  }

  close(): Promise<void> {
    return this.window.close();
  }

  /** Every document needs the library and the listeners anew. */
  private async prepare(): Promise<void> {
    await this.window.evaluate(`() => { (${String(listenForErrors)})(); ${library} }`, []);
  }

  private async collectErrors(): Promise<void> {
    this.errors.push(...(await this.window.evaluate<string[]>(String(takeErrors), [])));
  }

  /** While a page replaces another there is nothing to read. */
  private readText(): Promise<string> {
    return this.run(readText).catch(() => '');
  }

  private locate(role: Role, name: string | RegExp): Promise<Located> {
    const query: NameQuery = typeof name === 'string' ? { text: name } : { pattern: name.source };
    return this.run(locate, role, query).catch((error: Error) => ({ problem: error.message }));
  }

  private async find(role: Role, name: string | RegExp) {
    const began = performance.now();
    for (;;) {
      const located = await this.locate(role, name);
      if (!('problem' in located)) return located;
      if (performance.now() - began > PATIENCE_MS) {
        const text = await this.readText();
        throw new Error(`${role} ${name}: ${located.problem}\nThe page reads: ${text.slice(0, 1500)}`);
      }
      await pause(50);
    }
  }
}
