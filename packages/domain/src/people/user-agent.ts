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

/** The same, with the name of a program that is no browser, such as curl, in place of the browser. */
export function parseClient(userAgent: string | null | undefined): DeviceKind {
  const { browser, system } = parseUserAgent(userAgent);
  return { browser: browser ?? PROGRAM.exec(userAgent ?? '')?.[1] ?? null, system };
}
