import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { BUILD } from '@tiffin/languages/plugin';

export default {
  ssr: true,
  buildDirectory: BUILD,
  // The route table is small. Sending it once saves a request per page, and it cannot get out of step.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ viteConfig }) => thinRouteTable(path.join(viteConfig.root, BUILD, 'client', 'assets')),
} satisfies Config;

/**
 * The browser's copy of the route table lists files that only the server reads, routes that are files and not pages,
 * and for each page the styles of its frame, which the root already lists. Without these it is half as large.
 */
async function thinRouteTable(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/^manifest-.*\.js$/.test(name)) continue;
    const file = path.join(assets, name);
    const text = await readFile(file, 'utf8');
    const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
    const table: RouteTable = JSON.parse(text.slice(begin, end));
    const isRedirect = (id: string) => id.startsWith('redirect ');
    const ofAll = new Set(table.routes['root']?.css);
    const routes = Object.entries(table.routes)
      .filter(([id, { hasDefaultExport, hasClientLoader }]) => hasDefaultExport || hasClientLoader || isRedirect(id))
      .map(([id, { imports: _imports, css, ...route }]) => {
        const own = css.filter((each) => id === 'root' || !ofAll.has(each));
        return [id, own.length > 0 ? { ...route, css: own } : route] as const;
      });
    const thin = JSON.stringify(
      { ...table, entry: { ...table.entry, imports: [] }, routes: Object.fromEntries(routes) },
      (_key, value: unknown) => (value === false ? undefined : value),
    );
    await writeFile(file, text.slice(0, begin) + thin + text.slice(end));
  }
}

interface RouteTable {
  readonly entry: { readonly imports: readonly string[] };
  readonly routes: Readonly<
    Record<
      string,
      {
        readonly css: readonly string[];
        readonly imports: readonly string[];
        readonly hasDefaultExport: boolean;
        readonly hasClientLoader: boolean;
      }
    >
  >;
}
