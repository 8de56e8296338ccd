import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@tiffin/server/web/free-port';
import type { EngineWindow, Size } from './engine-window.ts';

const KEYS = { Escape: '\uE00C', Control: '\uE009' };
const PATIENCE_MS = 20_000;
/** Larger than any window of the tests. */
const SCREEN = '1600x1200x24';

/** WebKitGTK by the classic WebDriver protocol, on a display of its own. Its layout code is Safari's. */
export async function openWebKitWindow(browser: string, size: Size): Promise<EngineWindow> {
  const settings = await writeGtkSettings();
  const programs: ChildProcess[] = [];
  const stop = () => {
    for (const program of programs) program.kill();
  };
  process.on('exit', stop);
  const cleanUp = async () => {
    stop();
    process.off('exit', stop);
    await rm(settings, { recursive: true, force: true });
  };
  try {
    const session = await startSession(browser, settings, programs);
    await resize(session, size);
    return windowOf(session, cleanUp);
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** Sends a command of the protocol within a session. */
type Session = <T = void>(method: 'POST' | 'DELETE', command: string, body?: object) => Promise<T>;

async function startSession(browser: string, settings: string, programs: ChildProcess[]): Promise<Session> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  programs.push(screen);
  const display = await firstLine(screen);
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    LANG: 'C.UTF-8',
    LANGUAGE: 'en_CA',
    TZ: 'America/Halifax',
    XDG_CONFIG_HOME: settings,
    // Without a graphics card, pages may stay blank.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  programs.push(spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env }));

  async function send<T>(method: string, command: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${command}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${method} ${command}: ${value.message}`);
    return value;
  }

  await waitUntil('WebKitWebDriver has started', () => send('GET', '/status').then(Boolean, () => false));
  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities });
  return (method, command, body) => send(method, `/session/${sessionId}${command}`, body);
}

function windowOf(session: Session, cleanUp: () => Promise<void>): EngineWindow {
  const perform = async (type: 'key' | 'pointer', actions: readonly object[]) => {
    const input = { id: type, type, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }), actions };
    await session('POST', '/actions', { actions: [input] });
    await session('DELETE', '/actions');
  };
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  const type = (text: string) =>
    perform(
      'key',
      [...text].flatMap((value) => [down(value), up(value)]),
    );
  return {
    open: (url) => session('POST', '/url', { url }),
    evaluate: (source, args) => evaluate(session, source, args),
    resize: null,
    clickAt: (x, y) =>
      perform('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type,
    press: (key) =>
      key === 'SelectAll'
        ? perform('key', [down(KEYS.Control), down('a'), up('a'), up(KEYS.Control)])
        : type(KEYS[key]),
    async close() {
      // A browser that crashed cannot end its session.
      await session('DELETE', '').catch(() => {});
      await cleanUp();
    },
  };
}

function evaluate<T>(session: Session, source: string, args: readonly unknown[] = []): Promise<T> {
  return session<T>('POST', '/execute/sync', { script: `return (${source})(...arguments)`, args });
}

/** Makes the page, not the window with its bars, as large as wanted. */
async function resize(session: Session, { width, height }: Size): Promise<void> {
  const measure = () => evaluate<Size>(session, '() => ({ width: innerWidth, height: innerHeight })');
  const setWindow = (size: Size) => session('POST', '/window/rect', { x: 0, y: 0, ...size });
  await setWindow({ width: 800, height: 600 });
  const page = await measure();
  await setWindow({ width: width + 800 - page.width, height: height + 600 - page.height });
  await waitUntil(`the page is ${width} × ${height}`, async () => {
    const now = await measure();
    return now.width === width && now.height === height;
  });
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
    await pause(20);
  }
}

/** The window's bar would be wider than a phone. Without animations, pages prefer less motion. */
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
