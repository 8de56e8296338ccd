import { readdir, readFile } from 'node:fs/promises';

/** The unit in which Linux counts processor time. */
const TICK_MS = 10;

/** Processor time of a process and its children. 0 if the system does not report it. */
export async function processorMs(root: number): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  const all = lines.filter(Boolean).map((line) => {
    const rest = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // The fields after the name: state, parent, …; user and system time of the process and of children it waited for.
    return { id: parseInt(line), parent: rest[1], ticks: rest.slice(11, 15).reduce((sum, each) => sum + each, 0) };
  });
  const family = new Set([root]);
  for (let grown = 0; grown < family.size;) {
    grown = family.size;
    for (const { id, parent } of all) if (parent !== undefined && family.has(parent)) family.add(id);
  }
  return all.filter(({ id }) => family.has(id)).reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);
}
