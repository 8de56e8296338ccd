import { defineConfig } from '@playwright/test';

/** Journeys that run in each browser engine. */
const ENGINES = '**/engines/*.e2e.ts';
/** Journeys that take long for what they prove: `npm test -- all` runs them, and so does naming one. */
const SLOW = ['**/api-docs.e2e.ts', '**/board-speed.e2e.ts', '**/many-tabs.e2e.ts', '**/offline-evenings.e2e.ts'];
/** Takes some minutes, so it runs alone: `EVENING=1 npm test -- browser evening`. */
const EVENING = '**/evening.e2e.ts';

const REPORT: [string][] = [['../scripts/playwright-report.mjs']];

// Tests run on the desktop, those tagged @phone on the phone, and those tagged @both on both.
const desktop = {
  name: 'desktop',
  testIgnore: [ENGINES, ...(process.env.EVENING ? [] : [EVENING]), ...(process.env.QUICK_TESTS ? SLOW : [])],
  grepInvert: /@phone/,
  // Animations cost a fifth of the run time, so only the phone has them.
  use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' as const } },
};
const phone = {
  name: 'phone',
  testIgnore: ENGINES,
  grep: /@phone|@both/,
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
// These start their browsers themselves, because Playwright drives only its own builds of Firefox and WebKit.
const engines = ['firefox', 'webkit']
  .filter((name) => process.env[name.toUpperCase()])
  .map((name) => ({ name, testMatch: ENGINES }));

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  forbidOnly: true,
  // Generous, because a busy machine is slow.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env.TEST_PART ? REPORT : [['list'], ...REPORT],
  use: {
    // Tests cannot intercept responses of the service worker. Tests about it enable it.
    serviceWorkers: 'block',
    locale: 'en-CA',
    timezoneId: 'America/Halifax',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
    },
  },
  projects: process.env.ENGINES ? engines : [desktop, phone],
});
