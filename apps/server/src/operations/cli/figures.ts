import { transaction } from '../../platform/db/transaction.ts';
import { rebuildFigures } from '../../modules/sales-figures/roll-up.ts';
import { withContext } from './with-context.ts';

// `npm run figures`: adds up the figures of boards and dashboards anew, from the orders. They are kept
// as orders change and need no hand; this is for whoever wants to be certain.
const began = performance.now();
await withContext((context) => transaction(context.db, rebuildFigures));
process.stdout.write(`All figures were added up anew, ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
