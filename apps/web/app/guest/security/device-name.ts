import type { Answer } from '../../shared/api/api.ts';
import { texts } from './texts.ts';

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

/** A shared tablet has the name that the restaurant chose; a browser is named after its user agent. */
export function deviceName({
  tablet,
  browser,
}: Pick<Answer<'getMyDevices'>['devices'][number], 'tablet' | 'browser'>): string {
  if (tablet) return tablet;
  const find = (patterns: readonly (readonly [string, RegExp])[]) =>
    patterns.find(([, pattern]) => pattern.test(browser ?? ''))?.[0];
  const name = find(BROWSERS);
  const system = find(SYSTEMS);
  return name && system ? texts.on(name, system) : (name ?? system ?? texts.unknown);
}
