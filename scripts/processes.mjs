import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { inRoot, root } from './root.mjs';

const children = new Set();
let forwarding = false;

// Whoever ends a command ends what it started; exit handlers (the lock's, this one) run on the way out.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!forwarding) process.exit(128 + constants.signals[signal]);
  });
}
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

/** The environment in which the repository's own tools come first, its own Node among them. */
export function ownEnvironment(extra = {}) {
  const own = inRoot('node_modules', '.bin');
  const rest = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== own);
  return { ...process.env, ...extra, PATH: [own, ...rest].join(path.delimiter) };
}

/** A tool that npm installed: oxlint, vitest, playwright, … */
export const tool = (name) => inRoot('node_modules', '.bin', name);

/** Runs to the end and answers `{code, output}`; `hears` gets the output as it comes, and may stop it. */
export function run(file, args, { cwd = root, env = ownEnvironment(), shows = false, hears = () => {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: shows ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    let output = '';
    const keep = (chunk) => {
      output += chunk;
      hears(String(chunk), () => child.kill('SIGTERM'));
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => {
      children.delete(child);
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? 128 + constants.signals[signal], output });
    });
  });
}

/**
 * Turns this process into another one and never returns: same process id, same terminal, signals
 * reach it directly. Where the running Node cannot do that, a child runs in our place and we wait.
 */
export function become(file, args, env = ownEnvironment()) {
  if (process.execve) process.execve(file, [file, ...args], env);
  const child = spawn(file, args, { cwd: process.cwd(), env, stdio: 'inherit' });
  forwarding = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  return new Promise(() => {});
}
