// `npm run notices -- [FILE]`: the licences of every package that runs in production, as their authors ask.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { productionPackages } from './bill-of-materials.mjs';
import { inRoot } from './root.mjs';
import { say } from './screen.mjs';

const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const places = productionPackages(lock)
  .map(([place]) => place)
  .filter((place) => place.includes('node_modules/'));

function licenceOf(place) {
  const names = readdirSync(inRoot(place)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  if (names.length === 0) return sourceOf(place);
  return names.map((name) => readFileSync(inRoot(place, name), 'utf8').trim()).join('\n\n');
}

/** Some packages name their licence and contain no text of it. */
function sourceOf(place) {
  const { author, repository, homepage } = JSON.parse(readFileSync(inRoot(place, 'package.json'), 'utf8'));
  const source = repository?.url ?? repository ?? homepage ?? 'https://www.npmjs.com';
  const from = author ? ` by ${author.name ?? author}` : '';
  return `The package${from} contains no text of its licence. Its source: ${source.replace(/^git\+/, '')}`;
}

const parts = places.flatMap((place) => {
  const { version, license = 'see the package' } = lock.packages[place];
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  try {
    return [`${name} ${version} (${license})\n\n${licenceOf(place)}`.trim()];
  } catch {
    return []; // for another operating system
  }
});
const text = `${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
const [file] = process.argv.slice(2);
if (file) {
  writeFileSync(file, text);
  say(`${parts.length} packages in ${file}`);
} else process.stdout.write(text);
