import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const INSTALLED = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/usr/bin/nginx'];
const UNPACKED = path.join(tmpdir(), 'tiffin-nginx');

/**
 * The path of nginx: the installed one, or Debian's package unpacked without installing it. Null if neither is
 * available.
 */
export function nginxProgram(): string | null {
  const unpacked = path.join(UNPACKED, 'usr/sbin/nginx');
  const found = [...INSTALLED, unpacked].find(existsSync);
  if (found) return found;
  try {
    mkdirSync(UNPACKED, { recursive: true });
    execFileSync('apt-get', ['download', 'nginx'], { cwd: UNPACKED, stdio: 'ignore', timeout: 60_000 });
    const file = readdirSync(UNPACKED).find((name) => name.endsWith('.deb')) ?? '';
    execFileSync('dpkg', ['-x', path.join(UNPACKED, file), UNPACKED], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return existsSync(unpacked) ? unpacked : null;
}

/** deploy/nginx.conf with this port and server; certificate and logs are in the folder. */
export function shippedConfig({ port, upstream, folder }: { port: number; upstream: string; folder: string }): string {
  return readFileSync(path.join(import.meta.dirname, '../../../../deploy/nginx.conf'), 'utf8')
    .replace('listen 443 ssl http2;', `listen ${port} ssl http2;`)
    .replace('listen 80;', 'listen 127.0.0.1:0;')
    .replace('server 127.0.0.1:3000;', `server ${new URL(upstream).host};`)
    .replaceAll('/etc/letsencrypt/live/example.com', folder)
    .replaceAll('/var/log/nginx', folder)
    .replace(/\nserver \{\n\tlisten 127\.0\.0\.1:0;[\s\S]*$/, '\n');
}

/** The same without TLS. */
export function shippedConfigWithoutTls(place: Parameters<typeof shippedConfig>[0]): string {
  return shippedConfig(place)
    .replace(/ ssl http2;/, ';')
    .replaceAll(/^\s*ssl_certificate.*$/gm, '');
}

/** Writes a certificate for this machine where `shippedConfig` reads it. */
export function createCertificate(folder: string): void {
  const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')];
  const subject = ['-subj', '/CN=example.com', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'ignore' });
}

/** Starts nginx with these servers and returns a function that stops it. */
export async function startNginx(program: string, port: number, servers: string): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const config = `${user} pid ${folder}/pid; error_log ${folder}/error.log; worker_rlimit_nofile 20000; events { worker_connections 8192; } http { access_log off; ${temporary} ${servers} }`;
  writeFileSync(path.join(folder, 'nginx.conf'), config);
  const args = [
    '-p',
    folder,
    '-c',
    path.join(folder, 'nginx.conf'),
    '-e',
    path.join(folder, 'error.log'),
    '-g',
    'daemon off;',
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const removed = once(child, 'exit');
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${complaint}`);
    await pause(20);
  }
  return async () => {
    child.kill('SIGTERM');
    await removed;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
