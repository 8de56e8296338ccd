// `npm run sbom -- [FILE]`: writes the bill of materials (CycloneDX) of what runs in production, from the lockfile
// alone. Without a file it is printed.
import { readFileSync, writeFileSync } from 'node:fs';
import { billOfMaterials } from './bill-of-materials.mjs';
import { inRoot } from './root.mjs';
import { say } from './screen.mjs';

const [file, ...rest] = process.argv.slice(2);
if (rest.length > 0 || file?.startsWith('-')) {
  say('Usage: npm run sbom -- [FILE]');
  process.exit(2);
}
const bill = billOfMaterials(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));
const text = `${JSON.stringify(bill, null, 2)}\n`;
if (file) {
  writeFileSync(file, text);
  say(`${bill.components.length} components in ${file}`);
} else process.stdout.write(text);
