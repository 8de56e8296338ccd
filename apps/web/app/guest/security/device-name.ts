import { parseUserAgent } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';

type Device = Answer<'getMyDevices'>['devices'][number];

/** A shared tablet has the name that the restaurant chose; a browser is named after its user agent. */
export function deviceName({ tablet, browser }: Pick<Device, 'browser'> & Partial<Pick<Device, 'tablet'>>) {
  if (tablet) return tablet;
  const { browser: name, system } = parseUserAgent(browser);
  return name && system ? say`${name} on ${system}` : (name ?? system ?? say`A browser`);
}
