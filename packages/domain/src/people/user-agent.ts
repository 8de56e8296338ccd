/** The order matters: each browser's user agent also contains the names of later ones. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The browser and the operating system that a user agent names; null for what it does not name. */
export interface DeviceKind {
  readonly browser: string | null;
  readonly system: string | null;
}

export function parseUserAgent(userAgent: string | null | undefined): DeviceKind {
  const find = (patterns: readonly (readonly [string, RegExp])[]) =>
    patterns.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

/** Programs name themselves at the beginning: `curl/8.9.1`. Browsers begin with `Mozilla/`. */
const PROGRAM = /^(?!Mozilla\/)([A-Za-z][\w.-]{0,39})(?:\/|\s|$)/;

/** Programs that are named. Others could name themselves anything, and each name would be another entry in the log. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'Apache-HttpClient',
  'axios',
  'curl',
  'Dart',
  'Go-http-client',
  'HTTPie',
  'Java',
  'libwww-perl',
  'node',
  'okhttp',
  'PostmanRuntime',
  'python-requests',
  'Python-urllib',
  'undici',
  'Wget',
]);
const OTHER_PROGRAM = 'Other program';

/** Like `parseUserAgent`, with the name of a program such as curl in place of the browser. */
export function parseClient(userAgent: string | null | undefined): DeviceKind {
  const { browser, system } = parseUserAgent(userAgent);
  return { browser: browser ?? programOf(userAgent ?? ''), system };
}

function programOf(userAgent: string): string | null {
  const name = PROGRAM.exec(userAgent)?.[1];
  if (name === undefined) return null;
  return PROGRAMS.has(name) ? name : OTHER_PROGRAM;
}
