import { chromium, type Browser } from '@playwright/test';
import { findOrInstallChromium } from '../../scripts/chromium.mjs';

/** Opens a fresh Chromium. With a port, another program can control it, too. */
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
