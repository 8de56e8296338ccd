import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@tiffin/server/web/free-port';
import type { EngineWindow, Size } from './engine-window.ts';

const KEYS = { Escape: '\uE00C', Enter: '\uE007', Control: '\uE009' };
const START_WITHIN_MS = 20_000;
/** Larger than any window of the tests. */
const SCREEN = '1600x1200x24';

/** WebKitGTK by the classic WebDriver protocol, on a display of its own. Its layout code is Safari's. */
export async function openWebKitWindow(browser: string): Promise<EngineWindow> {
  const settings = await writeGtkSettings();
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await firstLine(screen);
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      TZ: 'America/Halifax',
      XDG_CONFIG_HOME: settings,
      // Without a graphics card, pages may stay blank.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  const end = async () => {
    driver.kill();
    screen.kill();
    await rm(settings, { recursive: true, force: true });
  };
  process.on('exit', () => [driver, screen].forEach((program) => program.kill()));

  async function send<T>(method: string, where: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${where}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${method} ${where}: ${value.message}`);
    return value;
  }

  try {
    const began = performance.now();
    while (!(await send('GET', '/status').then(Boolean, () => false))) {
      if (performance.now() - began > START_WITHIN_MS) throw new Error('WebKitWebDriver did not start');
      await pause(20);
    }
    const options = { binary: browser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities });
    const session = `/session/${sessionId}`;
    const post = <T>(command: string, body: object = {}) => send<T>('POST', session + command, body);
    const evaluate = <T>(source: string, args: readonly unknown[]) =>
      post<T>('/execute/sync', { script: `return (${source})(...arguments)`, args });
    const perform = async (type: string, actions: readonly object[]) => {
      const input = { id: type, type, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }), actions };
      await post('/actions', { actions: [input] });
      await send('DELETE', `${session}/actions`);
    };
    const keys = (text: string) =>
      perform(
        'key',
        [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
      );
    const innerSize = () => evaluate<Size>('() => ({ width: innerWidth, height: innerHeight })', []);
    await post('/window/rect', { x: 0, y: 0, width: 800, height: 600 });
    const empty = await innerSize();
    const bars = { width: 800 - empty.width, height: 600 - empty.height };
    return {
      open: (url) => post('/url', { url }),
      async resize({ width, height }) {
        await post('/window/rect', { x: 0, y: 0, width: width + bars.width, height: height + bars.height });
        while ((await innerSize()).width !== width) await pause(10);
      },
      evaluate,
      clickAt: (x, y) =>
        perform('pointer', [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]),
      type: keys,
      press: (key) =>
        key === 'SelectAll'
          ? perform('key', [
              { type: 'keyDown', value: KEYS.Control },
              { type: 'keyDown', value: 'a' },
              { type: 'keyUp', value: 'a' },
              { type: 'keyUp', value: KEYS.Control },
            ])
          : keys(KEYS[key]),
      async close() {
        await send('DELETE', session);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The window's bar would be wider than a phone, and animations off means that pages prefer less motion. */
async function writeGtkSettings(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-webkit-'));
  await mkdir(path.join(folder, 'gtk-3.0'));
  const noBars = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: none; font-size: 1px }';
  await writeFile(path.join(folder, 'gtk-3.0', 'gtk.css'), noBars);
  await writeFile(path.join(folder, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  return folder;
}

async function firstLine(program: ChildProcess): Promise<string> {
  let read = '';
  for await (const chunk of program.stdio[3] as AsyncIterable<Buffer>) {
    read += chunk.toString();
    if (read.includes('\n')) return read.trim();
  }
  throw new Error('Xvfb did not start');
}
