/** The fields of a package in package-lock.json that name what it needs when it runs. */
const NEEDS = ['dependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * Returns the packages that the apps need when they run or are built for production, with what each of them needs, as
 * `[place, places]`. A place is a key of the lockfile, such as `node_modules/hono`. `npm sbom` leaves out every package
 * that some workspace also uses for development, hono and pg among them.
 */
export function productionPackages(lock) {
  const found = new Map();
  const waiting = Object.keys(lock.packages).filter(
    (at) => /^(apps|packages)\//.test(at) && !at.includes('node_modules'),
  );
  // The repository brings its own Node, on which the server runs.
  if (lock.packages['node_modules/node']) waiting.push('node_modules/node');
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at)) continue;
    const needs = neededBy(lock, at);
    found.set(at, needs);
    waiting.push(...needs);
  }
  return [...found].toSorted(([a], [b]) => byText(a, b));
}

const byText = (a, b) => (a < b ? -1 : Number(a > b));

function neededBy(lock, at) {
  const entry = lock.packages[at];
  const names = NEEDS.flatMap((field) => Object.keys(entry[field] ?? {}));
  const isOptionalPeer = (name) => entry.peerDependenciesMeta?.[name]?.optional && !entry.dependencies?.[name];
  const places = names.filter((name) => !isOptionalPeer(name)).map((name) => placeOf(lock, at, name));
  return [...new Set(places.filter((place) => place !== null))].toSorted(byText);
}

/** Where a package is found from another one: in its own node_modules, or in those of the folders above. */
function placeOf(lock, from, name) {
  for (const folder of foldersAbove(from)) {
    const place = `${folder}node_modules/${name}`;
    const entry = lock.packages[place];
    if (entry) return entry.link ? entry.resolved : place;
  }
  return null;
}

/** `a/node_modules/b` → `a/node_modules/b/`, `a/`, and the root. */
function foldersAbove(at) {
  const folders = [`${at}/`];
  for (let end = at.lastIndexOf('node_modules/'); end > 0; end = at.lastIndexOf('node_modules/', end - 1))
    folders.push(at.slice(0, end));
  return [...folders, ''];
}

/** The bill of materials in CycloneDX 1.6, without a time, so that equal lockfiles give equal files. */
export function billOfMaterials(lock) {
  const packages = productionPackages(lock);
  const refs = new Map(packages.map(([at]) => [at, refOf(lock, at)]));
  const { name, version, license } = lock.packages[''];
  const own = `pkg:npm/${name}@${version}`;
  const top = packages.filter(([at]) => at.startsWith('apps/')).map(([at]) => refs.get(at));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name, version, purl: own, ...licensesOf(license) },
    },
    components: [...new Map(packages.map(([at]) => [refs.get(at), componentOf(lock, at)])).values()],
    dependencies: [
      { ref: own, dependsOn: top },
      ...[...new Set(refs.values())].map((ref) => ({ ref, dependsOn: dependenciesOf(packages, refs, ref) })),
    ],
  };
}

/** What a package needs; the same version may be in several places of the lockfile. */
function dependenciesOf(packages, refs, ref) {
  const same = packages.filter(([at]) => refs.get(at) === ref);
  return [...new Set(same.flatMap(([, needs]) => needs.map((place) => refs.get(place))))].toSorted(byText);
}

function nameOf(lock, at) {
  return lock.packages[at].name ?? at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function refOf(lock, at) {
  return `pkg:npm/${nameOf(lock, at).replace('@', '%40')}@${lock.packages[at].version}`;
}

function componentOf(lock, at) {
  const { version, license, integrity } = lock.packages[at];
  const [scope, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameOf(lock, at)).slice(1);
  const purl = refOf(lock, at);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name,
    version,
    purl,
    // Our own packages have the licence of the repository.
    ...licensesOf(license ?? (at.includes('node_modules') ? undefined : lock.packages[''].license)),
    ...hashesOf(integrity),
  };
}

/** A licence is one SPDX id or an expression of several. */
function licensesOf(license) {
  if (!license) return {};
  return { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] };
}

function hashesOf(integrity) {
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return hash ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] } : {};
}
