import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { BUILD } from '@tiffin/languages/plugin';

export default {
  ssr: true,
  buildDirectory: BUILD,
  // The route table is small: sending it once saves a request per page and a way to be out of step.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ viteConfig }) => thinRouteTable(path.join(viteConfig.root, BUILD, 'client', 'assets')),
} satisfies Config;

/**
 * The browser's copy of the route table names for every route all the files behind it, and only the server, which
 * has its own copy, reads them; addresses that are files and no pages; and beside every page the styles of the frame
 * around it, which the root names first. Without all this it is half as large.
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
