import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { inRoot, root } from './root.mjs';

const children = new Set();
let forwarding = false;

// Stops the child processes when the command is stopped. Exit handlers, also those of the lock, still run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!forwarding) process.exit(128 + constants.signals[signal]);
  });
}
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

/** The environment with the repository's own tools, including Node, first on PATH. */
export function ownEnvironment(extra = {}) {
  const own = inRoot('node_modules', '.bin');
  const rest = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== own);
  return { ...process.env, ...extra, PATH: [own, ...rest].join(path.delimiter) };
}

/** Returns the path of an installed tool: oxlint, vitest, playwright, … */
export const tool = (name) => inRoot('node_modules', '.bin', name);

/** Runs a program and returns `{code, output}`. `onOutput` gets the output as it arrives and may stop the program. */
export function run(
  file,
  args,
  { cwd = root, env = ownEnvironment(), inheritsOutput = false, onOutput = () => {} } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: inheritsOutput ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    let output = '';
    const keep = (chunk) => {
      output += chunk;
      onOutput(String(chunk), () => child.kill('SIGTERM'));
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
 * Replaces this process by another program and does not return: same process id, same terminal, same signals. If the
 * running Node cannot do that, the program runs as a child.
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
