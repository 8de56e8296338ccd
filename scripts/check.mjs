import { run, tool } from './processes.mjs';
import { ready } from './ready.mjs';
import { command } from './screen.mjs';
import { checks, take } from './steps.mjs';

const unit = {
  name: 'unit tests',
  does: () => run(tool('vitest'), ['run', '--project', 'unit', '--reporter=minimal']),
};

await command(async () => {
  await ready(import.meta.url);
  const passed = await Promise.all([...checks, unit].map(take));
  process.exitCode = passed.every(Boolean) ? 0 : 1;
});
