import type { Answer } from '../../shared/api/api.ts';
import { texts } from './texts.ts';

/** In this order: each says the name of those before it, too. */
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

/** A shared tablet has the name its house gave it; a browser is called what it says of itself. */
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
