import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './root.mjs';

const SOURCES = '{apps/{server,web,android}/**,packages/{domain,contract,client}/src/**}/*.{ts,tsx}';
const NOT_PRODUCT = /\.test\.tsx?$|\/(?:node_modules|build|testing|migrations)\//;
/** A constant named in capitals, with the sentence above it if it has one. */
const CONSTANT = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^(?:export )?const ([A-Z][A-Z\d_]+)(?:: [^=]+)? = ([^;]*);$/gm;
const TEXT = /'[^']*'/g;
/** Numbers, their arithmetic, and lists and records of them. */
const NUMBERS = /^(?:[\d_.*+\-/()[\]{}\s,:]|\bcents\(|\b\w+:|\b[A-Z][A-Z_]+\b)*$/;
const MOST_CHARACTERS = 160;

/** The page that lists the numbers with a name, by folder. */
export function limitsPage() {
  const folders = new Map();
  const files = globSync(SOURCES, { cwd: inRoot() }).map((file) => file.replaceAll('\\', '/'));
  for (const file of files.filter((each) => !NOT_PRODUCT.test(each)).toSorted()) {
    const folder = path.posix.dirname(file);
    folders.set(folder, [...(folders.get(folder) ?? []), ...rowsOf(file)]);
  }
  const parts = [...folders].flatMap(([folder, rows]) =>
    rows.length > 0 ? [`## ${folder}\n\n${rows.join('\n')}`] : [],
  );
  const head = `# Numbers and limits

The numbers that have a name, in the file that decides them, each with the sentence above it. \`npm run limits\` writes this page.`;
  return `${[head, ...parts].join('\n\n')}\n`;
}

function rowsOf(file) {
  return [...readFileSync(inRoot(file), 'utf8').matchAll(CONSTANT)].flatMap(([, above, name, written]) => {
    const value = written.replaceAll(/\s+/g, ' ').replace(/ as const$/, '');
    const withoutTexts = value.replaceAll(TEXT, '');
    if (!/\d/.test(withoutTexts) || value.length > MOST_CHARACTERS || !NUMBERS.test(withoutTexts)) return [];
    const sentence = above
      ? `: ${above
          .replaceAll(/\n\s*\*/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()}`
      : '';
    return [`- \`${path.posix.basename(file)}\` \`${name} = ${value}\`${sentence}`];
  });
}
