import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { calls } from '@tiffin/contract';
import openapiTypes, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../platform/http/openapi.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const CLIENT = path.join(ROOT, 'packages/client');

/** The types come from the description of the API, so that the package needs neither the contract nor its schemas. */
const INDEX = `import { createClient as createAnyClient, type Client, type ClientOptions } from './client.ts';
import type { DescribedCalls } from './described-calls.ts';
import type { components, paths } from './api.ts';
export type { components } from './api.ts';
export { ApiError } from './api-error.ts';
export type { CallOptions, ClientOptions } from './client.ts';
export type Calls = DescribedCalls<paths>;
export type LiveEvent = components['schemas']['LiveEvent'];
export type TiffinClient = Client<Calls>;
export function createClient(options: ClientOptions): TiffinClient {
  return createAnyClient<Calls>(options);
}
`;

const COMPILER_OPTIONS = {
  strict: true,
  target: 'es2023',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  outDir: 'dist',
  rootDir: 'src',
  declaration: true,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
  types: [],
};

/** Writes the client as a package that other programs can install: JavaScript and types, without dependencies. */
export async function writeClientPackage(folder: string): Promise<void> {
  const readManifest = async (of: string) =>
    JSON.parse(await readFile(path.join(of, 'package.json'), 'utf8')) as Record<string, string>;
  const { description, license } = await readManifest(CLIENT);
  // The client of a server has its version.
  const { version } = await readManifest(ROOT);
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(path.join(folder, '.build-'));
  try {
    const source = path.join(work, 'src');
    await mkdir(source);
    const write = (name: string, text: string) => writeFile(path.join(work, name), text);
    await write('package.json', '{ "type": "module" }');
    await write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }));
    await write('src/index.ts', INDEX);
    const document = openApiDocument(Object.values(calls), version ?? '', 'https://restaurant.example');
    await write('src/api.ts', astToString(await openapiTypes(JSON.stringify(document))));
    await cp(path.join(ROOT, 'packages/contract/src/methods.ts'), path.join(source, 'methods.ts'));
    for (const name of ['client.ts', 'api-error.ts', 'described-calls.ts']) {
      const text = await readFile(path.join(CLIENT, 'src', name), 'utf8');
      await write(`src/${name}`, text.replaceAll('@tiffin/contract/methods', './methods.ts'));
    }
    await promisify(execFile)(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', work]);
    await cp(path.join(work, 'dist'), path.join(folder, 'dist'), { recursive: true });
  } finally {
    await rm(work, { recursive: true });
  }
  const manifest = {
    name: '@tiffin/client',
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
    engines: { node: '>=20' },
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(path.join(CLIENT, 'README.md'), path.join(folder, 'README.md'));
  await cp(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
}
