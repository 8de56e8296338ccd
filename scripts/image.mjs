// `npm run image -- FOLDER`: runs the steps of the Dockerfile without Docker, each stage in a folder of its own, in a
// namespace that sees only that folder, /usr and /etc of this machine. It shows that the steps work and that the image
// has what its commands need. `npm run image -- FOLDER npm run admin -- audit` runs a command in the last stage, with the
// user and the environment of the image; variables after `--env` are added, as `-e` of Docker. Needs Linux, bubblewrap,
// and root.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { inRoot } from './root.mjs';
import { command, say, Stop } from './screen.mjs';

const NODE_USER = 1000;

/** Returns the instructions: `[name, rest]`, with lines joined and comments removed. */
export function instructionsOf(dockerfile) {
  const lines = dockerfile.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, ' ');
  return joined.split('\n').map((line) => {
    const [name, ...rest] = line.split(' ');
    return [name, rest.join(' ').trim()];
  });
}

/** A file system with the Node of package.json, like the base image. */
function createBase(folder) {
  for (const name of ['etc', 'usr', 'proc', 'dev', 'tmp', 'root', 'home/node', 'opt/node/bin']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, path.join(folder, name));
  linkSync(inRoot('node_modules', 'node', 'bin', 'node'), path.join(folder, 'opt/node/bin/node'));
  writeFileSync(
    path.join(folder, 'passwd'),
    `root:x:0:0::/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`,
  );
  writeFileSync(path.join(folder, 'group'), `root:x:0:\nnode:x:${NODE_USER}:\n`);
  execFileSync('chown', [`${NODE_USER}:${NODE_USER}`, path.join(folder, 'home/node')]);
}

/** Runs a program in a stage. Returns its exit code. */
function runIn(stage, args, { folder, env, user }) {
  const own = { ...env, PATH: '/opt/node/bin:/usr/bin:/bin', HOME: user === 'node' ? '/home/node' : '/root' };
  const cache = path.join(homedir(), '.npm');
  // oxfmt would write one word a line.
  // prettier-ignore
  const options = [
    '--bind', stage, '/', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', '--dev', '/dev', '--proc', '/proc',
    '--ro-bind', path.join(stage, 'passwd'), '/etc/passwd', '--ro-bind', path.join(stage, 'group'), '/etc/group',
    ...(user !== 'node' && existsSync(cache) ? ['--bind', cache, '/root/.npm'] : []),
    '--unshare-pid', '--die-with-parent', '--cap-add', 'ALL', '--clearenv', '--chdir', folder,
    ...Object.entries(own).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(user === 'node' ? ['setpriv', `--reuid=${NODE_USER}`, `--regid=${NODE_USER}`, '--clear-groups'] : []),
  ];
  return spawnSync('bwrap', [...options, ...args], { stdio: 'inherit' }).status ?? 1;
}

/** Copies a file, or the content of a folder, as COPY does. */
function copy(from, to, { isFolderTarget }) {
  const isFolder = execFileSync('stat', ['-c', '%F', from], { encoding: 'utf8' }).trim() === 'directory';
  const target = !isFolder && isFolderTarget ? path.join(to, path.basename(from)) : to;
  mkdirSync(isFolder ? target : path.dirname(target), { recursive: true });
  execFileSync('cp', ['-a', isFolder ? `${from}/.` : from, target]);
}

function build(folder) {
  const context = path.join(folder, 'context');
  const stages = new Map();
  // Git leaves out what .dockerignore does: packages, builds, data and settings.
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: inRoot(), encoding: 'utf8' });
  for (const file of files.trim().split('\n'))
    if (existsSync(inRoot(file))) cpSync(inRoot(file), path.join(context, file));
  let stage = '';
  let state = {};
  for (const [name, rest] of instructionsOf(readFileSync(inRoot('Dockerfile'), 'utf8'))) {
    say(`${name} ${rest}`);
    if (name === 'FROM') {
      const [base, , alias = 'image'] = rest.replace(/^--\S+ /, '').split(' ');
      stage = path.join(folder, alias);
      const before = stages.get(base);
      if (before) execFileSync('cp', ['-a', before.stage, stage]);
      else createBase(stage);
      state = { folder: '/', user: 'root', ...before?.state, env: { ...before?.state.env } };
      stages.set(alias, { stage, state });
    } else if (name === 'WORKDIR') {
      state.folder = rest;
      mkdirSync(path.join(stage, rest), { recursive: true });
    } else if (name === 'COPY') {
      const [, source, list] = /^(?:--from=(\w+) )?(.+)$/.exec(rest);
      const names = list.split(/\s+/);
      const target = names.pop();
      const from = source === undefined ? context : stages.get(source).stage;
      const to = path.resolve(path.join(stage, state.folder), target);
      for (const each of names)
        copy(path.join(from, each), to, { isFolderTarget: target.endsWith('/') || names.length > 1 });
    } else if (name === 'RUN') {
      const code = runIn(stage, ['/bin/sh', '-c', rest], state);
      if (code !== 0) throw new Stop(`This step failed with ${code}: RUN ${rest}`);
    } else if (name === 'ENV') {
      for (const [, key, value] of rest.matchAll(/(\w+)=(\S+)/g)) state.env[key] = value;
    } else if (name === 'USER') state.user = rest;
    else if (name === 'ARG') state.env[rest.split('=')[0]] = '';
    else if (!['EXPOSE', 'HEALTHCHECK', 'CMD'].includes(name)) throw new Stop(`${name} is not known here.`);
  }
  writeFileSync(path.join(folder, 'image.json'), JSON.stringify(state));
  say(execFileSync('du', ['-sh', '--exclude=node', stage], { encoding: 'utf8' }).trim());
}

if (import.meta.main) {
  await command(() => {
    const [folder, ...args] = process.argv.slice(2);
    if (!folder) throw new Stop('Please name a folder: npm run image -- /tmp/image');
    if (args.length === 0) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      return build(path.resolve(folder));
    }
    const state = JSON.parse(readFileSync(path.join(folder, 'image.json'), 'utf8'));
    while (args[0] === '--env') {
      const [, setting] = args.splice(0, 2);
      const at = setting.indexOf('=');
      state.env[setting.slice(0, at)] = setting.slice(at + 1);
    }
    process.exitCode = runIn(path.resolve(folder, 'image'), args, state);
    return undefined;
  });
}
