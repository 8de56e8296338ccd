import { parseUserAgent } from '@tiffin/domain/people';
import type { Answer } from '../../shared/api/api.ts';
import { texts } from './texts.ts';

/** A shared tablet has the name that the restaurant chose; a browser is named after its user agent. */
export function deviceName({
  tablet,
  browser,
}: Pick<Answer<'getMyDevices'>['devices'][number], 'tablet' | 'browser'>): string {
  if (tablet) return tablet;
  const { browser: name, system } = parseUserAgent(browser);
  return name && system ? texts.on(name, system) : (name ?? system ?? texts.unknown);
}
