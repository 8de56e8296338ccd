import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { billOfMaterials, productionPackages } from './bill-of-materials.mjs';
import { inRoot } from './root.mjs';

const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const bill = billOfMaterials(lock);
const componentOf = (name) => bill.components.find((each) => each.name === name && each.group === undefined);

test('npm run sbom writes a file that names hono, react and pg with their versions and licences', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-sbom-'));
  const file = path.join(folder, 'sbom.json');
  execFileSync(process.execPath, [inRoot('scripts', 'sbom.mjs'), file]);
  const written = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  expect(written).toEqual(bill);
  expect(written).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  for (const name of ['hono', 'react', 'pg']) {
    const { version } = lock.packages[`node_modules/${name}`];
    expect(componentOf(name)).toMatchObject({
      version,
      purl: `pkg:npm/${name}@${version}`,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    });
  }
});

test('every dependency of the server is named, and tools for tests are not', () => {
  const { dependencies } = lock.packages['apps/server'];
  const names = bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'node']));
  for (const tool of ['vitest', 'playwright', 'knip', 'fast-check']) expect(names).not.toContain(tool);
});

test('every component but one has a licence, each is listed once, and its dependencies are components', () => {
  // The lockfile does not know the licence of png-js, whose package does not state it.
  expect(bill.components.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual(['png-js']);
  const refs = bill.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(refs).toEqual(expect.arrayContaining(bill.dependencies.flatMap(({ dependsOn }) => dependsOn)));
  expect(bill.dependencies.map(({ ref }) => ref)).toEqual([bill.metadata.component['bom-ref'], ...refs]);
});

test('finds a package where Node would: nested first, then above; optional peers are left out', () => {
  const small = {
    packages: {
      '': { name: 'x', version: '1.0.0', license: 'MIT' },
      'apps/server': { name: '@x/server', version: '1.0.0', dependencies: { a: '1', b: '1' } },
      'node_modules/@x/server': { link: true, resolved: 'apps/server' },
      'node_modules/a': {
        version: '1.0.0',
        license: '(MIT OR Apache-2.0)',
        dependencies: { b: '2' },
        peerDependencies: { c: '1', d: '1' },
        peerDependenciesMeta: { c: { optional: true } },
      },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
      'node_modules/b': { version: '1.0.0', license: 'ISC' },
      'node_modules/c': { version: '1.0.0', license: 'ISC' },
      'node_modules/d': { version: '1.0.0', license: 'ISC' },
    },
  };
  expect(productionPackages(small)).toEqual([
    ['apps/server', ['node_modules/a', 'node_modules/b']],
    ['node_modules/a', ['node_modules/a/node_modules/b', 'node_modules/d']],
    ['node_modules/a/node_modules/b', []],
    ['node_modules/b', []],
    ['node_modules/d', []],
  ]);
  const a = billOfMaterials(small).components.find(({ name }) => name === 'a');
  expect(a?.licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }]);
});
