import type { Slices } from '../core/slices.ts';
import { planMenuInSlices, readMenuFileInSlices } from '../menu-file/index.ts';

export const planMenu = (...plan: Parameters<typeof planMenuInSlices>) => runAllSlices(planMenuInSlices(...plan));

export const readMenuFile = (...file: Parameters<typeof readMenuFileInSlices>) =>
  runAllSlices(readMenuFileInSlices(...file));

function runAllSlices<T>(work: Slices<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
