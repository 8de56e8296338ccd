import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run, tool } from './processes.mjs';
import { inRoot } from './root.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tiffin-lint-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the lines that the rule refuses. */
async function refusedLines(rule, lines) {
  const config = path.join(folder, 'oxlintrc.json');
  const file = path.join(folder, 'code.js');
  writeFileSync(config, JSON.stringify({ jsPlugins: [inRoot('scripts/lint-rules.mjs')], rules: { [rule]: 'error' } }));
  writeFileSync(file, lines.join('\n'));
  const { output } = await run(tool('oxlint'), ['--config', config, '--format', 'unix', file]);
  return output.split('\n').flatMap((line) => {
    const [, number] = /code\.js:(\d+):.*fixed locale/.exec(line) ?? [];
    return number ? [lines[number - 1]] : [];
  });
}

test('a date is not written in a fixed locale, however it is passed', async () => {
  const refused = [
    "new Intl.DateTimeFormat(look === 'iso-day' ? 'en-CA' : LOCALE, options);",
    "new Intl.DateTimeFormat('sv', options);",
    "Intl.DateTimeFormat(['en-CA']);",
    "new DateTimeFormat(locale ?? 'en-CA');",
    "at.toLocaleDateString('en-CA');",
    'at.toLocaleTimeString(`sv`);',
  ];
  const allowed = [
    "new Intl.DateTimeFormat(LOCALE, { hour: 'numeric' });",
    'at.toLocaleDateString();',
    "Intl.DateTimeFormat(undefined, { timeZone: 'UTC' });",
    "(1200).toLocaleString('en-CA');",
  ];
  expect(await refusedLines('tiffin/no-fixed-date-locale', [...refused, ...allowed])).toEqual(refused);
});
