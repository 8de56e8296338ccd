import { chromium, type Browser } from '@playwright/test';
import { findOrInstallChromium } from '../../scripts/chromium.mjs';

/** A fresh Chromium; with a port another program may drive it too. */
export async function openBrowser(port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
      '--no-first-run',
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ],
  });
}
