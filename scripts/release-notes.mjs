// `node scripts/release-notes.mjs VERSION`: refuses a version that cannot be released, and prints its notes from
// CHANGELOG.md. The release workflow runs it first.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { command, Stop } from './screen.mjs';

await command(() => {
  const version = process.argv[2] ?? '';
  const own = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version;
  if (version !== own) throw new Stop(`package.json has version ${own}, not ${version}. Change it there first.`);
  if (hasTag(version)) throw new Stop(`v${version} is released already. A version is published once: raise it.`);
  const changelog = readFileSync(inRoot('CHANGELOG.md'), 'utf8');
  if (notesOf(changelog, 'Unreleased') !== '')
    throw new Stop(`CHANGELOG.md still has notes under “Unreleased”. Move them under “${version}”.`);
  const notes = notesOf(changelog, version);
  if (notes === '') throw new Stop(`CHANGELOG.md has no notes under “${version}”.`);
  process.stdout.write(`${notes}\n`);
});

/** Fails rather than calling a version new whose tag Git could not look up. */
function hasTag(version) {
  const { status, stdout, stderr } = spawnSync('git', ['tag', '--list', `v${version}`], {
    cwd: inRoot(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Stop('Git cannot list the tags.', stderr);
  return stdout.trim() !== '';
}

/** What is under a heading of the second level, which may be followed by a date. */
function notesOf(changelog, heading) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((each) => each.startsWith(`${heading}\n`) || each.startsWith(`${heading} `));
  return part === undefined ? '' : part.slice(part.indexOf('\n')).trim();
}
