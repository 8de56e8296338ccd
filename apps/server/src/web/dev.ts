import path from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isLanguage, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { createRequestHandler } from 'react-router';
import { createServer } from 'vite';
import type { Context } from '../context.ts';
import { freePort } from './free-port.ts';
import { finishPage, requestWithinLimits, loadContextFor, type Pages } from './pages.ts';
import type { WebBuild } from './language-pages.ts';

const requestedLanguage = process.env['LANGUAGE'];
const LANGUAGE = isLanguage(requestedLanguage) ? requestedLanguage : SOURCE_LANGUAGE;

const WEB = path.join(import.meta.dirname, '..', '..', '..', 'web');

/** `npm run dev`: serves the web app from its sources through Vite with live reload. */
export async function loadDevPages(context: Context): Promise<Pages> {
  const ownListeners = process.listeners('SIGTERM');
  const vite = await createServer({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    // Its socket has a port of its own, so that two servers on one machine do not conflict.
    server: { middlewareMode: true, hmr: { port: await freePort() } },
  });
  // The router’s second Vite exits the process at once on SIGTERM. Remove its listeners, because the server shuts down
  // itself and its database first.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ownListeners.includes(listener)) process.off('SIGTERM', listener);
  }
  return {
    async answer(c, api) {
      // Gives Vite the Node request instead of the fetch request.
      const { incoming, outgoing } = c.env as HttpBindings;
      const passedOn = await new Promise<boolean>((resolve, reject) => {
        outgoing.once('close', () => resolve(false));
        vite.middlewares(incoming, outgoing, (error: unknown) => (error ? reject(error) : resolve(true)));
      });
      if (!passedOn) return RESPONSE_ALREADY_SENT;
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild;
      const handlePage = createRequestHandler(build, 'development');
      // Pages from sources have one language, set by LANGUAGE.
      const pages = { build, language: LANGUAGE };
      const page = await finishPage(
        await handlePage(await requestWithinLimits(context, c), loadContextFor(context, api, pages, c)),
        c.req.raw,
        context.config,
      );
      allowLiveReload(page.headers);
      return page;
    },
    stop: () => vite.close(),
  };
}

/** Lets the page connect to Vite's socket, which has another port. */
function allowLiveReload(headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? '';
  headers.set('content-security-policy', policy.replace("connect-src 'self'", "connect-src 'self' ws:"));
}
