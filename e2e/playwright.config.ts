import { defineConfig } from '@playwright/test';

// A journey runs on the desktop; one tagged @phone runs on the phone instead, one tagged @both on both.
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  forbidOnly: true,
  // Room for a busy machine: what is right is right ten seconds later too.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['../scripts/playwright-report.mjs']],
  use: {
    // What a worker answers no journey can hold up; those about the worker allow it.
    serviceWorkers: 'block',
    locale: 'en-CA',
    timezoneId: 'America/Halifax',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      // A fifth of a journey's work is drawing what moves; on the phone it does.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
