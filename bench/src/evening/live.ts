import { PersonGenerator } from '@tiffin/demo/history/people';
import { createRandom } from '@tiffin/demo/history/random';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { phoneText } from '@tiffin/domain/people';
import { signIn } from '@tiffin/server/testing/sign-in';
import { runEvening } from './evening.ts';
import { openRestaurants } from './restaurants.ts';

const HOURS = 6;
const AN_ORDER_EVERY_S = 15;
/** Dishes take about a minute, so that people who watch see progress. */
const PACE = [15_000, 70_000] as const;

const url = process.argv[2] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Guests order and book and cooks cook until the process is stopped, for people who watch the demo restaurant. */
try {
  const locations = await openRestaurants(url, 2);
  const regulars = await Promise.all(['customer@demo.test', 'customer2@demo.test'].map((email) => signIn(url, email)));
  const seed = Date.now();
  const town = new PersonGenerator(createRandom(seed));
  say(`Guests and cooks are at work at ${url}: open /admin/dashboard#orders as admin@demo.test, ${DEMO_PASSWORD}.`);
  say('Ctrl-C sends them home.');
  await runEvening({
    urls: [url],
    locations,
    regulars,
    seconds: HOURS * 3600,
    guestsPerSecond: 1 / AN_ORDER_EVERY_S,
    pace: PACE,
    boardsPerLocation: 0,
    seed,
    newcomer: () => {
      const { name, email, phone } = town.createGuest({ account: false, at: 0 });
      return { name, email, phone: phoneText(phone) };
    },
  });
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\nIs the demo restaurant running at ${url}? Start it with npm start.\n`,
  );
  process.exitCode = 1;
}
