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
 * The browser's copy of the route table names for every route all the files behind it, and only the
 * server, which has its own copy, reads them: without them it is half as large.
 */
async function thinRouteTable(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/^manifest-.*\.js$/.test(name)) continue;
    const file = path.join(assets, name);
    const text = await readFile(file, 'utf8');
    const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
    const table = JSON.stringify(JSON.parse(text.slice(begin, end)), (key, value: unknown) =>
      key === 'imports' ? [] : value === false ? undefined : value,
    );
    await writeFile(file, text.slice(0, begin) + table + text.slice(end));
  }
}
