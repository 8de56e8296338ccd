import { runChaos } from './evening/chaos.ts';
import type { Benchmark } from './benchmark.ts';
import { printSummary } from './rush.ts';

const SECONDS = 90;

export const chaos: Benchmark = {
  name: 'chaos',
  about:
    'kills two servers, their database and the network between at random under load; nothing answered may be missing or double',
  async run(report, request) {
    const seconds = request.seconds ?? (request.short ? 15 : SECONDS);
    report.step(`${seconds} s of faults, seed ${request.seed}`);
    const began = performance.now();
    const lived = await runChaos({ seconds, seed: request.seed, guestsPerSecond: 5, report: report.step });
    printSummary(report, lived.evening, (performance.now() - began) / 1000);
    for (const [fault, times] of lived.faults) report.figure(fault, times, 'times');
    report.figure('asked again for want of an answer', lived.evening.tally.retries, 'times');
    report.figure('answered and missing, or double', lived.broken.length, 'things', { atMost: 0 });
    report.figure('bugs in the servers’ logs', lived.bugs.length, 'bugs', { atMost: 0 });
    report.figure('lines of the audit about what does not add up', lived.audit.length, 'lines', { atMost: 0 });
    const { events, payments, refunds } = lived.onItsWay;
    report.figure('never finished', events + payments + refunds, 'things', { atMost: 0 });
    for (const words of [...lived.broken, ...lived.bugs, ...lived.audit].slice(0, 20)) report.step(words);
  },
};
