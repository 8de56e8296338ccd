import { say } from '@tiffin/domain/core';
import type { PrintFault } from './printer.ts';

export const texts = {
  states: { unsupported: say`Print dialog`, none: say`Print dialog`, ready: say`Ready`, out: say`Not reachable` },
  faults: {
    gone: say`The browser no longer knows this printer. Connect it again.`,
    'out-of-reach': say`Nothing was printed. Check that the printer is switched on and plugged in, and has paper.`,
  } satisfies Record<PrintFault, string>,
} as const;
