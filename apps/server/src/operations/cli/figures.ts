import { transaction } from '../../platform/db/transaction.ts';
import { rebuildFigures } from '../../modules/figures/roll-up-orders.ts';
import { withContext } from './with-context.ts';

// `npm run figures`: rebuilds the figures of boards and dashboards from the orders. Normally not needed, because the
// figures are updated with every order.
const began = performance.now();
await withContext((context) => transaction(context.db, rebuildFigures));
process.stdout.write(`All figures were added up anew, ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
